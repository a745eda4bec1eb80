// Puts the page together: which steps are shown, which of them is the current one, and telling the panes.

const report = JSON.parse(document.getElementById("report").textContent);
const execution = executionOf(report);
const part = (id) => document.getElementById(id);

let shown = [];
let current = 0;
/** Milliseconds: browsers slow down a page that writes its address too often, as it would while a key is held. */
const ADDRESS_DELAY = 120;
let writingAddress = 0;
const pins = createPins(() => refresh());
const source = createSourcePane(part("source"), part("files"), part("wrap"));
const steps = createStepsPane(part("steps"), go);
const timeline = createTimeline(part("timeline"), part("lanes"), part("tip"), go);
const memory = createMemoryPane(part("memory"), part("memory-filter"), pins);
const watch = createWatchPane(part("watch"), pins);
const threads = createThreadsPane(part("threads"), pins, source.visit);

const actions = {
  first: () => go(shown[0]),
  last: () => go(execution.end),
  next: () => go(shown[indexOf(current) + 1]),
  previous: () => go(shown[indexOf(current) - 1]),
  nextSwitch: () => go(switchFrom(1)),
  previousSwitch: () => go(switchFrom(-1)),
  nextWrite: () => go(writeFrom(current, 1, pins, isShown)),
  previousWrite: () => go(writeFrom(current, -1, pins, isShown)),
  toggleAll: () => showAll(!part("all").checked),
  toggleScheme,
  help: () => part("keys").showModal(),
};

/** Makes a position the current one. Nothing happens if there is none to go to. */
function go(position) {
  if (position === undefined || position === null || position === current) return;
  current = position;
  clearTimeout(writingAddress);
  writingAddress = setTimeout(() => history.replaceState(null, "", addressOf(current)), ADDRESS_DELAY);
  refresh();
}

function refresh() {
  const before = shown[indexOf(current) - 1] ?? -1;
  for (const pane of [source, steps, timeline]) pane.show(current);
  for (const pane of [memory, watch, threads]) pane.show(current, before);
  memory.repin();
  showControls();
}

function showControls() {
  const index = indexOf(current);
  part("slider").max = shown.length - 1;
  part("slider").value = index;
  part("slider").setAttribute("aria-valuetext", positionWords(current));
  part("now").replaceChildren(badge(actorOf(execution, current)), " ", ...statusNodes(current));
  part("now").classList.toggle("violated", current === execution.end);
  for (const id of ["first", "previous", "previous-switch"]) disable(part(id), index <= 0);
  for (const id of ["last", "next", "next-switch"]) disable(part(id), index >= shown.length - 1);
  disable(part("next-write"), writeFrom(current, 1, pins, isShown) === null);
  disable(part("previous-write"), writeFrom(current, -1, pins, isShown) === null);
}

/** Not the attribute `disabled`, which would take the focus away from who presses the button with the keyboard. */
function disable(button, isDisabled) {
  button.setAttribute("aria-disabled", isDisabled);
}

/** The first step of the next context; backwards, that of this context or, at it, of the one before. */
function switchFrom(direction) {
  const start = indexOf(current);
  for (let index = start + direction; index > 0 && index < shown.length; index += direction) {
    if (shown[index] === execution.end || isSwitch(shown[index - 1], shown[index])) return shown[index];
  }
  return direction > 0 ? execution.end : shown[0];
}

function indexOf(position) {
  return firstNotBefore(shown, position);
}

function isShown(position) {
  return shown[indexOf(position)] === position;
}

/** Shows all steps, or those that one needs to understand the violation. */
function showAll(isAll) {
  part("all").checked = isAll;
  const positions = execution.steps.map((_, position) => position);
  const relevant = positions.filter((position) => execution.steps[position].is_relevant);
  shown = [...(isAll || relevant.length === 0 ? positions : relevant), execution.end];
  const hidden = positions.length - shown.length + 1;
  part("steps-count").textContent = hidden > 0 ? `${shown.length - 1} that matter of ${positions.length}` : `${positions.length}`;
  part("all-label").hidden = relevant.length === positions.length || relevant.length === 0;
  if (!isShown(current)) current = shown[indexOf(current)];
  steps.layOut(shown);
  timeline.layOut(shown);
  refresh();
}

/** Goes where an address says, also to a step that is hidden. */
function follow(address) {
  const position = positionOf(address);
  if (position === null) return;
  if (!isShown(position)) showAll(true);
  go(position);
}

function toggleScheme() {
  const root = document.documentElement;
  const isDark = root.dataset.scheme ? root.dataset.scheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.scheme = isDark ? "light" : "dark";
}

const BUTTONS = {
  first: "first",
  last: "last",
  next: "next",
  previous: "previous",
  "next-switch": "nextSwitch",
  "previous-switch": "previousSwitch",
  "next-write": "nextWrite",
  "previous-write": "previousWrite",
  scheme: "toggleScheme",
  help: "help",
};
for (const [id, action] of Object.entries(BUTTONS)) part(id).addEventListener("click", () => actions[action]());
part("slider").addEventListener("input", () => go(shown[Number(part("slider").value)]));
part("all").addEventListener("change", () => showAll(part("all").checked));
addEventListener("resize", () => source.show(current));
// What the address was when it changed: a write of an earlier position may have come between.
addEventListener("hashchange", (event) => follow(new URL(event.newURL).hash));
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  // Not left to the browser, for which a link to the address that it is at leads nowhere.
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  follow(link.getAttribute("href"));
});
listenToKeys(actions, part("keys"), part("steps"));
part("execution").hidden = false;
showAll(false);
current = shown[0];
refresh();
follow(location.hash);
