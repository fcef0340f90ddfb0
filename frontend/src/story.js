// The story of the runs, in text: title, how they ended, key figures, and everything behind them.
import { button, h, save } from "./dom.js";
import { curve as runColour } from "./colours.js";
import { icon } from "./icons.js";
import { quantity, seconds } from "./text.js";

export function storyOf(page, switchTheme) {
  const [first] = page.runs;
  const { story } = first;
  const head = h("div", { class: "title" }, h("h1", {}, story.title), h("p", {}, story.subtitle));
  const states = page.runs.map((run) =>
    page.runs.length > 1 ? legend(page, run) : state(run.story.status),
  );
  const warnings = [...(page.several?.notes ?? []), ...page.runs.flatMap((run) => run.story.notes)];
  const more = h(
    "details",
    { class: "story" },
    h(
      "summary",
      {},
      warnings.length
        ? `Story and data · ${warnings.length} note${warnings.length > 1 ? "s" : ""}`
        : "Story and data",
    ),
    page.several && together(page.several),
    ...page.runs.map((run) => details(page, run)),
  );
  return [
    h(
      "div",
      { class: "headline" },
      head,
      h("div", { class: "states" }, ...states),
      figures(page, first),
      h(
        "div",
        { class: "corner" },
        button("?", "Keys and mouse (?)", () => page.help()),
        button(icon("theme"), "Dark or light (T)", switchTheme),
      ),
    ),
    more,
  ];
}

function figures(page, run) {
  const items = run.story.figures.map((figure) => {
    const { label, t } = figure;
    const inside = [h("span", {}, label), h("b", {}, valueText(figure))];
    const when = t === null ? null : `at t = ${seconds(t, run.end - run.start)}; click to go there`;
    return h(
      "li",
      {},
      t === null
        ? h("div", {}, ...inside)
        : h("button", { type: "button", title: when, onclick: () => visit(page, figure) }, ...inside),
    );
  });
  const whose =
    page.runs.length > 1 &&
    h("li", {}, h("div", {}, h("span", {}, "key figures of"), h("b", {}, run.name)));
  return h("ul", { class: "figures", "aria-label": "Key figures" }, whose, ...items);
}

// Go to the time of a key figure, with the arrows that show it.
function visit(page, { t, arrows }) {
  page.goTo(t);
  if (arrows) page.viewer.switches?.[arrows]?.turn?.(true);
}

const kindOf = (status) => (status.failed ? "bad" : status.word === "complete" ? "good" : "note");
const state = (status) =>
  h("span", { class: `state ${kindOf(status)}`, title: status.sentence }, status.word);

// One of several runs: its colour in the plots, its name, how it ended; a click hides it and brings it back.
function legend(page, run) {
  const mark = h("i", {});
  const { status } = run.story;
  const element = button(
    [mark, run.name, status.word !== "complete" && h("small", {}, status.word)],
    `Show or hide ${run.name}. ${status.sentence}`,
    () => {
      page.showRun(run, !run.shown);
      element.setAttribute("aria-pressed", String(run.shown));
    },
    { class: `state run ${kindOf(status)}`, "aria-pressed": "true" },
  );
  element.recolour = () => mark.style.setProperty("--colour", runColour(run.index));
  element.recolour();
  return element;
}

// What is said of all runs together: tables with a column for each.
function together({ sheets, notes, command }) {
  const cell = (value) =>
    value === null ? "–" : typeof value === "string" ? value : valueText(value);
  return h(
    "article",
    { class: "together" },
    notes.length > 0 && h("ul", {}, ...notes.map((note) => h("li", {}, note))),
    ...sheets.map(({ title, columns, rows }) =>
      sheet({ title, columns, rows: rows.map((row) => row.map(cell)) }),
    ),
    command && h("div", {}, h("h3", {}, "To repeat the comparison"), h("pre", {}, command)),
  );
}

const valueText = ({ value, unit }) =>
  unit ? quantity(value, unit.replace("²", "^2"), 4) : String(value);

function details(page, run) {
  const { story } = run;
  const shown =
    run.rows < run.about.of
      ? ` ${run.rows} of its ${run.about.of} rows are in this page, chosen so that peaks are kept.`
      : "";
  return h(
    "article",
    {},
    page.runs.length > 1 && h("h2", {}, run.name),
    h("p", { class: story.status.failed ? "bad" : "" }, story.status.sentence, shown),
    story.notes.length > 0 &&
      h(
        "div",
        {},
        h("h3", {}, "Notes"),
        h("ul", {}, ...story.notes.map((note) => h("li", {}, note))),
      ),
    ...story.joint_summary.map(([title, lines]) =>
      h("div", {}, h("h3", {}, title), h("pre", { class: "lines" }, lines.join("\n"))),
    ),
    ...story.tables.map(sheet),
    h(
      "div",
      { class: "columns" },
      pairs("Settings", story.settings),
      pairs("Effort", story.statistics),
      pairs("Versions", story.versions),
    ),
    h("h3", {}, "To repeat the run"),
    h("pre", {}, story.repeat.command),
    h("pre", {}, story.repeat.python),
    story.model &&
      h(
        "details",
        {},
        h("summary", {}, "The model"),
        button("save model.yaml", "Save the model as a file", () =>
          save("model.yaml", story.model, "text/yaml"),
        ),
        h("pre", { class: "model" }, story.model),
      ),
    h(
      "p",
      { class: "tiny" },
      `Numbers in this page: positions and orientations to 6·10⁻⁸ of their range, others to ${(100 / 2 ** run.about.bits).toPrecision(1)} %. Drawn with three.js (MIT licence; text at the end of this file).`,
    ),
  );
}

function sheet({ title, columns, rows }) {
  return h(
    "div",
    { class: "scroll" },
    h(
      "table",
      { class: "sheet" },
      h("caption", {}, title),
      h("thead", {}, h("tr", {}, ...columns.map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((text) => h("td", {}, text))))),
    ),
  );
}

function pairs(title, rows) {
  return h(
    "div",
    {},
    h("h3", {}, title),
    h(
      "dl",
      {},
      ...rows.flatMap(([key, value]) => [
        h("dt", {}, key.replaceAll("_", " ")),
        h("dd", {}, value),
      ]),
    ),
  );
}
