// The table of contact periods: sorted by any column, as long as it takes, and a click goes there.
import { button, h, save, select } from "./dom.js";
import { lowerRow } from "./series.js";
import { quoted, table } from "./plotcard.js";
import { number, scaled } from "./text.js";

const PAGE = 100;
const COLUMNS = [
  ["contact", "contact", ""],
  ["start", "start", "s"],
  ["lasting", "lasts", "s"],
  ["approach_speed", "approach", "m/s"],
  ["departure_speed", "departure", "m/s"],
  ["penetration", "penetration", "m"],
  ["peak_force", "peak force", "N"],
  ["energy_lost", "lost", "J"],
];
const ANGULAR = { m: "rad", "m/s": "rad/s", N: "N m" }; // at stops on angles

export class ImpactTable {
  constructor(page) {
    this.page = page;
    this.body = h("tbody");
    this.count = h("span", { class: "tiny" });
    this.units = COLUMNS.map(() => h("small", {}));
    this.heads = COLUMNS.map(([key, text], k) =>
      h(
        "th",
        { scope: "col" },
        button([hyphened(text), this.units[k]], `Sort by ${text}`, () => this.sort(key)),
      ),
    );
    const runs = page.runs.filter((run) => run.impacts);
    const chooser = select(
      "Whose contacts",
      runs.map((run, k) => [String(k), run.name]),
      "0",
      (value) => this.show(runs[Number(value)]),
    );
    const shift = (pages) => () => this.turn(this.from + pages * PAGE);
    this.element = h(
      "section",
      { class: "card contacts", "aria-label": "Contact periods" },
      h(
        "header",
        {},
        h("h3", {}, "Contact periods"),
        runs.length > 1 && chooser,
        h(
          "span",
          { class: "tools" },
          this.count,
          button("‹", "Earlier rows", shift(-1)),
          button("›", "Later rows", shift(1)),
          button("CSV", "Save the table as CSV", () => this.save()),
        ),
      ),
      h(
        "div",
        { class: "scroll" },
        h("table", { class: "impacts" }, h("thead", {}, h("tr", {}, ...this.heads)), this.body),
      ),
    );
    page.clock.addEventListener("time", () => this.mark());
    this.show(runs[0]);
  }

  // Take the table of a run; where all of its contacts are stops on angles, the heads say so, where some are, their numbers.
  show(run) {
    this.run = run;
    this.digits = 4;
    this.scales = [];
    this.order = run.impacts.start.map((_, k) => k);
    this.sorted = { key: "start", down: false };
    [this.from, this.now] = [0, -1];
    this.angular = this.order.every((k) => run.placeOf(k).angular);
    COLUMNS.forEach(([, , unit], k) => {
      const own = this.angular ? (ANGULAR[unit] ?? unit) : unit;
      const sizes = unit ? Array.from(this.order, (i) => Math.abs(this.#value(COLUMNS[k][0], i))) : [];
      this.scales[k] = scaled(sizes.reduce((top, size) => (size > top ? size : top), 0), own);
      this.units[k].textContent = unit ? `[${this.scales[k].unit}]` : "\u00a0";
    });
    this.fill();
  }

  #value(key, k) {
    const { impacts } = this.run;
    return key === "lasting" ? impacts.end[k] - impacts.start[k] : impacts[key][k];
  }

  #cell(key, unit, k, { factor }) {
    const value = this.#value(key, k);
    if (key === "start") return (value / factor).toFixed(this.digits);
    const place = this.run.placeOf(k);
    if (place.hard && (key === "peak_force" || key === "energy_lost")) return "–"; // in the row of the layer
    const own = place.angular && !this.angular && !Number.isNaN(value) ? ANGULAR[unit] : null;
    if (own) return `${number(value, 4)} ${own}`;
    return Number.isNaN(value) ? "–" : String(Number((value / factor).toPrecision(4)));
  }

