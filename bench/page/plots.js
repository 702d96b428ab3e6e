// ---- Plots: marks and rows are in the page; they are hidden and moved, and axes drawn again, as svg.py does ----

const SVG = "http://www.w3.org/2000/svg";
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

const show = (element, shown) => element.toggleAttribute("hidden", !shown);

function passes(element, chosen, some) {
  const set = sets[element.dataset.s],
    operation = element.dataset.o;
  if (operation && chosen.operation && operation !== chosen.operation) return false;
  if (!element.dataset.s) return true;
  if (!set) return false;
  return (
    chosen.families.has(set[0]) &&
    (!chosen.level || set[1] == chosen.level) &&
    (!chosen.status || set[2] === chosen.status) &&
    (!some || set[3] || chosen.name || chosen.sets === "all") &&
    element.dataset.s.includes(chosen.name)
  );
}

// Rows with the name above them, and each with its text left of it.
function groupsOf(plot) {
  if (plot.groups) return plot.groups;
  const rows = all(".r", plot),
    groups = [];
  let head = null;
  for (const text of plot.previousElementSibling.children) {
    if (text.matches(".gh")) {
      head = text;
      groups.push({ head, rows: [] });
    } else {
      if (!head) groups.push({ head, rows: [] });
      groups.at(-1).rows.push({ row: rows.shift(), text });
    }
  }
  return (plot.groups = groups);
}

const has = (row, operation) =>
  row.dataset.m ? ` ${row.dataset.m}`.includes(` ${operation},`) : row.querySelector(`.o.${operation}`);

// What a row that was hidden at first has no marks of, as svg.mark has them.
function drawMarks(plot, row, height) {
  if (row.querySelector(".z")) return;
  const { x, width } = plot.viewBox.baseVal,
    { one } = plot.dataset,
    marks = (row.dataset.m ?? "").split(" ").filter(Boolean).map((m) => m.split(","));
  row.prepend(draw(row, "path", { class: "z", d: `M${x} 0h${width}` }));
  if (one) draw(row, "path", { class: "one", d: `M${one} ${-height / 2}v${height}` });
  const xs = [...marks.map((m) => Number(m[1])), ...(one ? [Number(one)] : [])];
  if (marks.length && xs.length > 1) draw(row, "path", { class: "v k", d: `M${Math.min(...xs)} 0H${Math.max(...xs)}` });
  for (const [operation, cx, cy] of marks) {
    const [kind, prepared] = operation.split("-");
    if (shapes[kind]) draw(row, "path", { class: `o ${operation}`, d: `M${cx} ${cy}${shapes[kind]}` });
    else if (prepared) draw(row, "circle", { class: `o ${operation}`, cx, cy, r: 4 });
    else draw(row, "path", { class: `d o ${operation}`, d: `M${cx} ${cy}h0` });
  }
  row.removeAttribute("data-m");
}

function layRows(plot, chosen) {
  const visible = [];
  let y = Number(plot.dataset.top);
  for (const group of groupsOf(plot)) {
    if (group.head) show(group.head, false);
    for (const { row, text } of group.rows) for (const e of [row, text]) show(e, false);
    const operation = chosen.operation,
      rows = group.rows.filter(
        ({ row }) =>
          passes(row, chosen, true) &&
          (!operation || row.dataset.o || !(row.dataset.m || row.querySelector(".o")) || has(row, operation)),
      );
    if (rows.length) visible.push({ head: group.head, rows, value: Math.min(...rows.map((r) => r.row.dataset.v)) });
  }
  if (chosen.order) visible.sort((a, b) => (a.value - b.value) * (chosen.order === "least" ? 1 : -1));
  const put = (element, place) => {
    show(element, true);
    element.setAttribute("transform", `translate(0 ${place})`);
  };
  for (const { head, rows } of visible) {
    if (head) {
      put(head, y);
      y += Number(plot.dataset.head);
    }
    for (const { row, text } of rows) {
      const height = Number(row.dataset.h ?? plot.dataset.height);
      for (const e of [row, text]) put(e, y + height / 2);
      drawMarks(plot, row, height);
      y += height;
    }
  }
  for (const part of [plot, plot.previousElementSibling]) {
    const { x, width } = part.viewBox.baseVal;
    part.setAttribute("height", y + 6);
    part.setAttribute("viewBox", `${x} 0 ${width} ${y + 6}`);
  }
  const marks = visible.flatMap(({ rows }) => rows.map(({ row }) => row));
  rove(plot, marks);
  return marks;
}

function logAxis(values, begin, end) {
  const steps = (v) => {
    const ten = 10 ** Math.floor(Math.log10(v) + 1e-9);
    return [1, 2, 5, 10].map((s) => ten * s);
  };
  const least = Math.min(...values),
    most = Math.max(...values);
  const low = Math.max(...steps(least).filter((s) => s <= least * 1.000001));
  let high = Math.min(...steps(most).filter((s) => s >= most * 0.999999));
  if (low === high) high *= 10;
  const ticks = [];
  for (let ten = 10 ** Math.floor(Math.log10(low) + 1e-9); ten <= high * 1.000001; ten *= 10)
    for (const s of Math.log10(high / low) < 2.999999 ? [1, 2, 5] : [1])
      if (ten * s >= low * 0.999999 && ten * s <= high * 1.000001) ticks.push(ten * s);
  return { ticks, at: (v) => begin + (Math.log(v / low) / Math.log(high / low)) * (end - begin) };
}

function short(n) {
  for (const [size, unit] of [
    [1e9, " G"],
    [1e6, " M"],
    [1e3, " k"],
  ])
    if (n >= size) return Number((n / size).toPrecision(6)) + unit;
  return String(Number(n.toPrecision(6)));
}

