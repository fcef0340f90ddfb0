// A chart: axes, grid, curves, areas and marks; it can be zoomed, panned, read and saved.
import { inks } from "./colours.js";
import { fit, h, save, zoom } from "./dom.js";
import { CanvasPen, SvgPen } from "./canvas_svg.js";
import { number, pretty, scaled, ticks } from "./text.js";

const TOP = 10;
const BOTTOM = 30;
const SIDE = 62;
const TAG = 96; // room for names beside the ends of curves
const DOT = 3.5; // radius of the ring around a point, and its corners
const CORNERS = 12;

export class Chart {
  // model(width) returns {x: {low, high, label}, axes: [{low, high, label}], curves: [{x, y, count, axis, colour, ...}], areas, marks,
  // dots: [{x, y, axis, colour}]}
  constructor(model, { height = 150, label = "chart", onclick, onspan, onhover } = {}) {
    Object.assign(this, { model, height, onclick, onspan, zoom: 1 });
    this.canvas = h("canvas", { role: "img", "aria-label": label });
    this.cursor = h("div", { class: "cursor" });
    this.selection = h("div", { class: "selection" });
    this.readout = h("div", { class: "readout", "aria-hidden": "true" });
    this.element = h(
      "div",
      { class: "chart", style: `height: ${height}px` },
      this.canvas,
      this.selection,
      this.cursor,
      this.readout,
    );
    this.onhover = onhover;
    this.#pointers();
    new ResizeObserver(() => this.ask()).observe(this.element);
  }

  ask() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.draw();
    });
  }

  draw() {
    this.zoom = zoom();
    this.element.style.height = `${this.height * this.zoom}px`;
    const width = this.element.clientWidth / this.zoom;
    if (!width) return;
    this.shown = this.model(Math.max(width - 2 * SIDE, 50));
    this.area = plan(this.shown, width, this.height);
    render(new CanvasPen(fit(this.canvas, width, this.height, this.zoom)), this.shown, this.area);
    this.moveCursor(this.at);
  }

  // The vertical line that shows the common time.
  moveCursor(value) {
    this.at = value;
    const { area, shown } = this;
    const hidden = value === undefined || !area || value < shown.x.low || value > shown.x.high;
    this.cursor.style.display = hidden ? "none" : "";
    if (!hidden) this.cursor.style.transform = `translateX(${this.zoom * area.x(value)}px)`;
  }

  svg(width = 900, height = 420) {
    const shown = this.model(width - 2 * SIDE);
    const area = plan(shown, width, height, 26);
    const pen = new SvgPen(width, height);
    pen.ground(width, height, inks().paper);
    render(pen, shown, area);
    legend(pen, shown, area);
    return pen.toString();
  }

  png(name, width = 900, height = 420) {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2 * width, 2 * height];
    const context = canvas.getContext("2d");
    context.scale(2, 2);
    const shown = this.model(width - 2 * SIDE);
    const area = plan(shown, width, height, 26);
    const pen = new CanvasPen(context);
    pen.ground(width, height, inks().paper);
    render(pen, shown, area);
    legend(pen, shown, area);
    canvas.toBlob((blob) => save(name, blob, "image/png"));
  }

  #pointers() {
    const { element } = this;
    const inside = (event) => (event.clientX - element.getBoundingClientRect().left) / this.zoom;
    let press = null;
    element.addEventListener("pointerdown", (event) => {
      if (!this.area) return;
      press = {
        x: inside(event),
        pan: event.shiftKey || event.button === 1,
        low: this.shown.x.low,
        high: this.shown.x.high,
      };
      element.setPointerCapture(event.pointerId);
    });
    element.addEventListener("pointermove", (event) => {
      if (!this.area) return;
      if (!press) return this.#hover(inside(event));
      if (press.pan) {
        const shift = ((press.x - inside(event)) / this.area.width) * (press.high - press.low);
        this.onspan?.(press.low + shift, press.high + shift);
      } else this.#select(press.x, inside(event));
    });
    element.addEventListener("pointerup", (event) => {
      if (!press) return;
      const [from, to, { pan }] = [press.x, inside(event), press];
      press = null;
      this.#select(0, 0);
      if (pan) return;
      if (Math.abs(to - from) < 4) this.onclick?.(this.area.value(to));
      else this.onspan?.(this.area.value(Math.min(from, to)), this.area.value(Math.max(from, to)));
    });
    element.addEventListener("pointerleave", () => this.#hover(null));
    element.addEventListener("dblclick", () => this.onspan?.(-Infinity, Infinity));
    const wheel = (event) => {
      if (
        !this.area ||
        !this.onspan ||
        !(
          event.ctrlKey ||
          event.altKey ||
          element.contains(document.activeElement) ||
          event.shiftKey
        )
      )
        return;
      event.preventDefault();
      const [at, factor] = [
        this.area.value(inside(event)),
        Math.exp((event.deltaY || event.deltaX) * 0.002),
      ];
      this.onspan(at - (at - this.shown.x.low) * factor, at + (this.shown.x.high - at) * factor);
    };
    element.addEventListener("wheel", wheel, { passive: false });
  }

  #select(from, to) {
    this.selection.style.display = Math.abs(to - from) < 4 ? "none" : "block";
    this.selection.style.left = `${this.zoom * Math.min(from, to)}px`;
    this.selection.style.width = `${this.zoom * Math.abs(to - from)}px`;
  }

  #hover(x) {
    const value = x === null ? NaN : this.area?.value(x);
    const text =
      value >= this.shown?.x.low && value <= this.shown?.x.high ? this.onhover?.(value) : null;
    this.readout.style.display = text ? "block" : "none";
    if (!text) return;
    this.readout.replaceChildren(...text.map((line) => h("div", {}, line)));
    const right = this.zoom * x > this.element.clientWidth / 2;
    this.readout.style.transform = `translate(${this.zoom * x}px, ${TOP}px) translateX(${right ? "calc(-100% - 10px)" : "10px"})`;
  }
}

