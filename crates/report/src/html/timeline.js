// The timeline: a lane for each thread, a block for each context, a sign for each step. A line down joins the contexts of a switch; bars
// below a lane are the locks that the thread holds and its waits, also while other threads run, which is when they matter.

const ROOMY = { above: 6, block: 18, bar: 13, below: 5 };
const DENSE = { above: 4, block: 13, bar: 13, below: 4 };
const AXIS = 16;
/** Bars that overlap are below each other, up to so many. */
const LEVELS = 3;
/** The least and the most width of a step. */
const STEP_WIDTH = { least: 3, most: 220, sign: 5 };

function createTimeline(track, labels, tip, go) {
  let geometry = null;
  let cursor = null;
  let shown = [];
  let position = 0;

  const nearest = (event) => {
    const x = event.clientX - track.firstChild.getBoundingClientRect().left;
    return shown[Math.min(Math.max(Math.floor(x / geometry.width), 0), shown.length - 1)];
  };
  track.addEventListener("click", (event) => go(nearest(event)));
  track.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") return;
    const target = nearest(event);
    if (event.buttons === 1) go(target);
    tell(tip, event, positionWords(target));
  });
  track.addEventListener("pointerleave", () => (tip.hidden = true));
  new ResizeObserver(() => shown.length && layOut(shown)).observe(track);

  function layOut(positions) {
    const room = track.clientWidth;
    if (positions === shown && geometry?.room === room) return;
    shown = positions;
    geometry = geometryOf(shown, room);
    cursor = drawing("rect", { class: "cursor", y: 0, width: Math.max(geometry.width, 2), height: geometry.height });
    track.replaceChildren(drawTimeline(geometry, shown, cursor));
    labels.replaceChildren(...geometry.lanes.map(laneLabel));
    show(position);
  }

  function show(next) {
    position = next;
    const index = geometry?.columnOf(position);
    if (index === undefined) return;
    const x = index * geometry.width;
    cursor.setAttribute("x", x);
    const isOut = x < track.scrollLeft + 20 || x > track.scrollLeft + track.clientWidth - 40;
    if (isOut && track.scrollWidth > track.clientWidth) track.scrollLeft = x - track.clientWidth / 2;
    const label = labels.children[geometry.lanes.indexOf(geometry.laneOf(actorOf(execution, position)))];
    if (label) reveal(track.parentElement, label, false);
  }

  return { layOut, show };
}

/** Where everything is. */
function geometryOf(shown, room) {
  const width = Math.min(Math.max((room - 2) / shown.length, STEP_WIDTH.least), STEP_WIDTH.most);
  const columns = new Map(shown.map((position, index) => [position, index]));
  const bars = barsOf(shown, width);
  const size = execution.threads.length > 6 ? DENSE : ROOMY;
  let top = 0;
  const lanes = execution.threads.map(({ number }) => {
    const own = bars.filter((bar) => bar.thread === number);
    const levels = Math.max(0, ...own.map((bar) => bar.level + 1));
    const height = size.above + size.block + levels * size.bar + size.below;
    const lane = { number, top, height, size, middle: top + size.above + size.block / 2, bars: own };
    top += height;
    return lane;
  });
  return {
    width,
    room,
    lanes,
    laneOf: (thread) => lanes.find((lane) => lane.number === thread) ?? lanes[0],
    columnOf: (position) => columns.get(position),
    bottom: top,
    height: top + AXIS,
    total: Math.max(width * shown.length, 1),
  };
}

/** Locks held and waits, in columns, each on the first level below its lane that is free. */
function barsOf(shown, width) {
  const column = (position) => firstNotBefore(shown, position);
  const waits = [...execution.waits].flatMap(([thread, list]) => list.map(({ position, to, words }) => ({ thread, from: position, to, label: words, kind: "wait" })));
  const held = execution.locksHeld.map((lock) => ({ ...lock, label: nameOf(lock.variable), kind: "lock" }));
  const ends = new Map();
  return [...held, ...waits]
    .sort((one, other) => one.from - other.from)
    .map((bar) => {
      const from = column(bar.from) * width;
      const to = (bar.to === null ? shown.length : column(bar.to) + 1) * width;
      const levels = listOf(ends, bar.thread);
      let level = levels.findIndex((end) => end <= from);
      if (level < 0) level = levels.length;
      if (level < LEVELS) levels[level] = to;
      return { ...bar, x: from, length: to - from, level };
    })
    .filter((bar) => bar.level < LEVELS);
}

function firstNotBefore(sorted, position) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < position) low = middle + 1;
    else high = middle;
  }
  return Math.min(low, sorted.length - 1);
}

function drawTimeline(geometry, shown, cursor) {
  const contexts = contextsOf(shown);
  const switches = contexts.length - 1;
  const label = `${contexts.length} contexts of ${execution.threads.length} threads, ${switches} switches. Step with the buttons or the arrow keys.`;
  return drawing(
    "svg",
    { width: geometry.total, height: geometry.height, role: "img", "aria-label": label },
    geometry.lanes.map((lane) => drawing("rect", { class: "lane", y: lane.top, width: geometry.total, height: lane.height })),
    cursor,
    geometry.lanes.map((lane) => drawLife(geometry, lane, shown)),
    drawSwitches(geometry, contexts),
    contexts.map((context) => drawContext(geometry, context)),
    geometry.lanes.flatMap((lane) => lane.bars.map((bar) => drawBar(lane, bar))),
    drawSigns(geometry, shown),
    drawEnd(geometry, shown),
    drawAxis(geometry, shown),
  );
}

