// ---- What is shown ----

const [filter, axes, core, tip] = ["filter", "axes", "core", "tip"].map((id) => document.getElementById(id));
for (const hidden of all(".script")) hidden.hidden = false;

function chosenNow() {
  const { level, status, operation, order, name, sets: which } = filter.elements;
  return {
    level: level.value,
    status: status.value,
    operation: operation.value,
    order: order.value,
    name: name.value.trim().toLowerCase(),
    sets: which.value,
    families: new Set(all("[name=family]:checked", filter).map((box) => box.value)),
  };
}

const sections = all("main > section").filter((s) => s.querySelector("figure"));
const NO_MATCH = "No match: no set passes these filters.";

// How many sets a figure shows of those it has.
function count(figure, marks) {
  const text = figure.querySelector(".shown");
  if (!text) return;
  const number = new Set(marks.map((m) => m.dataset.s).filter(Boolean)).size;
  figure.classList.toggle("none", !marks.length);
  text.textContent = number ? `${number} of ${text.dataset.of} sets` : NO_MATCH;
}

function update() {
  const chosen = chosenNow(),
    main = document.querySelector("main");
  main.dataset.operation = chosen.operation;
  for (const plot of all("svg.rows")) count(plot.closest("figure"), layRows(plot, chosen));
  count(document.getElementById("a").closest("figure"), layScatter(chosen));
  const growth = document.getElementById("e");
  if (growth) count(growth.closest("figure"), layGrowth(chosen));
  for (const row of all("figure tbody tr")) row.hidden = !passes(row, chosen, false);
  const names = Object.keys(sets),
    matching = names.filter((s) => passes({ dataset: { s } }, chosen, false)).length;
  filter.elements.count.value = matching ? `${matching} of ${names.length} sets` : NO_MATCH;
}

// ---- The state, in the address behind #: a section, and what is not as at first ----

function fields() {
  return [...filter.elements, ...axes.elements].filter((e) => e.name && e.name !== "family" && e.name !== "count");
}

const first = Object.fromEntries(fields().map((e) => [e.name, e.value])),
  firstCore = core.elements.core.value;
let section = "";

function parts() {
  const found = location.hash.slice(1).split("&");
  return { section: found[0].includes("=") ? "" : found[0], state: new URLSearchParams(location.hash.slice(1)) };
}

// The section that is read.
function current() {
  const tops = sections.map((s) => [s.id, s.getBoundingClientRect().top]);
  return tops.filter(([, top]) => top < innerHeight / 2).at(-1)?.[0] ?? "";
}

function save() {
  const found = section ? [section] : [],
    families = all("[name=family]", filter),
    add = (name, value) => found.push(`${name}=${encodeURIComponent(value).replaceAll("%20", "+")}`);
  if (core.elements.core.value !== firstCore && !core.elements.core.value.startsWith("own"))
    add("core", core.elements.core.value);
  for (const e of fields()) if (e.value !== first[e.name]) add(e.name, e.value);
  if (families.some((box) => !box.checked))
    add(
      "family",
      families
        .filter((b) => b.checked)
        .map((b) => b.value)
        .join(" "),
    );
  const hash = found.length ? `#${found.join("&")}` : "";
  if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname + location.search);
}

// A link to a section says nothing of the filters, which stay as they are.
function restore() {
  const { section: named, state } = parts(),
    bare = named && !location.hash.includes("=");
  if (!bare) {
    for (const e of fields()) {
      const value = state.get(e.name) ?? first[e.name];
      if (e.tagName !== "SELECT" || [...e.options].some((o) => o.value === value)) e.value = value;
    }
    for (const box of all("[name=family]", filter))
      box.checked = !state.has("family") || state.get("family").split(" ").includes(box.value);
    const value = state.get("core") ?? firstCore;
    for (const radio of all("[name=core]", core)) if (radio.value === value) radio.checked = true;
  }
  section = named;
}

function go() {
  document.getElementById(section)?.scrollIntoView();
}

// ---- Tooltips ----

