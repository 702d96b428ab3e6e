// ---- A file of the reader, as neosig speed --json writes it: it stays in this browser ----

const TYPES = {
  object: (v) => v !== null && typeof v === "object" && !Array.isArray(v),
  array: Array.isArray,
  string: (v) => typeof v === "string",
  boolean: (v) => typeof v === "boolean",
  integer: Number.isInteger,
  number: (v) => typeof v === "number",
  null: (v) => v === null,
};

// What is wrong with a value, a line each, as schema.py says it.
function faults(value, schema, place) {
  const types = [schema.type ?? []].flat();
  if (types.length && !types.some((name) => TYPES[name](value))) return [`${place} is no ${types.join(" or ")}`];
  const found = [];
  if ("const" in schema && value !== schema.const) found.push(`${place} is not '${schema.const}'`);
  if ("enum" in schema && !schema.enum.includes(value)) found.push(`${place} is none of ${schema.enum.join(", ")}`);
  if (typeof value === "string" && !new RegExp(schema.pattern ?? "").test(value))
    found.push(`${place} does not match ${schema.pattern}`);
  if (typeof value === "number" && !(value >= (schema.minimum ?? value)))
    found.push(`${place} is below ${schema.minimum}, or no number`);
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? value.length))
      found.push(`${place} has ${value.length} elements`);
    value.forEach((element, i) => found.push(...faults(element, schema.items ?? {}, `${place}[${i}]`)));
  } else if (TYPES.object(value)) {
    const { required = [], properties = {}, additionalProperties: others = {} } = schema;
    found.push(...required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${place} has no ${name}`));
    for (const [name, element] of Object.entries(value))
      if (Object.hasOwn(properties, name)) found.push(...faults(element, properties[name], `${place}.${name}`));
      else if (others === false) found.push(`${place} has ${name}, which the schema does not know`);
      else found.push(...faults(element, others, `${place}.${name}`));
  }
  return found;
}

function faultsOf(text, name) {
  let file;
  try {
    file = JSON.parse(text);
  } catch (error) {
    return { wrong: [`${name} is no JSON: ${error.message}`] };
  }
  const wrong = faults(file, schema, name);
  if (!wrong.length) {
    const described = new Set(file.algorithms.map((a) => a.name)),
      unknown = [...new Set(file.results.map((r) => r.algorithm))].filter((a) => !described.has(a)).sort();
    if (unknown.length) wrong.push(`${name}: algorithms does not describe ${unknown.join(", ")}`);
    if (!file.results.some((r) => r.backend !== "reference")) wrong.push(`${name} has no results of neosig`);
  }
  return { file, wrong };
}

const familyOf = (a) => sets[a.name]?.[0] ?? a.scheme,
  times = (ratio) => ratio.toFixed(ratio < 10 ? 2 : ratio < 100 ? 1 : 0);

function tag(parent, name, text, attributes = {}) {
  const element = Object.assign(document.createElement(name), attributes);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

// As headline.cell.
function putCell(row, algorithms, levels, values, unit) {
  const order = algorithms
    .filter((a) => levels.includes(a.level) && usable.includes(a.status) && values[a.name] !== undefined)
    .sort((a, b) => values[a.name] - values[b.name] || (a.name < b.name ? -1 : 1));
  const cell = tag(row, "td", order.length ? undefined : "none");
  if (!order.length) return;
  const [best] = order,
    value = values[best.name],
    other = order.find((a) => familyOf(a) !== familyOf(best));
  tag(cell, "b", best.name);
  cell.append(" ");
  tag(cell, "span", `${Math.round(value).toLocaleString("en")} ${unit}`);
  if (other) tag(cell, "small", `then ${other.name}: ${times(values[other.name] / value)}×`);
}

function warnings(file) {
  const found = [];
  if (file.emulated && file.unit !== "instructions") found.push("emulated: these times say nothing about a real CPU");
  if (file.cpu_share < 0.9)
    found.push(`the program had ${Math.round(100 * file.cpu_share)} % of the CPU: measure again`);
  return found;
}

// The headline of a file, by the fastest backend of each operation.
function putHeadline(parent, file, name) {
  const box = tag(parent, "div", undefined, { className: "scroll on", tabIndex: 0 }),
    table = tag(box, "table", undefined, { className: "headline" });
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", `fastest on ${file.cpu}, ${name}`);
  const date = file.date ? ` of ${file.date.slice(0, 10)}` : "",
    warned = warnings(file).map((text) => `. Beware, ${text}`).join("");
  const unit = `${file.unit} by ${file.counter}`;
  tag(table, "caption", `Fastest on ${file.cpu} (${name}${date}): neosig, median, ${unit}${warned}`);
  const head = tag(tag(table, "thead"), "tr"),
    body = tag(table, "tbody");
  tag(head, "td");
  for (const label of Object.keys(levels)) tag(head, "th", label, { scope: "col" });
  for (const [operation, label] of Object.entries(headlineRows)) {
    const row = tag(body, "tr"),
      values = {};
    tag(row, "th", label, { scope: "row" });
    for (const r of file.results)
      if (r.operation === operation && r.backend !== "reference")
        values[r.algorithm] = Math.min(values[r.algorithm] ?? Infinity, r.median);
    for (const those of Object.values(levels)) putCell(row, file.algorithms, those, values, file.unit);
  }
  const row = tag(body, "tr"),
    bytes = Object.fromEntries(file.algorithms.map((a) => [a.name, a.public_key_bytes + a.signature_bytes]));
  tag(row, "th", smallest, { scope: "row" });
  for (const those of Object.values(levels)) putCell(row, file.algorithms, those, bytes, "bytes");
  return box;
}

// Its figures, for the axes of the first plot.
function putSeries(file, id, name) {
  for (const backend of new Set(file.results.map((r) => r.backend))) {
    if (backend === "reference") continue;
    const values = {};
    for (const r of file.results)
      if (r.backend === backend) (values[r.algorithm] ??= [])[operations.indexOf(r.operation)] = Math.round(r.mean);
    shown[`${id}:${backend}`] = [`${file.unit} (${name}, ${backend})`, values];
    tag(axes.elements.of, "option", `${name}, ${backend}: ${file.unit}`, { value: `${id}:${backend}` });
  }
}

let files = 0;

function putFile(file, name) {
  const id = `own${(files += 1)}`,
    label = document.createElement("label");
  core.querySelector("label[for=file]").before(label);
  const radio = tag(label, "input", undefined, { type: "radio", name: "core", value: id });
  tag(label, "span", name.replace(/\.json$/, ""));
  const box = putHeadline(document.getElementById("fastest"), file, name);
  box.dataset.core = id;
  core.after(box);
  tag(document.head, "style", `main:not(:has([value="${id}"]:checked)) [data-core="${id}"]{display:none}`);
  putSeries(file, id, name);
  radio.checked = true;
}

document.getElementById("file").addEventListener("change", async (event) => {
  const said = document.getElementById("faults");
  said.replaceChildren();
  for (const given of event.target.files) {
    const { file, wrong } = faultsOf(await given.text(), given.name);
    if (wrong.length) {
      for (const line of wrong.slice(0, 5)) tag(said, "p", line);
      if (wrong.length > 5) tag(said, "p", `and ${wrong.length - 5} more`);
    } else putFile(file, given.name);
  }
  event.target.value = ""; // so that the same file, mended, may be chosen again
});
