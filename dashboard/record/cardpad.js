// All cards as buttons; a tap marks the card at once and tells cardpad.py which one it was.
export default function cardpad({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".bw-cardpad");
  root.dataset.turn = data.turn;
  const suits = new Map();
  for (const { card, html, mark } of data.cards) {
    const suit = card.length === 2 && "BL".includes(card[0]) ? "J" : card[1];
    if (!suits.has(suit)) suits.set(suit, []);
    const button = document.createElement("button");
    button.type = "button";
    button.className = mark;
    button.innerHTML = html;
    button.dataset.card = card;
    button.disabled = mark === "gone";
    button.setAttribute("aria-label", html.match(/aria-label="([^"]*)"/)[1]);
    button.setAttribute("aria-pressed", mark === "mine");
    button.onclick = () => {
      button.classList.toggle("mine");
      setTriggerValue("tap", { turn: data.turn, card });
    };
    suits.get(suit).push(button);
  }
  root.replaceChildren(
    ...[...suits.values()].map((buttons) => {
      const row = document.createElement("div");
      row.append(...buttons);
      return row;
    }),
  );
}
