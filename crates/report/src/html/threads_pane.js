// Each thread: what it does, the calls that it is in, and their local variables.

function createThreadsPane(root, pins, visit) {
  const locals = new Map();
  execution.variables.forEach((variable, number) => {
    const isOwn = (variable.storage === "local" || variable.storage === "thread-local") && !variable.is_contended;
    if (isOwn) listOf(locals, variable.thread).push(number);
  });
  return {
    show(position, before) {
      const actor = actorOf(execution, position);
      const cards = execution.threads.map(({ number }) => threadCard(number, position, before, actor, locals.get(number) ?? []));
      root.replaceChildren(...cards);
    },
  };

  function threadCard(number, position, before, actor, own) {
    const frames = stackOf(execution, number, position);
    const status = statusOf(execution, number, position);
    return element(
      "div",
      { class: `thread thread-${number % COLOURS}${number === actor ? " active" : ""}` },
      element("div", { class: "who" }, badge(number), element("strong", {}, titleOf(number)), element("span", { class: "status" }, status)),
      frames.length ? element("ol", { class: "stack" }, frames.map((frame) => frameItem(frame, position, before, own))) : null,
      globalsOfThread(own, position, before),
    );
  }

  function frameItem(frame, position, before, own) {
    const named = own.filter((variable) => execution.variables[variable].function === frame.function);
    const place = frame.at ? element("button", { type: "button", class: "place", onclick: () => visit(frame.at) }, shortPlaceWords(frame.at)) : null;
    return element("li", {}, element("code", {}, `${frame.function}`), " ", place, localList(named, position, before));
  }

  function globalsOfThread(own, position, before) {
    return localList(own.filter((variable) => !execution.variables[variable].function), position, before);
  }

  /** Only variables that have been mentioned: before that they need not exist. */
  function localList(variables, position, before) {
    const known = variables.filter((variable) => latest(execution.mentions[variable], position));
    if (known.length === 0) return null;
    const items = known.map((variable) => {
      const now = valueAt(execution, variable, position);
      const isChanged = now.write && now.write.position > before;
      return element("div", { class: isChanged ? "local changed" : "local" }, pinButton(variable, pins), element("code", { class: "name" }, nameOf(variable)), element("span", { class: "value" }, valueNodes(now, null)));
    });
    return element("div", { class: "locals" }, items);
  }
}
