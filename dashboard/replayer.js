// Steps through a hand that replayer.py has laid out: hides and shows, and keeps the address.
const BUTTONS = [
  ["|◀", "To the deal (Home)", "Home"],
  ["◀", "One card back (left arrow)", "ArrowLeft"],
  ["▶", "One card on (right arrow)", "ArrowRight"],
  ["▶|", "To the end (End)", "End"],
  ["Play", "Play by itself (space)", " "],
];
const PACE = 900; // ms a card

export default function replayer({ parentElement, data }) {
  const root = parentElement.querySelector(".bw-replay");
  const last = data.ends[data.ends.length - 1];
  let step = data.ends[Math.min(data.trick, data.ends.length - 1)] ?? 0;
  let timer = null;

  root.innerHTML = `<div class="bw-steps" role="toolbar" aria-label="Step through the hand"></div>${data.html}`;
  const timed = [...root.querySelectorAll("[data-since], [data-until]")];
  const winners = [...root.querySelectorAll("[data-won]")];
  const tricks = [...root.querySelectorAll(".bw-step")];
  const others = [...root.querySelectorAll("[data-could]")];

  function draw() {
    for (const part of timed) {
      const { since = 0, until = Infinity } = part.dataset;
      const gone = step < Number(since) || step >= Number(until);
      // A card that was played leaves its place behind, so that nothing jumps.
      if (part.closest(".bw-chair")) {
        part.classList.toggle("bw-gone", gone);
        part.setAttribute("aria-hidden", gone);
      } else part.hidden = gone;
    }
    for (const part of winners) {
      part.classList.toggle("bw-won", step >= Number(part.dataset.won));
    }
    for (const card of others) {
      card.classList.toggle("bw-could", card.dataset.could.split(" ").includes(String(step)));
    }
    tricks.forEach((trick, i) => {
      const now = step > data.ends[i] && step <= data.ends[i + 1];
      now ? trick.setAttribute("aria-current", "step") : trick.removeAttribute("aria-current");
    });
  }

  function go(to) {
    step = Math.max(0, Math.min(last, to));
    draw();
    const address = new URL(window.location.href);
    address.searchParams.set("trick", data.ends.findIndex((end) => step <= end));
    window.history.replaceState(window.history.state, "", address);
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    play.textContent = "Play";
  }

  function press(key) {
    const playing = timer !== null;
    pause();
    if (key === "Home") go(0);
    else if (key === "End") go(last);
    else if (key === "ArrowLeft") go(step - 1);
    else if (key === "ArrowRight") go(step + 1);
    else if (!playing) {
      if (step === last) go(0);
      play.textContent = "Pause";
      timer = setInterval(() => (step === last ? pause() : go(step + 1)), PACE);
    }
  }

  const bar = root.querySelector(".bw-steps");
  for (const [face, label, key] of BUTTONS) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: face, title: label });
    button.setAttribute("aria-label", label);
    button.onclick = () => press(key);
    bar.append(button);
  }
  const play = bar.lastElementChild;
  tricks.forEach((trick, i) => {
    trick.onclick = () => {
      pause();
      go(data.ends[i + 1]);
    };
  });

  function onKey(event) {
    const typing = event.target.closest("input, textarea, select, [contenteditable], [role=tab]");
    const ours = BUTTONS.some(([, , key]) => key === event.key);
    if (typing || !ours || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && event.target.closest("button, a")) return;
    event.preventDefault();
    press(event.key);
  }
  document.addEventListener("keydown", onKey);
  draw();
  return () => {
    pause();
    document.removeEventListener("keydown", onKey);
  };
}
