// Sorts the rows by a click on a heading, and shows those that contain what is typed.
"use strict";
(() => {
  const table = document.getElementById("rows");
  const body = table.tBodies[0];
  const value = (row, column) => {
    const cell = row.cells[column];
    return cell.classList.contains("number") ? Number(cell.dataset.value ?? -1) : cell.textContent;
  };
  const compare = (a, b) => (typeof a === "number" ? a - b : a.localeCompare(b));
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = heading.textContent;
    heading.replaceChildren(button);
    button.addEventListener("click", () => {
      const descends = heading.getAttribute("aria-sort") === "ascending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", descends ? "descending" : "ascending");
      const rows = [...body.rows].sort((a, b) => compare(value(a, column), value(b, column)));
      body.append(...(descends ? rows.reverse() : rows));
    });
  });
  const filter = document.getElementById("filter");
  const input = filter.querySelector("input");
  const output = filter.querySelector("output");
  filter.hidden = false;
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const row of body.rows) {
      const text = [...row.cells].map((cell) => cell.textContent).join(" ").toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    output.textContent = `${shown} of ${body.rows.length}`;
  });
})();