  sort(key) {
    this.sorted = {
      key,
      down: this.sorted.key === key ? !this.sorted.down : key !== "start" && key !== "contact",
    };
    const values = Array.from(this.run.impacts.start, (_, k) => this.#value(key, k));
    const sign = this.sorted.down ? -1 : 1;
    const place = (k) => (Number.isNaN(values[k]) ? Infinity : sign * values[k]);
    const mixes = COLUMNS.find(([column]) => column === key)[2] in ANGULAR; // newtons are not compared with newton metres
    const kind = (k) => (mixes && this.run.placeOf(k).angular ? 1 : 0);
    this.order = [...this.order].sort((a, b) => kind(a) - kind(b) || place(a) - place(b) || a - b);
    this.from = 0;
    this.fill();
  }

  turn(from) {
    this.from = Math.max(0, Math.min(from, Math.max(0, this.order.length - 1)));
    this.from -= this.from % PAGE;
    this.fill();
  }

  fill() {
    const { run } = this;
    const to = Math.min(this.from + PAGE, this.order.length);
    const behind = this.order.length - run.starts.length;
    const total = `${run.starts.length}${behind ? ` and ${behind} behind layers` : ""}`;
    this.count.textContent = `${this.order.length ? this.from + 1 : 0}–${to} of ${total}`;
    this.rows = new Map();
    const lines = [...this.order.slice(this.from, to)].map((k) => {
      const cells = COLUMNS.map(([key, , unit], n) =>
        h("td", { title: key === "contact" ? run.placeOf(k).label : null }, key === "contact" ? run.placeOf(k).label : this.#cell(key, unit, k, this.scales[n])),
      );
      const go = () => this.#visit(k);
      const line = h(
        "tr",
        {
          tabindex: "0",
          class: run.placeOf(k).hard ? "behind" : "",
          title: "Go there",
          onclick: go,
          onkeydown: (event) => event.key === "Enter" && go(),
        },
        ...cells,
      );
      this.rows.set(k, line);
      return line;
    });
    this.body.replaceChildren(...lines);
    this.heads.forEach((head, k) =>
      head.setAttribute(
        "aria-sort",
        COLUMNS[k][0] !== this.sorted.key ? "none" : this.sorted.down ? "descending" : "ascending",
      ),
    );
    this.mark();
  }

  // Go to where a contact is hardest and look closely: the plots show its surroundings.
  #visit(k) {
    const { start, end, peak_time: top } = this.run.impacts;
    const long = Number.isNaN(end[k]) ? this.run.end - start[k] : end[k] - start[k];
    const margin = Math.max(4 * long, 20 * this.run.step);
    this.page.goTo(top[k]);
    this.page.span.set(start[k] - margin, start[k] + long + margin);
  }

  // Mark the contact that has begun last.
  mark() {
    const now = lowerRow(this.run.impacts.start, this.page.clock.t + 1e-15) - 1;
    if (now === this.now && this.rows.get(now)?.classList.contains("now")) return;
    this.rows.get(this.now)?.classList.remove("now");
    this.rows.get(now)?.classList.add("now");
    this.now = now;
  }

  save() {
    const { impacts } = this.run;
    const rows = [...impacts.start.keys()];
    const columns = COLUMNS.map(([key]) =>
      key === "contact"
        ? rows.map((k) => quoted(this.run.placeOf(k).label))
        : rows.map((k) => this.#value(key, k)),
    );
    const some = rows.some((k) => this.run.placeOf(k).angular);
    const units = COLUMNS.map(([, , unit]) =>
      some && ANGULAR[unit] ? `${unit}, at stops on angles ${ANGULAR[unit]}` : unit,
    );
    save(
      "contact periods.csv",
      table(
        COLUMNS.map(([, text], k) => (units[k] ? `${text} [${units[k]}]` : text)),
        columns,
      ),
      "text/csv",
    );
  }
}

// Long heads may be broken where there is little room.
const hyphened = (text) => text.replace(/(ap|depar|pene)(?=proach|ture|tration)/, "$1\u00ad");

// The start of the next or previous contact period, if there is one.
export function neighbour(runs, t, direction) {
  let best = null;
  for (const { starts, shown } of runs) {
    if (!shown) continue;
    const start =
      starts[direction > 0 ? lowerRow(starts, t + 1e-12) : lowerRow(starts, t - 1e-12) - 1];
    if (start !== undefined && (best === null || direction * (best - start) > 0)) best = start;
  }
  return best;
}
