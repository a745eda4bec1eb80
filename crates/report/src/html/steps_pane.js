// The list of steps, with a rule at each switch.
//
// Rows are made by the hundred, when they come into sight or are gone to, and the rest while the browser is idle: an execution of ten
// thousand steps opens as fast as a short one, and can still be searched and printed.

const CHUNK = 100;

function createStepsPane(scroller, go) {
  let chunks = [];
  let rows = new Map();
  let selected = null;
  const inSight = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) fill(chunks[Number(entry.target.dataset.chunk)]);
  }, { root: scroller, rootMargin: "400px" });

  scroller.addEventListener("click", (event) => {
    const row = event.target.closest("[data-position]");
    if (row) go(Number(row.dataset.position));
  });
  addEventListener("beforeprint", () => chunks.forEach(fill));

  /** Lays out the list for the steps that are shown. */
  function layOut(shown) {
    inSight.disconnect();
    rows = new Map();
    selected = null;
    chunks = [];
    for (let start = 0; start < shown.length; start += CHUNK) {
      const positions = shown.slice(start, start + CHUNK);
      const block = element("div", { class: "chunk", role: "presentation", "data-chunk": chunks.length });
      block.style.minHeight = `${positions.length * 2.4}rem`;
      chunks.push({ block, positions, before: shown[start - 1], start, of: shown.length, isFilled: false });
    }
    scroller.replaceChildren(...chunks.map((chunk) => chunk.block));
    chunks.forEach((chunk) => inSight.observe(chunk.block));
    fillRest(chunks);
  }

  function fill(chunk) {
    if (!chunk || chunk.isFilled) return;
    chunk.isFilled = true;
    inSight.unobserve(chunk.block);
    let before = chunk.before;
    const made = [];
    chunk.positions.forEach((position, index) => {
      if (isSwitch(before, position)) made.push(switchRow(position));
      const row = position === execution.end ? violationRow() : stepRow(position);
      row.setAttribute("aria-posinset", chunk.start + index + 1);
      row.setAttribute("aria-setsize", chunk.of);
      rows.set(position, row);
      made.push(row);
      before = position;
    });
    chunk.block.replaceChildren(...made);
    chunk.block.style.minHeight = "";
  }

  function fillRest(planned) {
    const later = window.requestIdleCallback ?? ((work) => setTimeout(work, 50));
    later(() => {
      const next = planned === chunks ? planned.find((chunk) => !chunk.isFilled) : undefined;
      if (!next) return;
      // What is above the rows in sight must not push them away.
      const height = scroller.scrollHeight;
      const isAbove = next.block.getBoundingClientRect().bottom < scroller.getBoundingClientRect().top;
      fill(next);
      if (isAbove) scroller.scrollTop += scroller.scrollHeight - height;
      fillRest(planned);
    });
  }

  function show(position) {
    fill(chunks.find((chunk) => chunk.positions.at(-1) >= position));
    selected?.classList.remove("selected");
    selected?.setAttribute("aria-selected", "false");
    selected = rows.get(position) ?? null;
    if (!selected) return;
    selected.classList.add("selected");
    selected.setAttribute("aria-selected", "true");
    scroller.setAttribute("aria-activedescendant", selected.id);
    reveal(scroller, selected, true);
  }

  return { layOut, show };
}

/** Whether another context begins between two positions that are shown one after the other. */
function isSwitch(before, position) {
  if (before === undefined || position === execution.end) return false;
  return execution.steps[before].context !== execution.steps[position].context;
}

function stepRow(position) {
  const step = execution.steps[position];
  const words = step.events.map((event) => element("span", { class: isWrite(event) ? "event write" : "event" }, eventWords(event)));
  return element(
    "div",
    optionOf(position, `step thread-${step.thread % COLOURS}${step.is_relevant ? "" : " aside"}`),
    element("span", { class: "count" }, String(position + 1)),
    badge(step.thread),
    step.statement
      ? element("code", { class: "statement", title: step.statement }, step.statement)
      : element("em", { class: "statement" }, "in the library"),
    element("span", { class: "events" }, step.place ? element("span", { class: "where" }, shortPlaceWords(step.place)) : null, words),
  );
}

function violationRow() {
  const { violation } = execution;
  return element(
    "div",
    optionOf(execution.end, `step violation thread-${violation.thread % COLOURS}`),
    element("span", { class: "count" }, "✗"),
    badge(violation.thread),
    element("strong", { class: "statement" }, violation.message),
    element("span", { class: "events" }, placeWords(violation.place)),
  );
}

function optionOf(position, name) {
  return { id: `position-${position}`, class: name, role: "option", "aria-selected": "false", "data-position": position };
}

function switchRow(position) {
  const { thread } = execution.steps[position];
  return element("div", { class: `switch thread-${thread % COLOURS}`, role: "presentation" }, `switch to ${titleOf(thread)}`);
}
