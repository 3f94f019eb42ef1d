// Saves the chart of this page as a picture, drawn by the browser itself: nothing leaves the machine.
export default function ({ data, parentElement }) {
  const save = (blob, kind) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${data.chart.replace("chart_", "")}.${kind}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };

  // The drawing with a ground of its own, so that it can be read outside the page too.
  const drawing = () => {
    const svg = document.querySelector(`.st-key-${data.chart} svg.marks`).cloneNode(true);
    const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    ground.setAttribute("width", "100%");
    ground.setAttribute("height", "100%");
    ground.setAttribute("fill", data.paper);
    svg.prepend(ground);
    svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    return svg;
  };

  const asSvg = (svg) =>
    new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" });

  const savePng = (svg) => {
    const scale = 2;
    const picture = new Image();
    const address = URL.createObjectURL(asSvg(svg));
    picture.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = svg.getAttribute("width") * scale;
      canvas.height = svg.getAttribute("height") * scale;
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => save(blob, "png"));
      URL.revokeObjectURL(address);
    };
    picture.src = address;
  };

  for (const button of parentElement.querySelectorAll("button")) {
    button.onclick = () =>
      button.dataset.as === "png" ? savePng(drawing()) : save(asSvg(drawing()), "svg");
  }
}
