// Modes of vibration about an equilibrium: the one that is chosen moves in the scene, larger than it is and slowly.
import * as THREE from "three";
import { button, h, select } from "./dom.js";
import { number as text } from "./text.js";

const COLUMNS = ["mode", "frequency [Hz]", "damping ratio", "kind", "share of the kinetic energy"];

const PERIOD = 1600; // milliseconds of an oscillation as it is shown
const AMPLITUDE = 0.12; // of the size of the mechanism, where it moves most; of rotations [rad]

export class Modes {
  constructor(viewer) {
    this.viewer = viewer;
    this.about = viewer.runs[0].about.modes;
    this.chosen = -1;
    this.frozen = null;
    this.note = h("p", { class: "mode-note", "aria-live": "polite", hidden: true });
  }

  // Which one to show, in the toolbar.
  chooser() {
    const names = this.about.list.map((mode, k) => [
      String(k),
      `mode ${k + 1}: ${mode.frequency > 0 ? `${text(mode.frequency, 4)} Hz` : mode.kind}`,
    ]);
    this.select = select("Show a mode of vibration", [["-1", "modes: –"], ...names], "-1", (value) =>
      this.choose(Number(value)),
    );
    this.select.classList.add("wide");
    return this.select;
  }

  // All of them; a click shows one, and a second click the equilibrium.
  table() {
    this.rows = this.about.list.map((mode, k) =>
      h(
        "tr",
        { onclick: () => this.choose(this.chosen === k ? -1 : k) },
        h("td", {}, button(String(k + 1), `Show mode ${k + 1}`, () => {})),
        ...[text(mode.frequency, 5), text(mode.damping_ratio, 3), mode.kind, mode.moves].map((cell) => h("td", {}, cell)),
      ),
    );
    return h(
      "section",
      { class: "card", "aria-label": "Modes of vibration" },
      h("header", {}, h("h3", {}, "Modes about the equilibrium")),
      h(
        "table",
        { class: "impacts mode-table" },
        h("thead", {}, h("tr", {}, ...COLUMNS.map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, ...this.rows),
      ),
    );
  }

  choose(number) {
    this.chosen = number;
    this.select.value = String(number);
    this.rows?.forEach((row, k) => row.classList.toggle("now", k === number));
    this.frozen = null;
    this.viewer.clock.toggle(false);
    this.viewer.views[0].mode = number < 0 ? null : this;
    this.note.hidden = number < 0;
    if (number >= 0) {
      this.note.textContent = this.words(this.about.list[number], number);
      this.begun = performance.now();
      this.#tick();
    } else this.viewer.ask();
  }

  words(mode, number) {
    const facts = [
      mode.frequency > 0 && `${text(mode.frequency, 5)} Hz`,
      `damping ratio ${text(mode.damping_ratio, 3)}`,
      mode.kind,
      mode.moves,
      "amplitude and speed are not to scale",
    ];
    return `Mode ${number + 1}: ${facts.filter(Boolean).join(" · ")}`;
  }

  // Stand still at a phase [rad].
  freeze(phase) {
    this.frozen = phase;
    this.viewer.draw();
  }

  get phase() {
    return this.frozen ?? (2 * Math.PI * (performance.now() - this.begun)) / PERIOD;
  }

  #tick() {
    if (this.chosen < 0) return;
    if (this.frozen === null) this.viewer.ask();
    requestAnimationFrame(() => this.#tick());
  }

  // Where a body stands now.
  pose(index) {
    if (!index) return { position: [0, 0, 0], orientation: [1, 0, 0, 0] };
    const { poses, list } = this.about;
    const { position, orientation } = poses[index - 1];
    const size = AMPLITUDE * this.about.length;
    const [c, s] = [Math.cos(this.phase) * size, Math.sin(this.phase) * size];
    const [re, im, turnRe, turnIm] = list[this.chosen].shape[index - 1];
    const turn = new THREE.Vector3(...[0, 1, 2].map((k) => turnRe[k] * c - turnIm[k] * s));
    const [e0, e1, e2, e3] = orientation;
    const q = new THREE.Quaternion();
    if (turn.length() > 0) q.setFromAxisAngle(turn.clone().normalize(), turn.length());
    q.multiply(new THREE.Quaternion(e1, e2, e3, e0));
    return {
      position: position.map((x, k) => x + re[k] * c - im[k] * s),
      orientation: [q.w, q.x, q.y, q.z],
    };
  }
}
