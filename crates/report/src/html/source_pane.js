// The source: each thread's current line in its colour, the statement of the step underlined, and beside it what the step did.

function createSourcePane(scroller, tabs, wrap) {
  const texts = new Map();
  let shownFile = null;
  let marked = [];

  const buttons = execution.files.map((file, number) => {
    const label = file.name.split("/").at(-1);
    return element("button", { type: "button", class: "tab", title: file.name, onclick: () => open(number) }, label);
  });
  tabs.append(...buttons);
  wrap.addEventListener("change", () => scroller.classList.toggle("wrapped", wrap.checked));

  function textOf(file) {
    if (!texts.has(file)) texts.set(file, sourceText(execution.files[file].text));
    return texts.get(file);
  }

  function open(file) {
    if (file === shownFile || !execution.files[file]) return;
    shownFile = file;
    scroller.replaceChildren(textOf(file).block);
    scroller.scrollTop = 0;
    buttons.forEach((button, number) => button.setAttribute("aria-current", number === file));
  }

  function lineOf(place) {
    return place && execution.files[place.file] ? textOf(place.file).lines[place.line - 1] : undefined;
  }

  function show(position) {
    for (const line of marked) line.clear();
    marked = [];
    const actor = actorOf(execution, position);
    // The actor last, so that its colour and its mark win where several threads stand on a line.
    const numbers = execution.threads.map((thread) => thread.number).filter((number) => number !== actor);
    for (const number of [...numbers, actor]) {
      const place = placeOf(execution, number, position);
      const line = lineOf(place);
      if (!line) continue;
      line.stand(number, number === actor ? place : null);
      marked.push(line);
    }
    const place = placeOf(execution, actor, position);
    const line = lineOf(place);
    if (!line) return;
    open(place.file);
    if (position === execution.end) line.complain(place);
    line.remark(position === execution.end ? execution.violation.message : stepWords(execution.steps[position]), scroller);
    reveal(scroller, line.row, true);
    revealAcross(scroller, line.row.querySelector("mark"));
  }

  /** Goes to a place without going to a step. */
  function visit(place) {
    const line = lineOf(place);
    if (!line) return;
    open(place.file);
    reveal(scroller, line.row, true);
    line.row.classList.add("visited");
    setTimeout(() => line.row.classList.remove("visited"), 1200);
  }

  return { show, visit };
}

/** Scrolls sideways if the marked part begins out of sight. */
function revealAcross(scroller, part) {
  if (!part) return;
  const outer = scroller.getBoundingClientRect();
  const { left } = part.getBoundingClientRect();
  const margin = Math.min(140, outer.width / 3);
  if (left < outer.left + margin || left > outer.right - margin) scroller.scrollLeft += left - outer.left - margin * 1.5;
}

function sourceText(text) {
  const pieces = piecesOfLines(text);
  // The newline that ends a file begins no line.
  if (pieces.length > 1 && pieces.at(-1).length === 0) pieces.pop();
  const lines = pieces.map((line, index) => sourceLine(line, index + 1));
  const block = element("div", { class: "lines" }, lines.map((line) => line.row));
  block.style.setProperty("--digits", String(pieces.length).length);
  return { block, lines };
}

function sourceLine(pieces, number) {
  const badges = element("span", { class: "badges" });
  const code = element("code", {}, lineNodes(pieces, null));
  const row = element("div", { class: "line", "data-line": number }, badges, element("span", { class: "number" }, String(number)), code);
  return {
    row,
    stand(thread, place) {
      badges.prepend(badge(thread));
      row.className = `line here thread-${thread % COLOURS}${place ? " active" : ""}`;
      row.toggleAttribute("aria-current", Boolean(place));
      if (place) code.replaceChildren(...lineNodes(pieces, place));
    },
    complain(place) {
      row.classList.add("violated");
      code.replaceChildren(...lineNodes(pieces, place));
    },
    /** Beside the line, or below it if there is no room. */
    remark(words, scroller) {
      if (!words) return;
      const remark = element("span", { class: "remark" }, shortened(words, 240));
      row.append(remark);
      const room = scroller.getBoundingClientRect().right - code.getBoundingClientRect().right;
      remark.classList.toggle("below", remark.getBoundingClientRect().width > room);
    },
    clear() {
      row.className = "line";
      row.removeAttribute("aria-current");
      badges.replaceChildren();
      code.replaceChildren(...lineNodes(pieces, null));
      for (const remark of row.querySelectorAll(".remark")) remark.remove();
    },
  };
}

function shortened(text, length) {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
