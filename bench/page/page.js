"use strict";
// Filters, orders and axes. The plots are in the page already: marks and rows are hidden and moved, axes drawn again by
// the rules of svg.py.
(() => {
  const { sets, shown, sizes, operations } = JSON.parse(document.getElementById("data").textContent);
  const [filter, axes, tip] = ["filter", "axes", "tip"].map((id) => document.getElementById(id));
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const scatter = document.getElementById("a"),
    svg = "http://www.w3.org/2000/svg";
  for (const form of [filter, axes]) form.hidden = false;

  // ---- What is shown ----

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

  function layRows(plot, chosen) {
    const rows = all(".r", plot);
    let y = Number(plot.dataset.top);
    const visible = rows.filter((row) => passes(row, chosen, true));
    for (const row of rows) row.setAttribute("display", "none");
    if (chosen.order) visible.sort((a, b) => (a.dataset.v - b.dataset.v) * (chosen.order === "least" ? 1 : -1));
    for (const row of visible) {
      row.removeAttribute("display");
      row.setAttribute("transform", `translate(0 ${y})`);
      y += Number(row.dataset.h ?? plot.dataset.height);
    }
    plot.setAttribute("height", y + 6);
    plot.setAttribute("viewBox", `0 0 ${plot.getAttribute("width")} ${y + 6}`);
    rove(plot, visible);
  }

  // ---- Axes, as svg.Log has them ----

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
    const element = document.createElementNS(svg, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    parent.append(element);
  }

  // As svg.free_side.
  function putLabel(text, boxes, x, y, width) {
    const wide = 6.6 * text.textContent.length;
    const sides = [
      [10, x + 10, ""],
      [-10, x - 10 - wide, "l"],
    ].filter(
      ([, left]) =>
        left >= 76 &&
        left + wide <= width &&
        boxes.every((b) => Math.abs(y - b[1]) > 12 || left > b[0] + b[2] || b[0] > left + wide),
    );
    text.setAttribute("display", sides.length ? "inline" : "none");
    if (!sides.length) return;
    const [side, left, end] = sides[0];
    boxes.push([left, y, wide]);
    text.setAttribute("x", side);
    text.setAttribute("class", end);
  }

  function layScatter(chosen) {
    const { width, height } = scatter.viewBox.baseVal,
      [label, values] = shown[axes.elements.of.value];
    const operation = operations.indexOf(axes.elements.y.value),
      bytes = axes.elements.x.value.split("+");
    const place = (s) => [
      bytes.reduce((sum, part) => sum + sets[s][{ public_key: 4, secret_key: 5, signature: 6 }[part]], 0),
      values[s]?.[operation],
    ];
    const marks = all(".m", scatter),
      visible = marks.filter((m) => passes(m, chosen, false) && place(m.dataset.s)[1]);
    for (const mark of marks) mark.setAttribute("display", visible.includes(mark) ? "inline" : "none");
    const group = scatter.querySelector(".axes");
    group.replaceChildren();
    if (visible.length) {
      const places = visible.map((m) => place(m.dataset.s)),
        bottom = height - 60;
      const x = logAxis(
          places.map((p) => p[0]),
          76,
          width - 20,
        ),
        y = logAxis(
          places.map((p) => p[1]),
          bottom,
          56,
        );
      for (const tick of x.ticks) {
        draw(group, "path", { class: "g", d: `M${x.at(tick)} 56V${bottom}` });
        draw(group, "text", { class: "a", x: x.at(tick), y: bottom + 18 }, short(tick));
      }
      for (const tick of y.ticks) {
        draw(group, "path", { class: "g", d: `M76 ${y.at(tick)}H${width - 20}` });
        draw(group, "text", { class: "l", x: 68, y: y.at(tick) + 4 }, short(tick));
      }
      draw(
        group,
        "text",
        { class: "a n", x: 76 + (width - 96) / 2, y: bottom + 42 },
        `${sizes[axes.elements.x.value]}, bytes`,
      );
      draw(
        group,
        "text",
        { class: "a n", transform: `translate(16 ${(bottom + 56) / 2})rotate(-90)` },
        `${axes.elements.y.value}, ${label}`,
      );
      const boxes = places.map((p) => [x.at(p[0]) - 6, y.at(p[1]), 12]);
      visible.forEach((m, i) => {
        const left = x.at(places[i][0]),
          text = m.querySelector("text");
        m.setAttribute("transform", `translate(${left} ${y.at(places[i][1])})`);
        const [size, cost] = places[i].map((n) => n.toLocaleString("en"));
        m.dataset.t = `${m.dataset.about}\n${size} bytes, ${cost} ${label}`;
        m.setAttribute("aria-label", m.dataset.t);
        if (text) putLabel(text, boxes, left, y.at(places[i][1]), width);
      });
    }
    rove(scatter, visible);
    return visible.length;
  }

  function layGrowth(chosen) {
    const plot = document.getElementById("e");
    if (!plot) return;
    const visible = all(".m", plot).filter((m) => passes(m, chosen, false));
    for (const m of all(".m", plot)) m.setAttribute("display", visible.includes(m) ? "inline" : "none");
    for (const line of all("[data-f]", plot))
      line.setAttribute(
        "display",
        chosen.families.has(line.dataset.f) && !chosen.level && !chosen.status && !chosen.name ? "inline" : "none",
      );
    rove(plot, visible);
  }

  function update() {
    const { level, status, operation, order, name, sets: which } = filter.elements;
    const chosen = {
      level: level.value,
      status: status.value,
      operation: operation.value,
      order: order.value,
      name: name.value.trim().toLowerCase(),
      sets: which.value,
      families: new Set(all("[name=family]:checked", filter).map((box) => box.value)),
    };
    for (const plot of all("svg.rows")) layRows(plot, chosen);
    const count = layScatter(chosen);
    layGrowth(chosen);
    for (const row of all("tr", document.querySelector("main")))
      if (row.dataset.s) row.hidden = !passes(row, chosen, false);
    filter.elements.count.value = `${count} sets`;
    save();
  }

  // ---- The state, in the address behind # ----

  function fields() {
    return [...filter.elements, ...axes.elements].filter((e) => e.name && e.name !== "family" && e.name !== "count");
  }

  const first = Object.fromEntries(fields().map((e) => [e.name, e.value]));

  function save() {
    const state = new URLSearchParams(),
      families = all("[name=family]", filter);
    for (const e of fields()) if (e.value !== first[e.name]) state.set(e.name, e.value);
    if (families.some((box) => !box.checked))
      state.set(
        "family",
        families
          .filter((b) => b.checked)
          .map((b) => b.value)
          .join(" "),
      );
    const text = state.toString();
    if (text || location.hash.includes("="))
      history.replaceState(null, "", text ? `#${text}` : location.pathname + location.search);
  }

  function restore() {
    if (!location.hash.includes("=")) return;
    const state = new URLSearchParams(location.hash.slice(1));
    for (const e of fields()) {
      const value = state.get(e.name) ?? first[e.name];
      if (e.tagName !== "SELECT" || [...e.options].some((o) => o.value === value)) e.value = value;
    }
    for (const box of all("[name=family]", filter))
      box.checked = !state.has("family") || state.get("family").split(" ").includes(box.value);
  }

  // ---- Tooltips, also by keyboard: each plot is one stop of the tab key, arrows go on from there ----

  function rove(plot, marks) {
    for (const mark of all("[tabindex]", plot)) mark.setAttribute("tabindex", -1);
    marks.forEach((mark, i) => mark.setAttribute("tabindex", i ? -1 : 0));
    plot.marks = marks;
  }

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

  // The cells of a row of a plot, where it has no text of its own.
  function ofTable(mark) {
    const { heads, groups } = mark.closest("figure").querySelector("table");
    const label = mark.querySelector(".l").textContent,
      lines = [label];
    for (const row of groups[`${mark.dataset.s} ${mark.dataset.o}`] ?? groups[`${mark.dataset.s} `] ?? []) {
      const cells = [...row.cells].map((cell) => cell.textContent.trim()),
        texts = textColumns(row);
      lines.push(
        cells
          .map((cell, i) => !label.includes(cell) && cell && (i < texts ? cell : `${heads[i]} ${cell}`))
          .filter(Boolean)
          .join(", "),
      );
    }
    return lines.join("\n");
  }

  for (const table of all("table")) {
    const heads = (table.heads = all("th", table).map((head) => head.textContent));
    const groups = (table.groups = {});
    for (const row of table.tBodies[0].rows) {
      if (heads[0] === "set") row.dataset.s = row.cells[0].textContent.split(",")[0];
      row.dataset.o = heads[1] === "operation" ? row.cells[1].textContent : "";
      (groups[`${row.dataset.s} ${row.dataset.o}`] ??= []).push(row);
    }
  }

  for (const mark of all(".m, .r")) {
    const title = mark.querySelector("title"),
      text = title ? title.textContent : ofTable(mark);
    mark.dataset.t = mark.dataset.about = text;
    mark.setAttribute("aria-label", text);
    mark.setAttribute("role", "img");
    title?.remove();
  }

  // ---- Tables are ordered by a column where its head is pressed ----

  for (const head of all("thead th")) {
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

  for (const form of [filter, axes]) {
    form.addEventListener("input", update);
    form.addEventListener("submit", (event) => event.preventDefault());
  }
  filter.addEventListener("reset", () => {
    axes.reset();
    setTimeout(update);
  });
  addEventListener("hashchange", () => {
    if (location.hash.includes("=")) {
      restore();
      update();
    }
  });
  addEventListener("beforeprint", () => {
    for (const d of all("details")) d.open = true;
  });
  restore();
  update();
})();