/** Stretches of shown steps of one context, in columns. */
function contextsOf(shown) {
  const contexts = [];
  shown.forEach((position, column) => {
    if (position === execution.end) return;
    const { thread, context } = execution.steps[position];
    const last = contexts.at(-1);
    if (last && last.context === context) last.to = column + 1;
    else contexts.push({ thread, context, from: column, to: column + 1 });
  });
  return contexts;
}

/** A thin line while the thread exists, with a line down from the thread that creates it. */
function drawLife(geometry, lane, shown) {
  const created = execution.created.get(lane.number);
  const ended = execution.ended.get(lane.number);
  const from = created === undefined ? 0 : firstNotBefore(shown, created) * geometry.width + geometry.width / 2;
  const to = ended === undefined ? geometry.total : (firstNotBefore(shown, ended) + 1) * geometry.width;
  const name = `life thread-${lane.number % COLOURS}`;
  const life = [drawing("path", { class: name, d: `M${from} ${lane.middle}H${Math.max(from, to)}` })];
  if (created !== undefined) {
    const parent = geometry.laneOf(execution.steps[created].thread);
    life.push(drawing("path", { class: `birth ${name}`, d: `M${from} ${parent.middle}V${lane.middle}` }));
  }
  return life;
}

function drawSwitches(geometry, contexts) {
  const lines = contexts.slice(1).map((context, index) => {
    const from = geometry.laneOf(contexts[index].thread).middle;
    return `M${context.from * geometry.width} ${from}V${geometry.laneOf(context.thread).middle}`;
  });
  return drawing("path", { class: "switches", d: lines.join("") });
}

function drawContext(geometry, { thread, from, to }) {
  const lane = geometry.laneOf(thread);
  const gap = geometry.width > 6 ? 1 : 0;
  return drawing("rect", {
    class: `context thread-${thread % COLOURS}`,
    x: from * geometry.width + gap,
    y: lane.middle - lane.size.block / 2,
    width: Math.max((to - from) * geometry.width - 2 * gap, 1),
    height: lane.size.block,
    rx: Math.min(4, geometry.width / 2),
  });
}

function drawBar(lane, { kind, label, x, length, level }) {
  const y = lane.middle + lane.size.block / 2 + 2 + level * lane.size.bar;
  const fits = label.length * 6 + 6 < length;
  return drawing(
    "g",
    { class: `bar ${kind}` },
    drawing("title", {}, kind === "lock" ? `holds ${label}` : label),
    drawing("rect", { x: x + 1, y, width: Math.max(length - 2, 1), height: lane.size.bar - 2, rx: 2 }),
    fits ? drawing("text", { x: x + 5, y: y + 9 }, label) : null,
  );
}

/** A full dot for a write that others see, a ring for such a read, a stroke for anything else. */
function drawSigns(geometry, shown) {
  if (geometry.width < STEP_WIDTH.sign) return [];
  const radius = Math.min(4, geometry.width / 3);
  const paths = { write: [], read: [], other: [] };
  shown.forEach((position, column) => {
    if (position === execution.end) return;
    const x = (column + 0.5) * geometry.width;
    const y = geometry.laneOf(execution.steps[position].thread).middle;
    const kind = signOf(execution.steps[position]);
    const circle = `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
    paths[kind].push(kind === "other" ? `M${x} ${y - 3}v6` : circle);
  });
  return Object.entries(paths).map(([kind, list]) => drawing("path", { class: `sign ${kind}`, d: list.join("") }));
}

function signOf(step) {
  const shared = allEvents(step).filter((event) => execution.variables[event.variable]?.is_contended);
  if (shared.some(isWrite)) return "write";
  return shared.some((event) => event.kind === "read" || event.kind === "update") ? "read" : "other";
}

function drawEnd(geometry, shown) {
  const x = (shown.length - 0.5) * geometry.width;
  const y = geometry.laneOf(execution.violation.thread).middle;
  return drawing("path", { class: "end", d: `M${x - 5} ${y - 5}l10 10m0 -10l-10 10` });
}

/** The number of a step wherever there is room for it. */
function drawAxis(geometry, shown) {
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((count) => count * geometry.width >= 30) ?? 1000;
  const numbers = [];
  for (let column = every - 1; column < shown.length - 1; column += every) {
    const x = (column + 0.5) * geometry.width;
    numbers.push(drawing("text", { class: "axis", x, y: geometry.bottom + 12 }, String(shown[column] + 1)));
  }
  return numbers;
}

function laneLabel(lane) {
  const label = element("div", { class: "label" }, badge(lane.number), element("span", {}, titleOf(lane.number)));
  label.style.height = `${lane.height}px`;
  label.style.paddingTop = `${lane.size.above + lane.size.block / 2 - 9}px`;
  return label;
}

function tell(tip, event, words) {
  tip.textContent = shortened(words, 300);
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(event.clientX + 12, innerWidth - width - 8))}px`;
  tip.style.top = `${event.clientY + 18 + height > innerHeight ? event.clientY - height - 8 : event.clientY + 18}px`;
}
