// What is true after each step.
//
// A *position* is the number of a step, from 0: the state shown is that after it. The position behind the last step is the violation. For
// every variable, lock and thread there is the list of its changes in the order of time; the state at a position is a binary search in it,
// so that jumps in long executions cost no more than single steps.

function executionOf(report) {
  const trace = report.trace;
  const execution = {
    files: report.program.files,
    threads: trace.threads,
    variables: trace.variables,
    steps: trace.steps,
    violation: trace.violation,
    end: trace.steps.length,
    writes: trace.variables.map(() => []),
    mentions: trace.variables.map(() => []),
    holders: trace.variables.map(() => []),
    threadSteps: new Map(trace.threads.map((thread) => [thread.number, []])),
    created: new Map(),
    ended: new Map(),
    waits: new Map(trace.threads.map((thread) => [thread.number, []])),
    locksHeld: [],
    held: [],
  };
  trace.steps.forEach((step, position) => {
    listOf(execution.threadSteps, step.thread).push({ position });
    endWait(execution, position, step.thread);
    for (const event of allEvents(step)) note(execution, position, step.thread, event);
  });
  return execution;
}

function note(execution, position, thread, event) {
  const { variable } = event;
  if (execution.mentions[variable]) execution.mentions[variable].push({ position, thread });
  const wrote = (value) => execution.writes[variable]?.push({ position, thread, value });
  switch (event.kind) {
    case "write":
    case "update":
      return isWrite(event) ? wrote(event.after) : undefined;
    case "assign":
    case "input":
      return wrote(event.value);
    case "creates":
      return execution.created.set(event.thread, position);
    case "ends":
      return execution.ended.set(thread, position);
    case "library":
      return noteEffect(execution, position, thread, event);
  }
}

/** Whether an event changes memory. An update that has no value after it is an atomic load, or a compare-exchange that failed. */
function isWrite(event) {
  return event.kind === "write" || (event.kind === "update" && event.after !== undefined && event.after !== null);
}

function noteEffect(execution, position, thread, event) {
  if (event.effect === "waits") listOf(execution.waits, thread).push({ position, to: null, words: event.words });
  const holders = execution.holders[event.variable];
  // Nobody holds a semaphore: who waits for it and who posts it need not be the same.
  const isLock = (event.effect === "acquires" || event.effect === "releases") && !event.function.startsWith("sem_");
  if (!holders || !isLock) return;
  const held = (execution.held[event.variable] ??= new Map());
  const bars = listOf(held, thread);
  if (event.effect === "acquires") {
    bars.push({ thread, variable: event.variable, from: position, to: null });
    execution.locksHeld.push(bars.at(-1));
  } else if (bars.length) bars.pop().to = position;
  // Recursive locks are free when every acquisition is undone; locks for reading have several holders.
  const threads = [...held.keys()].filter((holder) => held.get(holder).length);
  holders.push({ position, thread, threads });
}

/** A thread that takes a step waits no longer. */
function endWait(execution, position, thread) {
  const wait = execution.waits.get(thread)?.at(-1);
  if (wait && wait.to === null) wait.to = position;
}

function listOf(map, key) {
  if (!map.has(key)) map.set(key, []);
  return map.get(key);
}

/** The last of a list of changes that is not behind a position. */
function latest(changes, position) {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (changes[middle].position <= position) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : changes[low - 1];
}

/** What a variable contains at a position: the text, and the write that it is from. */
function valueAt(execution, variable, position) {
  const write = latest(execution.writes[variable], position);
  const holding = latest(execution.holders[variable], position);
  const { initial } = execution.variables[variable];
  if (write && !(holding && holding.position > write.position)) return { text: write.value, write };
  if (execution.holders[variable].length && (holding || initial === undefined || initial === null)) {
    return { text: heldBy(holding?.threads ?? []), write: holding, isLock: true };
  }
  return { text: initial ?? null, write: null };
}

function heldBy(threads) {
  return threads.length === 0 ? "free" : `held by ${threads.map((thread) => `T${thread}`).join(", ")}`;
}

/** What a thread does at a position, in a word. */
function statusOf(execution, thread, position) {
  const isViolation = position === execution.end;
  const created = execution.created.get(thread);
  if (created !== undefined && created > position) return "not created yet";
  const ended = execution.ended.get(thread);
  if (ended !== undefined && ended <= position) return "ended";
  const wait = latest(execution.waits.get(thread) ?? [], position);
  if (wait && (wait.to === null || wait.to > position)) return wait.words;
  if (isViolation && execution.violation.thread === thread) return "fails here";
  if (!isViolation && execution.steps[position].thread === thread) return "running";
  return latest(execution.threadSteps.get(thread) ?? [], position) ? "paused" : "not begun yet";
}

/** The calls in which a thread is at a position, innermost first: those of its last step. */
function stackOf(execution, thread, position) {
  const ended = execution.ended.get(thread);
  if (ended !== undefined && ended <= position && !(ended === position && execution.steps[position]?.thread === thread)) return [];
  if (position === execution.end) {
    const stack = execution.violation.stacks.find((entry) => entry.thread === thread);
    if (stack) return stack.frames;
  }
  const last = latest(execution.threadSteps.get(thread) ?? [], position);
  return last ? execution.steps[last.position].stack : [];
}

/** Where a thread stands at a position: the place of the statement that it executed last, or null. */
function placeOf(execution, thread, position) {
  if (position === execution.end && execution.violation.thread === thread && execution.violation.place) return execution.violation.place;
  const stack = stackOf(execution, thread, position);
  const last = latest(execution.threadSteps.get(thread) ?? [], position);
  if (position !== execution.end && stack.length && last) {
    const { place } = execution.steps[last.position];
    if (place) return place;
  }
  return stack.find((frame) => frame.at)?.at ?? null;
}

/** Who acts at a position. */
function actorOf(execution, position) {
  return position === execution.end ? execution.violation.thread : execution.steps[position].thread;
}
