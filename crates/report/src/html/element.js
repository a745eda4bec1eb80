// Making parts of the page. Everything that comes from the user's files goes in as text, never as HTML.

/** An element with attributes; a name that begins with "on" is an event to listen to. */
function element(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** The same within a drawing. */
function drawing(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function furnish(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(name, value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
}

/** Brings a part of a scrolling pane into sight, and scrolls nothing else: the page must not jump. */
function reveal(scroller, part, isCentred) {
  const outer = scroller.getBoundingClientRect();
  const inner = part.getBoundingClientRect();
  const margin = isCentred ? Math.min(inner.height * 2, outer.height / 4) : 0;
  const isAbove = inner.top < outer.top + margin;
  const isBelow = inner.bottom > outer.bottom - margin;
  if (!isAbove && !isBelow) return;
  if (isCentred) scroller.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  else scroller.scrollTop += isAbove ? inner.top - outer.top : inner.bottom - outer.bottom;
}

/** A name that may be broken before each part of it: `queue.slots[2].next`. */
function breakable(name) {
  return name.split(/(?=\.|\[|->)/).flatMap((part, index) => (index ? [element("wbr"), part] : [part]));
}

/** The thread's sign: its number in its colour. */
function badge(thread) {
  return element("span", { class: `badge thread-${thread % COLOURS}`, title: titleOf(thread) }, `T${thread}`);
}

/** How many thread colours the style sheet has. */
const COLOURS = 8;

/** A link to a step, which works by the address alone. */
function stepLink(position, ...children) {
  return element("a", { href: addressOf(position) }, ...(children.length ? children : [`#${position + 1}`]));
}