function plan({ x, axes, curves }, width, height, extra = 0) {
  const right = axes.length > 1 ? SIDE : curves.some(({ tag }) => tag) ? TAG : 14;
  const [left, top] = [SIDE, TOP + extra];
  const [w, v] = [Math.max(width - left - right, 10), height - top - BOTTOM];
  const span = x.high - x.low || 1;
  return {
    left,
    top,
    width: w,
    height: v,
    x: (value) => left + ((value - x.low) / span) * w,
    value: (pixel) => x.low + ((pixel - left) / w) * span,
    y: (value, axis) =>
      top + v - ((value - axes[axis].low) / (axes[axis].high - axes[axis].low || 1)) * v,
  };
}

function render(pen, { x, axes, curves, areas = [], marks = [], dots = [], shade = null }, area) {
  const { soft, line } = inks();
  const { left, top, width, height } = area;
  const [right, foot] = [left + width, top + height];
  if (shade) {
    const [from, to] = [area.x(shade.low), area.x(shade.high)];
    pen.path([from, to, to, from], [top, top, foot, foot], 4, { fill: line, alpha: 0.45, close: true });
    if (to - from > 60) pen.text(to - 5, top + (marks.length ? 17 : 9), shade.word, { colour: soft, align: "right" });
  }
  for (const value of ticks(x.low, x.high, Math.max(2, width / 90))) {
    const at = area.x(value);
    pen.path([at, at], [top, foot], 2, { colour: line, width: 1 });
    pen.text(at, foot + 12, (x.format ?? number)(value), { colour: soft });
  }
  pen.text(left + width / 2, foot + 24, x.label, { colour: soft });
  axes.slice(0, 2).forEach((axis, k) => {
    for (const value of axis.ticks ?? ticks(axis.low, axis.high, Math.max(2, height / 34))) {
      const at = area.y(value, k);
      if (k === 0) pen.path([left, right], [at, at], 2, { colour: line, width: 1 });
      pen.text(k ? right + 6 : left - 6, at, (axis.format ?? number)(value), {
        colour: soft,
        align: k ? "left" : "right",
      });
    }
    pen.text(k ? right + SIDE - 8 : 9, top + height / 2, cutTo(axis.label, height / 4.7), {
      colour: soft,
      turned: true,
    });
  });
  pen.clip(left, top, width, height, () => {
    for (const filled of areas) {
      const n = filled.count;
      const xs = [...filled.x.subarray(0, n)].map(area.x);
      const [low, high] = [[...filled.low.subarray(0, n)], [...filled.high.subarray(0, n)]].map(
        (ys) => ys.map((y) => area.y(y, 0)),
      );
      pen.path([...xs, ...xs.toReversed()], [...high, ...low.toReversed()], 2 * n, {
        fill: filled.colour,
        alpha: 0.6,
        close: true,
      });
    }
    for (const mark of marks)
      pen.path([area.x(mark.x), area.x(mark.x)], [top, top + 7], 2, {
        colour: mark.colour,
        width: 1,
        alpha: mark.alpha ?? 0.8,
      });
    for (const curve of curves) {
      const n = curve.count;
      const [xs, ys] = [new Float64Array(n), new Float64Array(n)];
      for (let k = 0; k < n; k++) {
        xs[k] = area.x(curve.x[k]);
        ys[k] = area.y(curve.y[k], curve.axis ?? 0);
      }
      pen.path(xs, ys, n, curve);
    }
    for (const dot of dots) ring(pen, area.x(dot.x), area.y(dot.y, dot.axis ?? 0), dot.colour);
  });
  tags(pen, curves, area);
}

