// The keypad of keypad.py. What is tapped shows at once and is sent along; the words come back.
const SUITS = [
  ["S", "♠", "spades"],
  ["H", "♥", "hearts"],
  ["D", "♦", "diamonds"],
  ["C", "♣", "clubs"],
];

// The number of the hand in `game#number.revision`; NaN for a hand that is being mended.
function number(turn) {
  const hand = /#([^#]*)\.\d+$/.exec(turn ?? "")?.[1] ?? "";
  return hand.length < 4 ? Number(hand) : NaN;
}

export default function keypad({ parentElement, data, setStateValue, setTriggerValue }) {
  const root = parentElement.querySelector(".bw-keypad");
  // The other end of the table was faster: what is tapped here stays until it is compared.
  const late = root.tapped && !root.sent && number(data.turn) > number(root.turn);
  if (root.turn !== data.turn && !late) {
    Object.assign(root, { turn: data.turn, half: { ...data.half }, sent: false, tapped: false });
  }
  const { turn, half } = root;

  function tap(changes) {
    Object.assign(half, changes);
    root.tapped = true;
    draw();
    setStateValue("half", { turn, half: { ...half } });
  }

  function choose(name, value) {
    const again = half[name] === value;
    const changes = { [name]: again ? null : value };
    // A kind has its own trump or direction; books and made are two ways to say one thing.
    if (name === "kind") Object.assign(changes, { trump: null, direction: null });
    if (name === "kind" && value !== "down") changes.aces = null;
    if (name === "books") changes.made = null;
    if (name === "made") changes.books = null;
    if (name === "bidder") changes.forced = false;
    tap(changes);
  }

  function pad(name, value, face, label, classes = "") {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `pad ${classes}`;
    button.innerHTML = face;
    button.dataset.pad = `${name}-${value}`;
    button.setAttribute("aria-label", label);
    button.setAttribute("aria-pressed", half[name] === value);
    button.onclick = () => choose(name, value);
    return button;
  }

  function row(title, classes, pads) {
    const group = document.createElement("div");
    group.className = `row ${classes}`;
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", title);
    group.append(...pads);
    return group;
  }

  const text = (words) => {
    const span = document.createElement("span");
    span.textContent = words;
    return span.innerHTML;
  };

  function seats() {
    return data.seats.map(({ seat, place, name, deals }) =>
      pad(
        "bidder",
        seat,
        `<small>${place}${deals ? " · deals" : ""}</small>${text(name)}`,
        `${name}, ${place}, is the bidder`,
        "seat",
      ),
    );
  }

  function named() {
    if (half.kind === "no") {
      const ways = [["up", "high wins"], ["down", "low wins"]];
      return ways.map(([way, says]) => pad("direction", way, says, `${says}, at no trump`));
    }
    return SUITS.map(([suit, face, says]) => pad("trump", suit, face, `${says} are trump`, `suit-${suit}`));
  }

  function books() {
    const over = data.over[half.level] ?? [];
    const needed = data.needed[half.level];
    return data.books.map((count) => {
      const side = needed === undefined ? "" : count >= needed ? "made" : "set";
      const exact = count === needed ? " exact" : "";
      const by = `<small>${over[count] === "0" ? "exact" : (over[count] ?? "")}</small>`;
      return pad("books", count, `${count}${by}`, `${count} books`, side + exact);
    });
  }

  function ready() {
    const bid = half.bidder && half.level && (half.kind || data.level_only);
    return bid && (half.books != null || half.made != null);
  }

  function done() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "done";
    button.dataset.pad = "done";
    button.disabled = !ready() || root.sent;
    const words = late ? `Compare hand ${number(turn)}` : data.done;
    button.textContent = root.sent ? "Writing it down …" : words;
    button.onclick = () => {
      root.sent = true;
      draw();
      setTriggerValue("done", { turn, half: { ...half } });
    };
    return button;
  }

  function draw() {
    const focused = document.activeElement?.dataset?.pad;
    const levels = data.levels.map(({ level, allowed }) =>
      pad("level", level, `${level}`, `${level}`, allowed ? "" : "outside"),
    );
    const kinds = data.kinds.map(({ kind, says }) => pad("kind", kind, says, says, kind));
    const rows = [
      row("Bidder", "two", seats()),
      row("Level", "seven", levels),
      row("Kind", "three", kinds),
      row(half.kind === "no" ? "Direction" : "Trump", half.kind === "no" ? "two" : "four", named()),
    ];
    if (data.aces && (half.kind === "down" || half.direction === "down")) {
      const aces = ["good", "bad"].map((way) => pad("aces", way, `Aces ${way}`, `aces are ${way}`));
      rows.push(row("Aces", "two", aces));
    }
    if (data.forced && half.bidder && half.bidder === data.dealer) {
      const label = "the other three passed, the dealer had to bid";
      rows.push(row("Forced", "one", [pad("forced", true, "Forced: three passed", label, "thin")]));
    }
    rows.push(row("Books of the bidders", "seven", books()));
    rows.push(
      row("Only made or set", "two", [
        pad("made", true, "Made <small>books not counted</small>", "made", "thin made"),
        pad("made", false, "Set <small>books not counted</small>", "set", "thin set"),
      ]),
    );
    const board = document.createElement("header");
    board.innerHTML = data.board;
    const said = document.createElement("div");
    said.className = "said";
    said.setAttribute("aria-live", "polite");
    const meanwhile = `Meanwhile hand ${number(turn)} was recorded at the other end of the table.`;
    said.innerHTML = late ? `<p class="bw-flag">${meanwhile}</p>` : data.said;
    root.replaceChildren(board, ...rows, said, done());
    if (focused) root.querySelector(`[data-pad="${focused}"]`)?.focus({ preventScroll: true });
  }

  draw();
}
