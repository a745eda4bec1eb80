// Watched variables: the value, and beside it the writes that led to it and those that follow, each a link to its step.

/** How many writes before and behind the current one are shown. */
const WRITES_AROUND = 4;

function createPins(changed) {
  const pinned = new Set(watchedAtFirst());
  return {
    has: (variable) => pinned.has(variable),
    list: () => [...pinned],
    toggle(variable) {
      if (!pinned.delete(variable)) pinned.add(variable);
      changed();
    },
  };
}

/** What the explanation is about: the contended variables of the steps that it names. */
function watchedAtFirst() {
  const steps = execution.violation.related.map((related) => execution.steps[related.step]).filter(Boolean);
  const mentioned = steps.flatMap((step) => allEvents(step).map((event) => event.variable)).filter((variable) => variable in execution.writes && changesOf(variable).length);
  return [...new Set(mentioned)].filter((variable) => execution.variables[variable].is_contended).slice(0, 4);
}

function createWatchPane(root, pins) {
  return {
    show(position, before) {
      const cards = pins.list().map((variable) => watchCard(variable, position, before, pins));
      const hint = element("p", { class: "note" }, "Watch a variable: press the ☆ beside its name.");
      root.replaceChildren(...(cards.length ? cards : [hint]));
    },
  };
}

function watchCard(variable, position, before, pins) {
  const now = valueAt(execution, variable, position);
  const isChanged = Boolean(now.write && now.write.position > before);
  return element(
    "div",
    { class: `watched${isChanged ? " changed" : ""}`, "data-variable": variable },
    element("div", { class: "pair" }, pinButton(variable, pins), element("code", { class: "name" }, breakable(fullNameOf(variable))), element("span", { class: "value" }, valueNodes(now, null, VALUE_LENGTH.watch))),
    writeList(variable, position),
  );
}

/** The history of a variable around a position. */
function writeList(variable, position) {
  const isLock = execution.writes[variable].length === 0;
  const changes = changesOf(variable);
  if (changes.length === 0) return null;
  const { initial } = execution.variables[variable];
  const current = changes.findLastIndex((change) => change.position <= position);
  const from = Math.max(0, current - WRITES_AROUND);
  const to = Math.min(changes.length, Math.max(current, 0) + WRITES_AROUND + 1);
  const items = changes.slice(from, to).map((change, index) => {
    const isCurrent = from + index === current;
    const text = isLock ? heldBy(change.threads) : change.value;
    return element(
      "li",
      { class: from + index > current ? "later" : "", "aria-current": isCurrent ? "true" : null },
      element("a", { href: addressOf(change.position), title: positionWords(change.position) }, badge(change.thread), " ", element("code", {}, shortened(text, 18))),
    );
  });
  if (from > 0) items.unshift(element("li", { class: "more" }, `${from} earlier`));
  else items.unshift(element("li", { class: "more", "aria-current": current < 0 ? "true" : null }, element("code", {}, shortened(initial ?? (isLock ? "free" : "no value"), 18))));
  if (to < changes.length) items.push(element("li", { class: "more" }, `${changes.length - to} later`));
  return element("ol", { class: "writes-list", "aria-label": `Writes of ${nameOf(variable)}` }, items);
}

/** The writes of a variable; of a lock, who took it and let it go. */
function changesOf(variable) {
  const writes = execution.writes[variable];
  return writes.length ? writes : execution.holders[variable];
}

/** The position of the next write of a watched variable in a direction, or null. */
function writeFrom(position, direction, pins, isShown) {
  let found = null;
  for (const variable of pins.list()) {
    const candidates = changesOf(variable).map((change) => change.position).filter(isShown);
    const next = direction > 0 ? candidates.find((candidate) => candidate > position) : candidates.findLast((candidate) => candidate < position);
    if (next !== undefined && (found === null || (next - found) * direction < 0)) found = next;
  }
  return found;
}