function draw(parent, name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

function spread(places, apart) {
  const found = [];
  for (const [x, y] of places) {
    const around = [
      [0, 1],
      [1, 6],
      [2, 12],
      [3, 18],
    ].flatMap(([ring, number]) =>
      [...Array(number).keys()].map((i) => [
        x + apart * ring * Math.cos((2 * Math.PI * i) / number),
        y + apart * ring * Math.sin((2 * Math.PI * i) / number),
      ]),
    );
    found.push(
      around.find((a) => found.every((b) => Math.hypot(a[0] - b[0], a[1] - b[1]) > 0.99 * apart)) ?? [x, y],
    );
  }
  return found;
}

// As svg.free_side.
function putLabel(text, boxes, [x, y], begin, end) {
  const wide = 6.6 * text.textContent.length;
  for (const [dx, dy, kind] of [
    [10, 4, ""],
    [-10, 4, "e"],
    [0, -8, "c"],
    [0, 18, "c"],
    [8, -6, ""],
    [8, 14, ""],
    [-8, -6, "e"],
    [-8, 14, "e"],
  ]) {
    const left = x + dx - { "": 0, e: wide, c: wide / 2 }[kind],
      middle = y + dy - 4;
    if (left < begin || left + wide > end) continue;
    if (boxes.some((b) => Math.abs(middle - b[1]) <= 11 && left <= b[0] + b[2] && b[0] <= left + wide)) continue;
    boxes.push([left, middle, wide]);
    for (const [key, value] of Object.entries({ x: dx, y: dy, class: kind }))
      text.setAttribute(key, value);
    show(text, true);
    return;
  }
  show(text, false);
}

function layScatter(chosen) {
  const scatter = document.getElementById("a"),
    names = scatter.previousElementSibling,
    { top, bottom, begin, end } = scatter.dataset,
    [label, values] = shown[axes.elements.of.value],
    operation = operations.indexOf(axes.elements.y.value),
    bytes = axes.elements.x.value.split("+");
  const place = (s) => [
    bytes.reduce((sum, part) => sum + sets[s][{ public_key: 4, secret_key: 5, signature: 6 }[part]], 0),
    values[s]?.[operation],
  ];
  // The first ones are drawn last.
  const box = scatter.viewBox.baseVal,
    marks = all(".m", scatter).reverse(),
    visible = marks.filter((m) => passes(m, chosen, false) && place(m.dataset.s)[1]);
  for (const mark of marks) show(mark, visible.includes(mark));
  const [left, group] = [names, scatter].map((part) => part.querySelector(".axes"));
  for (const part of [left, group]) part.replaceChildren();
  scatter.querySelector(".t").textContent = `${axes.elements.y.value}, ${label}`;
  if (visible.length) {
    const places = visible.map((m) => place(m.dataset.s)),
      x = logAxis(places.map((p) => p[0]), Number(begin), Number(end)),
      y = logAxis(places.map((p) => p[1]), Number(bottom), Number(top));
    for (const tick of x.ticks) {
      draw(group, "path", { class: "g", d: `M${x.at(tick)} ${top}V${bottom}` });
      draw(group, "text", { class: "a", x: x.at(tick), y: Number(bottom) + 18 }, short(tick));
    }
    for (const tick of y.ticks) {
      draw(group, "path", { class: "g", d: `M${begin} ${y.at(tick)}H${end}` });
      draw(left, "text", { class: "l", x: begin - 8, y: y.at(tick) + 4 }, short(tick));
    }
    const middle = (Number(begin) + Number(end)) / 2;
    draw(group, "text", { class: "a n", x: middle, y: Number(bottom) + 40 }, `${sizes[axes.elements.x.value]}, bytes`);
    const true_ = places.map((p) => [x.at(p[0]), y.at(p[1])]),
      moved = spread(true_, 11),
      boxes = moved.map((p) => [p[0] - 6, p[1], 12]);
    visible.forEach((m, i) => {
      const text = m.querySelector("text"),
        [dx, dy] = [0, 1].map((k) => true_[i][k] - moved[i][k]);
      m.setAttribute("transform", `translate(${moved[i].join(" ")})`);
      m.querySelector(".lead")?.remove();
      if (Math.hypot(dx, dy) > 0.1) m.prepend(draw(m, "path", { class: "lead", d: `M0 0L${dx} ${dy}` }));
      const [size, cost] = places[i].map((n) => n.toLocaleString("en"));
      m.dataset.t = `${m.dataset.about}\n${size} bytes, ${cost} ${label}`;
      m.setAttribute("aria-label", m.dataset.t);
      if (text) putLabel(text, boxes, moved[i], Number(begin), box.x + box.width);
    });
  }
  rove(scatter, visible);
  return visible;
}

function layGrowth(chosen) {
  const plot = document.getElementById("e");
  if (!plot) return [];
  const visible = all(".m", plot).filter((m) => passes(m, chosen, false));
  for (const m of all(".m", plot)) show(m, visible.includes(m));
  for (const line of all("[data-f]", plot))
    show(line, chosen.families.has(line.dataset.f) && !chosen.level && !chosen.status && !chosen.name);
  rove(plot, visible);
  return visible;
}

// Each plot is one stop of the tab key; arrows go on from there.
function rove(plot, marks) {
  for (const mark of all("[tabindex]", plot)) mark.setAttribute("tabindex", -1);
  marks.forEach((mark, i) => mark.setAttribute("tabindex", i ? -1 : 0));
  plot.marks = marks;
}
