// Play, pause, scrub, slow motion, and steps from contact to contact.
import { MODES, inks } from "./colours.js";
import { SPEEDS } from "./clock.js";
import { button, fit, h, select } from "./dom.js";
import { icon } from "./icons.js";
import { seconds } from "./text.js";

const STEPS = 100_000;

export class Transport {
  constructor(host, page) {
    const { clock } = page;
    Object.assign(this, { page, clock });
    this.play = button(icon("play"), "Play or pause (space)", () => clock.toggle(), {
      class: "play",
    });
    this.slider = h("input", {
      type: "range",
      min: "0",
      max: String(STEPS),
      value: "0",
      "aria-label": "Time",
      class: "time",
    });
    this.slider.addEventListener("input", () =>
      clock.seek(clock.start + (Number(this.slider.value) / STEPS) * (clock.end - clock.start)),
    );
    this.marks = h("canvas", { class: "marks", "aria-hidden": "true" });
    this.now = h("output", { class: "now", "aria-label": "Time shown" });
    this.speed = select(
      "Speed",
      SPEEDS.map((speed) => [String(speed), speedText(speed)]),
      String(clock.speed),
      (value) => clock.setSpeed(Number(value)),
    );
    const impacts = page.runs.some((run) => run.impacts);
    host.append(
      this.play,
      button(icon("start"), "To the start (Home)", () => clock.seek(clock.start)),
      impacts ? button(icon("previous"), "Previous contact (P)", () => page.step(-1)) : "",
      button(icon("back"), "One row back (←)", () => page.row(-1)),
      button(icon("on"), "One row on (→)", () => page.row(1)),
      impacts ? button(icon("next"), "Next contact (N)", () => page.step(1)) : "",
      h("div", { class: "track" }, this.marks, this.slider),
      this.now,
      this.speed,
    );
    clock.addEventListener("time", () => this.tell());
    clock.addEventListener("state", () => this.state());
    new ResizeObserver(() => this.draw()).observe(this.slider);
    this.tell();
  }

  tell() {
    const { clock } = this;
    this.now.textContent = seconds(clock.t, clock.end - clock.start);
    this.slider.value = String(
      Math.round(((clock.t - clock.start) / (clock.end - clock.start || 1)) * STEPS),
    );
    this.slider.setAttribute("aria-valuetext", this.now.textContent);
  }

  state() {
    const { clock } = this;
    this.play.replaceChildren(icon(clock.playing ? "pause" : "play"));
    this.play.setAttribute("aria-pressed", String(clock.playing));
    this.speed.value = String(clock.speed);
  }

  // How densely contacts begin, above the slider.
  draw() {
    const width = this.slider.clientWidth;
    if (!width) return;
    const context = fit(this.marks, width, 10);
    const density = new Float64Array(Math.ceil(width));
    for (const { starts } of this.page.runs) {
      for (const t of starts)
        density[
          Math.min(
            density.length - 1,
            Math.max(
              0,
              Math.floor(
                ((t - this.clock.start) / (this.clock.end - this.clock.start || 1)) * (width - 1),
              ),
            ),
          )
        ]++;
    }
    const most = Math.max(1, ...density);
    context.fillStyle = MODES.impact;
    density.forEach((count, x) => {
      if (count)
        context.fillRect(
          x,
          10 - 3 - (7 * Math.log1p(count)) / Math.log1p(most),
          1,
          3 + (7 * Math.log1p(count)) / Math.log1p(most),
        );
    });
    context.fillStyle = inks().line;
    context.fillRect(0, 9, width, 1);
  }
}

function speedText(speed) {
  return speed >= 0.01 ? `${speed} ×` : `1 / ${Math.round(1 / speed).toLocaleString("en")} ×`;
}
