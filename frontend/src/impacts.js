// The table of contact periods: sorted by any column, as long as it takes, and a click goes there.
import { button, h, save } from "./dom.js";
import { lowerRow } from "./series.js";
import { table } from "./plotcard.js";
import { number } from "./text.js";

const PAGE = 100;
const COLUMNS = [
  ["contact", "contact", ""],
  ["start", "start", "s"],
  ["end", "end", "s"],
  ["approach_speed", "approach", "m/s"],
  ["departure_speed", "departure", "m/s"],
  ["penetration", "penetration", "m"],
  ["peak_force", "peak force", "N"],
  ["energy_lost", "lost", "J"],
];

export class ImpactTable {
  constructor(page) {
    this.page = page;
    this.run = page.runs.find((run) => run.impacts);
    this.digits = Math.min(9, Math.max(4, 6 - Math.floor(Math.log10(this.run.end - this.run.start || 1))));
    this.order = this.run.impacts.start.map((_, k) => k);
    this.sorted = { key: "start", down: false };
    this.from = 0;
    this.body = h("tbody");
    this.count = h("span", { class: "tiny" });
    this.heads = COLUMNS.map(([key, text, unit]) =>
      h(
        "th",
        { scope: "col" },
        button([text, h("small", {}, unit ? `[${unit}]` : "\u00a0")], `Sort by ${text}`, () => this.sort(key)),
      ),
    );
    const shift = (pages) => () => this.turn(this.from + pages * PAGE);
    this.element = h(
      "section",
      { class: "card", "aria-label": "Contact periods" },
      h(
        "header",
        {},
        h("h3", {}, "Contact periods"),
        h(
          "span",
          { class: "tools" },
          this.count,
          button("‹", "Earlier rows", shift(-1)),
          button("›", "Later rows", shift(1)),
          button("CSV", "Save the table as CSV", () => this.save()),
        ),
      ),
      h("div", { class: "scroll" }, h("table", { class: "impacts" }, h("thead", {}, h("tr", {}, ...this.heads)), this.body)),
    );
    page.clock.addEventListener("time", () => this.mark());
    this.fill();
  }

  #cell(key, value) {
    return key === "start" || key === "end" ? (Number.isNaN(value) ? "–" : value.toFixed(this.digits)) : number(value, 4);
  }

  sort(key) {
    this.sorted = { key, down: this.sorted.key === key ? !this.sorted.down : key !== "start" && key !== "contact" };
    const values = this.run.impacts[key];
    const sign = this.sorted.down ? -1 : 1;
    const place = (k) => (Number.isNaN(values[k]) ? Infinity : sign * values[k]);
    this.order = [...this.order].sort((a, b) => place(a) - place(b) || a - b);
    this.from = 0;
    this.fill();
  }

  turn(from) {
    this.from = Math.max(0, Math.min(from, Math.max(0, this.order.length - 1)));
    this.from -= this.from % PAGE;
    this.fill();
  }

  fill() {
    const { impacts, about } = this.run;
    const to = Math.min(this.from + PAGE, this.order.length);
    this.count.textContent = `${this.order.length ? this.from + 1 : 0}–${to} of ${this.order.length}`;
    this.rows = new Map();
    const lines = [...this.order.slice(this.from, to)].map((k) => {
      const cells = COLUMNS.map(([key]) =>
        h("td", {}, key === "contact" ? about.contacts[impacts.contact[k]] : this.#cell(key, impacts[key][k])),
      );
      const go = () => this.#visit(k);
      const line = h(
        "tr",
        { tabindex: "0", onclick: go, onkeydown: (event) => event.key === "Enter" && go(), title: "Go there" },
        ...cells,
      );
      this.rows.set(k, line);
      return line;
    });
    this.body.replaceChildren(...lines);
    this.heads.forEach((head, k) =>
      head.setAttribute("aria-sort", COLUMNS[k][0] !== this.sorted.key ? "none" : this.sorted.down ? "descending" : "ascending"),
    );
    this.mark();
  }

  // Go to a contact and look closely: the plots show its surroundings.
  #visit(k) {
    const { start, end } = this.run.impacts;
    const long = Number.isNaN(end[k]) ? this.run.end - start[k] : end[k] - start[k];
    const margin = Math.max(4 * long, 20 * this.run.step);
    this.page.goTo(start[k]);
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
    const { impacts, about } = this.run;
    const rows = [...impacts.start.keys()];
    const columns = COLUMNS.map(([key]) =>
      key === "contact" ? rows.map((k) => `"${about.contacts[impacts.contact[k]].replaceAll('"', '""')}"`) : [...impacts[key]],
    );
    save(
      "contact periods.csv",
      table(
        COLUMNS.map(([, text, unit]) => (unit ? `${text} [${unit}]` : text)),
        columns,
      ),
      "text/csv",
    );
  }
}

// The start of the next or previous contact period, if there is one.
export function neighbour(runs, t, direction) {
  let best = null;
  for (const { impacts } of runs) {
    if (!impacts) continue;
    const at = direction > 0 ? lowerRow(impacts.start, t + 1e-12) : lowerRow(impacts.start, t - 1e-12) - 1;
    const start = impacts.start[at];
    if (start !== undefined && (best === null || direction * (best - start) > 0)) best = start;
  }
  return best;
}
