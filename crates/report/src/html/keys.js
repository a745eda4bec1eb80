// Keys, as a table: the help is made from it. Keys that write text are left alone in fields, and letters can be turned off, because they
// get in the way of speech input (WCAG 2.1.4).

const KEYS = [
  { keys: ["ArrowRight", "j"], shown: "→ or j", action: "next", does: "Step" },
  { keys: ["ArrowLeft", "k"], shown: "← or k", action: "previous", does: "Step back" },
  { keys: ["PageDown"], shown: "Page Down", action: "nextSwitch", does: "On to the next switch of threads" },
  { keys: ["PageUp"], shown: "Page Up", action: "previousSwitch", does: "Back to the switch before" },
  { keys: ["Home"], shown: "Home", action: "first", does: "First step" },
  { keys: ["End"], shown: "End", action: "last", does: "The violation" },
  { keys: ["w"], shown: "w", action: "nextWrite", does: "On to the next write of a watched variable" },
  { keys: ["W"], shown: "Shift+W", action: "previousWrite", does: "Back to the write before" },
  { keys: ["a"], shown: "a", action: "toggleAll", does: "All steps, or only those that matter" },
  { keys: ["d"], shown: "d", action: "toggleScheme", does: "Dark or light" },
  { keys: ["?"], shown: "?", action: "help", does: "This list" },
];

function listenToKeys(actions, dialog, list) {
  let hasLetters = true;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    if (event.target.matches?.("input[type=search], textarea")) return;
    const inList = event.target === list ? { ArrowDown: "next", ArrowUp: "previous" }[event.key] : undefined;
    const found = KEYS.find((entry) => entry.keys.includes(event.key));
    const action = inList ?? found?.action;
    if (!action || (event.key.length === 1 && !hasLetters)) return;
    event.preventDefault();
    actions[action]();
  });
  const letters = element("input", { type: "checkbox", checked: true, onchange: () => (hasLetters = letters.checked) });
  const rows = KEYS.map((entry) => element("tr", {}, element("th", { scope: "row" }, element("kbd", {}, entry.shown)), element("td", {}, entry.does)));
  dialog.append(
    element("h2", { id: "keys-title" }, "Keys"),
    element("table", {}, element("tbody", {}, rows)),
    element("p", { class: "note" }, "The state shown is that after the step. A thread stands at the statement that it executed last. In the timeline, a full dot is a write that other threads see, a ring such a read; bars are locks held."),
    element("label", { class: "tick" }, letters, " ", element("span", {}, "Letters are keys")),
    element("form", { method: "dialog" }, element("button", { class: "main" }, "Close")),
  );
}
