// The story of the runs, in text: title, how they ended, key figures, and everything behind them.
import { button, h, save } from "./dom.js";
import { icon } from "./icons.js";
import { quantity, seconds } from "./text.js";

export function storyOf(page, switchTheme) {
  const [first] = page.runs;
  const { story } = first;
  const head = h("div", { class: "title" }, h("h1", {}, story.title), h("p", {}, story.subtitle));
  const states = page.runs.map((run) =>
    h(
      "span",
      {
        class: `state ${run.story.status.failed ? "bad" : run.story.status.word === "complete" ? "good" : "note"}`,
        title: run.story.status.sentence,
      },
      page.runs.length > 1 ? `${run.name}: ${run.story.status.word}` : run.story.status.word,
    ),
  );
  const warnings = page.runs.flatMap((run) => run.story.notes);
  const more = h(
    "details",
    { class: "story" },
    h("summary", {}, warnings.length ? `Story and data · ${warnings.length} note${warnings.length > 1 ? "s" : ""}` : "Story and data"),
    page.runs.length > 1 && comparison(page.runs),
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
      t === null ? h("div", {}, ...inside) : h("button", { type: "button", title: when, onclick: () => page.goTo(t) }, ...inside),
    );
  });
  return h("ul", { class: "figures", "aria-label": "Key figures" }, ...items);
}

// The key figures of all runs beside each other.
function comparison(runs) {
  const labels = [...new Set(runs.flatMap((run) => run.story.figures.map((one) => one.label)))];
  const cell = (run, label) => {
    const figure = run.story.figures.find((one) => one.label === label);
    return figure ? valueText(figure) : "–";
  };
  return h(
    "article",
    {},
    sheet({
      title: "Key figures",
      columns: ["", ...runs.map((run) => run.name)],
      rows: labels.map((label) => [label, ...runs.map((run) => cell(run, label))]),
    }),
  );
}

const valueText = ({ value, unit }) => (unit ? quantity(value, unit.replace("²", "^2"), 4) : String(value));

function details(page, run) {
  const { story } = run;
  const shown = run.rows < run.about.of ? ` ${run.rows} of its ${run.about.of} rows are in this page, chosen so that peaks are kept.` : "";
  return h(
    "article",
    {},
    page.runs.length > 1 && h("h2", {}, run.name),
    h("p", { class: story.status.failed ? "bad" : "" }, story.status.sentence, shown),
    story.notes.length > 0 && h("div", {}, h("h3", {}, "Notes"), h("ul", {}, ...story.notes.map((note) => h("li", {}, note)))),
    ...story.tables.map(sheet),
    h("div", { class: "columns" }, pairs("Settings", story.settings), pairs("Effort", story.statistics), pairs("Versions", story.versions)),
    h("h3", {}, "To repeat the run"),
    h("pre", {}, story.repeat.command),
    h("pre", {}, story.repeat.python),
    story.model &&
      h(
        "details",
        {},
        h("summary", {}, "The model"),
        button("save model.yaml", "Save the model as a file", () => save("model.yaml", story.model, "text/yaml")),
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
    h("dl", {}, ...rows.flatMap(([key, value]) => [h("dt", {}, key.replaceAll("_", " ")), h("dd", {}, value)])),
  );
}