function tell(mark, x, y) {
  tip.hidden = !mark;
  if (!mark) return;
  tip.textContent = mark.dataset.t;
  const box = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - box.width - 4))}px`;
  tip.style.top = `${y + 18 + box.height < innerHeight ? y + 18 : Math.max(4, y - box.height - 10)}px`;
}

const marked = (event) => event.target.closest?.(".m, .r");
document.addEventListener("pointermove", (event) => tell(marked(event), event.clientX, event.clientY));
document.addEventListener("focusin", (event) => {
  const mark = marked(event),
    box = mark?.getBoundingClientRect();
  tell(mark, box?.left + box?.width / 2, box?.bottom);
});
document.addEventListener("focusout", () => tell(null));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") tell(null);
  const mark = marked(event),
    step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!mark || !step) return;
  const { marks } = mark.ownerSVGElement,
    next = marks[(marks.indexOf(mark) + step + marks.length) % marks.length];
  mark.setAttribute("tabindex", -1);
  next.setAttribute("tabindex", 0);
  next.focus();
  event.preventDefault();
});

const textColumns = (element) => Number(element.closest("table").className.slice(1)); // the first so many

// The cells of a row of a plot, where it has no text of its own: those of its set that have its name.
function ofTable(row, label) {
  const { heads, groups } = row.closest("figure").querySelector("table"),
    lines = [`${row.dataset.s}, ${label}`];
  for (const line of groups[row.dataset.s] ?? []) {
    const cells = [...line.cells].map((cell) => cell.textContent.trim()),
      texts = textColumns(line);
    if (!cells.slice(0, texts).some((cell) => label.startsWith(cell))) continue;
    lines.push(
      cells
        .map((cell, i) => i && !label.includes(cell) && cell && (i < texts ? cell : `${heads[i]} ${cell}`))
        .filter(Boolean)
        .join(", "),
    );
  }
  return lines.join("\n");
}

for (const table of all("figure table")) {
  const heads = (table.heads = all("th", table).map((head) => head.textContent));
  const groups = (table.groups = {});
  for (const row of table.tBodies[0].rows) {
    if (heads[0] === "set") row.dataset.s = row.cells[0].textContent.split(",")[0];
    row.dataset.o = heads[1] === "operation" ? row.cells[1].textContent : "";
    (groups[row.dataset.s] ??= []).push(row);
  }
}

function describe(mark, text) {
  mark.dataset.t = mark.dataset.about = text;
  mark.setAttribute("aria-label", text);
  mark.setAttribute("role", "img");
  mark.querySelector("title")?.remove();
}

for (const mark of all(".m")) describe(mark, mark.querySelector("title").textContent);
for (const plot of all("svg.rows"))
  for (const { rows } of groupsOf(plot))
    for (const { row, text } of rows)
      describe(row, row.querySelector("title")?.textContent ?? ofTable(row, text.textContent));

// ---- Tables are ordered by a column where its head is pressed, and downloaded as they are shown ----

for (const head of all("figure thead th")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = head.textContent;
  head.replaceChildren(button);
  button.addEventListener("click", () => {
    const body = head.closest("table").tBodies[0],
      column = head.cellIndex,
      down = head.getAttribute("aria-sort") === "ascending";
    for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const key = (row) => row.cells[column].textContent,
      number = (text) => (text === "" ? Infinity : parseFloat(text.replaceAll(",", "")));
    const compare =
      head.cellIndex >= textColumns(head)
        ? (a, b) => number(key(a)) - number(key(b)) || 0
        : (a, b) => key(a).localeCompare(key(b), "en", { numeric: true });
    body.append(...[...body.rows].sort((a, b) => (down ? compare(b, a) : compare(a, b))));
  });
}

// The rows of a table that the filters leave, numbers without commas.
function rowsOf(table) {
  const cells = (row) => [...row.cells].map((cell) => cell.textContent),
    number = (text) => (/^-?[\d,]+(\.\d+)?$/.test(text) ? text.replaceAll(",", "") : text);
  return [...table.tBodies[0].rows]
    .filter((row) => !row.hidden)
    .map((row) => cells(row).map((text, i) => (i < textColumns(row) ? text : number(text))));
}

function csv(table) {
  const quote = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [table.heads, ...rowsOf(table)].map((cells) => cells.map(quote).join(",") + "\r\n").join("");
}

function json(table) {
  const value = (text, i) => (i < textColumns(table) || text === "" || isNaN(text) ? text || null : Number(text));
  return rowsOf(table).map((cells) => Object.fromEntries(cells.map((text, i) => [table.heads[i], value(text, i)])));
}

function download(name, type, text) {
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(new Blob([text], { type })),
    download: name,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

document.addEventListener("click", (event) => {
  const { get } = event.target.dataset,
    id = event.target.closest("section")?.id;
  if (!get) return;
  if (id) {
    const table = event.target.closest("figure").querySelector("table");
    download(`neosig-${id}.${get}`, get === "csv" ? "text/csv" : "application/json",
      get === "csv" ? csv(table) : JSON.stringify(json(table), null, 1));
  } else {
    const tables = sections.map((s) => [s.id, json(s.querySelector("table"))]);
    download("neosig.json", "application/json", JSON.stringify(Object.fromEntries(tables), null, 1));
  }
});

// ---- Begin ----

for (const form of [filter, axes, core]) {
  form.addEventListener("input", (event) => {
    if (event.target.type === "file") return;
    if (form !== core) update();
    section = form === core ? "" : current();
    save();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
}
filter.addEventListener("reset", () => {
  axes.reset();
  setTimeout(() => {
    update();
    save();
  });
});
addEventListener("hashchange", () => {
  restore();
  update();
  save();
  go();
});
restore();
update();
save();
if (section) go();
