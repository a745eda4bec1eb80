// Events, places and threads in words: those of `words.rs`, as a test compares.

function eventWords(event) {
  const name = nameOf(event.variable);
  const none = (value) => value === undefined || value === null;
  switch (event.kind) {
    case "read":
      return `reads ${name} = ${event.value}`;
    case "write":
      return none(event.before) ? `writes ${name} = ${event.after}` : `writes ${name}: ${event.before} -> ${event.after}`;
    case "update":
      return none(event.after) ? `finds ${name} = ${event.before}` : `updates ${name}: ${event.before} -> ${event.after}`;
    case "assign":
      return `sets ${name} = ${event.value}`;
    case "input":
      if (event.is_unset) return `reads ${none(event.variable) ? "memory" : name}, which has no value: ${event.value}`;
      return none(event.variable) ? `input ${event.value}` : `input ${name} = ${event.value}`;
    case "library":
      return event.words;
    case "creates":
      return `creates thread ${event.thread}`;
    case "ends":
      return "ends";
    default:
      return event.kind;
  }
}

/** In short and in detail. */
function allEvents(step) {
  return [...step.events, ...(step.details ?? [])];
}

function stepWords(step) {
  return step.events.map(eventWords).join(", ");
}

function nameOf(variable) {
  return execution.variables[variable]?.name ?? "?";
}

/** A variable with whose it is, where names alone do not tell. */
function fullNameOf(variable) {
  const { name, thread, function: owner } = execution.variables[variable];
  if (thread === undefined || thread === null) return name;
  return owner ? `${name} of ${owner} in T${thread}` : `${name} of T${thread}`;
}

/** `main`, or `thread 2 (worker)`. */
function titleOf(number) {
  const thread = execution.threads.find((candidate) => candidate.number === number);
  if (!thread) return `thread ${number}`;
  return thread.created ? `thread ${number} (${thread.function})` : thread.function;
}

/** `queue.c:41`, without the folders. */
function placeWords(place) {
  if (!place) return "";
  const name = execution.files[place.file]?.name ?? "?";
  return `${name.split("/").at(-1)}:${place.line}`;
}

/** The same where there is only one file to speak of. */
function shortPlaceWords(place) {
  return execution.files.length === 1 ? `line ${place.line}` : placeWords(place);
}

/** All of a position in a sentence, for who listens and for the line below the timeline. */
function positionWords(position) {
  if (position === execution.end) return `Violation: ${execution.violation.message}`;
  const step = execution.steps[position];
  const place = step.place ? ` at ${placeWords(step.place)}` : "";
  const words = stepWords(step);
  return `Step ${position + 1} of ${execution.end}: ${titleOf(step.thread)}${place}${words ? `: ${words}` : ""}`;
}

/** The same for the eye, which sees thread and place beside it. */
function statusNodes(position) {
  const whole = unseen(positionWords(position));
  const isEnd = position === execution.end;
  const words = isEnd ? "" : stepWords(execution.steps[position]);
  const seen = isEnd ? positionWords(position) : `Step ${position + 1} of ${execution.end}${words ? ` · ${words}` : ""}`;
  return [whole, element("span", { "aria-hidden": "true" }, shortened(seen, 160))];
}

/** The address that leads to a position. */
function addressOf(position) {
  return position === execution.end ? "#violation" : `#step=${position + 1}`;
}

/** The position that an address means, or null. */
function positionOf(address) {
  if (address === "#violation") return execution.end;
  const match = /^#step=(\d+)$/.exec(address);
  if (!match) return null;
  return Math.min(Math.max(Number(match[1]) - 1, 0), execution.end);
}