// Names at the right ends of curves that ask for it, moved apart where they would lie on each other.
function tags(pen, curves, { left, top, width, height, x, y }) {
  const wanted = curves
    .filter(({ tag, count }) => tag && count)
    .map(({ tag, colour, axis = 0, ...curve }) => ({
      tag,
      colour,
      at: Math.min(Math.max(y(curve.y[curve.count - 1], axis), top + 5), top + height - 5),
      end: Math.min(x(curve.x[curve.count - 1]), left + width),
    }))
    .sort((a, b) => a.at - b.at);
  for (let k = 1; k < wanted.length; k++) wanted[k].at = Math.max(wanted[k].at, wanted[k - 1].at + 12);
  const over = (wanted.at(-1)?.at ?? 0) - (top + height);
  for (const { tag, colour, at, end } of wanted)
    pen.text(end + 5, over > 0 ? at - over : at, cutTo(tag, TAG / 6), { colour, align: "left" });
}

const cutTo = (text, most) => (text.length > most ? `${text.slice(0, Math.max(most - 1, 3))}…` : text);

// A small circle around a point.
function ring(pen, x, y, colour) {
  const angles = Array.from({ length: CORNERS }, (_, k) => (2 * Math.PI * k) / CORNERS);
  pen.path(
    angles.map((angle) => x + DOT * Math.cos(angle)),
    angles.map((angle) => y + DOT * Math.sin(angle)),
    CORNERS,
    { colour, width: 1.2, close: true },
  );
}

function legend(pen, { curves, areas = [] }, { left }) {
  let x = left;
  for (const { name, colour } of [...areas, ...curves]) {
    if (!name) continue;
    pen.path([x, x + 16], [14, 14], 2, { colour, width: 3 });
    pen.text(x + 21, 14, name, { colour: inks().ink, align: "left" });
    x += 34 + 6.4 * name.length;
  }
}

// An axis that holds all values with some air; its ticks are written with a prefix that suits them.
export function axisFor([low, high], name, unit) {
  if (!(high >= low)) return { low: 0, high: 1, label: `${name} [${pretty(unit) || "1"}]` };
  const air = 0.06 * (high - low) || 0.05 * Math.abs(high) || 1;
  const suited = scaled(Math.max(Math.abs(low), Math.abs(high)), unit);
  return {
    low: low - air,
    high: high + air,
    label: `${name} [${suited.unit || "1"}]`,
    format: (value) => number(value / suited.factor),
    ...suited,
  };
}
