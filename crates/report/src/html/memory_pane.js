// Shared memory at a position: what several threads use first; what the step changed stands out; who wrote it last.

function createMemoryPane(root, filter, pins) {
  const shared = sharedVariables();
  const rows = shared.map((variable) => memoryRow(variable, pins));
  if (rows.length === 0) root.append(element("p", { class: "note" }, "No shared memory is used."));
  else {
    const head = element("tr", {}, ["Pin", "Name", "Value", "Written by"].map((name, index) => element("th", { scope: "col" }, index ? name : unseen(name))));
    root.append(element("table", { class: "memory" }, element("thead", {}, head), element("tbody", {}, rows.map((row) => row.row))));
  }
  filter.hidden = rows.length < 12;
  filter.addEventListener("input", () => {
    const wanted = filter.value.trim().toLowerCase();
    for (const { row, variable } of rows) row.hidden = !nameOf(variable).toLowerCase().includes(wanted);
  });
  return {
    show(position, before) {
      for (const row of rows) row.show(position, before);
    },
    repin() {
      for (const row of rows) row.repin();
    },
  };
}

/** All memory but what only one thread uses as its local variables; what is contended first. */
function sharedVariables() {
  const isShared = ({ storage, is_contended: isContended }) => isContended || (storage !== "local" && storage !== "thread-local");
  const numbers = execution.variables.map((_, number) => number).filter((number) => isShared(execution.variables[number]));
  const rank = (number) => (execution.variables[number].is_contended ? 0 : 1);
  return numbers.sort((one, other) => rank(one) - rank(other) || one - other);
}

function memoryRow(variable, pins) {
  const { storage, is_contended: isContended } = execution.variables[variable];
  const value = element("div", { class: "value" });
  const writer = element("td", { class: "writer" });
  const pin = pinButton(variable, pins);
  const name = element("th", { scope: "row", title: `${storage}${isContended ? ", used by several threads" : ""}` }, element("code", {}, breakable(fullNameOf(variable))));
  const row = element("tr", { class: isContended ? "contended" : "quiet" }, element("td", {}, pin), name, element("td", {}, value), writer);
  let shown = null;
  return {
    row,
    variable,
    repin: () => markPin(pin, pins.has(variable)),
    show(position, before) {
      const now = valueAt(execution, variable, position);
      const isChanged = now.write !== null && now.write !== undefined && now.write.position > before;
      const key = `${now.text} ${now.write?.position} ${isChanged}`;
      if (key === shown) return;
      shown = key;
      row.classList.toggle("changed", isChanged);
      value.replaceChildren(...valueNodes(now, isChanged ? valueAt(execution, variable, now.write.position - 1) : null));
      writer.replaceChildren(...(now.write ? [badge(now.write.thread), " ", stepLink(now.write.position)] : []));
    },
  };
}

/** Of a long value, the table shows so many characters, and the watch more; all are in the title. */
const VALUE_LENGTH = { table: 120, watch: 2000 };

/** A value, and what it was before if that changed. */
function valueNodes(now, before, length = VALUE_LENGTH.table) {
  const text = shortened(now.text ?? "no value", length);
  const nodes = [element("code", { class: now.text === null ? "none" : null, title: text === now.text ? null : now.text }, text)];
  if (before && before.text !== null && before.text !== now.text) {
    nodes.push(element("span", { class: "was" }, "was ", element("s", { title: before.text }, shortened(before.text, 24))));
  }
  return nodes;
}

function pinButton(variable, pins) {
  const button = element("button", { type: "button", class: "pin", onclick: () => pins.toggle(variable) }, "☆");
  button.setAttribute("aria-label", `Watch ${fullNameOf(variable)}`);
  markPin(button, pins.has(variable));
  return button;
}

function markPin(button, isPinned) {
  button.setAttribute("aria-pressed", isPinned);
  button.textContent = isPinned ? "★" : "☆";
}

function unseen(text) {
  return element("span", { class: "unseen" }, text);
}
