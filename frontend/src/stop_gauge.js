// The gauge of a joint with stops: where its coordinate is between its limits, and how hard it presses against one of them.
import { FORCES, MODES, inks } from "./colours.js";
import { fit, h, zoom } from "./dom.js";
import { clean, quantity } from "./text.js";

const HEIGHT = 74;
const SIDE = 26; // room outside the limits [pixels]

export class StopGauge {
  constructor(view, joint, limit, clock) {
    Object.assign(this, { view, joint, limit, clock, run: view.run, parts: [] });
    this.name = `${joint.name}.${limit.coordinate}`;
    this.canvas = h("canvas", { role: "img", "aria-label": `Stops on ${this.name}` });
    this.caption = h("p", { class: "caption" });
    this.element = h(
      "figure",
      { class: "magnifier gauge" },
      this.canvas,
      h("figcaption", {}, this.caption),
    );
  }

  async open() {
    [this.column] = await this.run.columns(this.name);
    this.unit = this.run.channels.get(this.name).unit;
    const values = this.column.array();
    const { lower, upper } = this.limit;
    this.low = lower ?? values.reduce((low, value) => Math.min(low, value), Infinity);
    this.high = upper ?? values.reduce((high, value) => Math.max(high, value), -Infinity);
    this.clock.addEventListener("time", () => this.ask());
    return this;
  }

  ask() {
    if (this.asked || !this.canvas.isConnected) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.draw();
    });
  }

  // How hard each end is pressed at a time.
  pressing(t) {
    return this.view
      .stopping(t)
      .filter(({ label }) => label.startsWith(`${this.joint.name}.stop ${this.limit.coordinate} `))
      .map(({ label, force, angular }) => ({
        side: label.endsWith("lower") ? -1 : 1,
        text: quantity(force, angular ? "N m" : "N", 4),
      }));
  }

  draw() {
    const larger = zoom();
    const width = (this.element.clientWidth || 320) / larger;
    const context = fit(this.canvas, width, HEIGHT, larger);
    const { ink, line, soft } = inks();
    const t = Math.min(this.clock.t, this.run.end);
    const value = this.column.between(...this.run.place(t));
    const x = (at) =>
      SIDE + ((at - this.low) / (this.high - this.low || 1)) * (width - 2 * SIDE);
    const [y, tall] = [HEIGHT / 2 - 6, 15];
    context.fillStyle = line;
    context.fillRect(SIDE, y - 2, width - 2 * SIDE, 4);
    const pressed = this.pressing(t);
    for (const [side, limit] of [
      [-1, this.limit.lower],
      [1, this.limit.upper],
    ]) {
      if (limit === null) continue;
      const hit = pressed.find((press) => press.side === side);
      context.fillStyle = hit ? MODES.impact : FORCES.stop;
      context.fillRect(side < 0 ? SIDE - 9 : width - SIDE, y - tall, 9, 2 * tall);
      context.fillStyle = soft;
      context.font = "11px system-ui, sans-serif";
      context.textAlign = side < 0 ? "left" : "right";
      context.fillText(quantity(limit, this.unit, 3), side < 0 ? SIDE - 9 : width - SIDE + 9, HEIGHT - 8);
    }
    context.fillStyle = pressed.length ? MODES.impact : MODES.free;
    context.beginPath();
    context.roundRect(Math.min(Math.max(x(value), SIDE), width - SIDE) - 7, y - 10, 14, 20, 4);
    context.fill();
    context.strokeStyle = ink;
    context.lineWidth = 1;
    context.stroke();
    const words = [`stops on ${this.name}`, quantity(clean(value, this.high - this.low), this.unit, 4)];
    this.caption.textContent = [
      ...words,
      ...(pressed.length ? pressed.map(({ text }) => `pressed with ${text}`) : ["free"]),
    ].join(" · ");
  }
}
