// The story of the runs, in text: title, how they ended, key figures, and everything behind them.
import { button, h, save } from "./dom.js";
import { curve as runColour } from "./colours.js";
import { icon } from "./icons.js";
import { cut, quantity, seconds } from "./text.js";

export function storyOf(page, switchTheme) {
  const [first] = page.runs;
  const { story } = first;
  const one = page.runs.length === 1;
  const line = [story.line, story.subtitle].filter(Boolean).join(" · ");
  const head = h(
    "div",
    { class: "title" },
    h("h1", { title: story.title }, story.title),
    one && h("p", { class: "line", title: line }, line),
  );
  const states = page.runs.map((run) => (one ? state(run.story.status) : legend(page, run)));
  const notes = [...(page.several?.notes ?? []), ...page.runs.flatMap((run) => run.story.notes)];
  const more = h(
    "details",
    { class: "story" },
    h(
      "summary",
      {},
      notes.length
        ? `Story and data · ${notes.length} note${notes.length > 1 ? "s" : ""}`
        : "Story and data",
    ),
    one && figures(page, first),
    ...page.runs.map((run) => details(page, run)),
  );
  return [
    h(
      "div",
      { class: "headline" },
      head,
      h("div", { class: "states" }, ...states),
      h(
        "div",
        { class: "corner" },
        button("save", "Save this page as it is shown", () => page.state.save()),
        button("?", "Keys and mouse (?)", () => page.help()),
        button(icon("theme"), "Dark or light (T)", switchTheme),
      ),
    ),
    one && sentences(page, first),
    page.several && together(page),
    more,
  ].filter(Boolean);
}

// What happened, how hard it was, how far it can be trusted; numbers lead to their times.
// A sentence with the names that are cut in it, or nothing if none is.
function whole(parts) {
  const text = parts.map((part) => (typeof part === "string" ? part : valueText(part))).join("");
  return /\S{35,}/.test(text) ? text : null;
}

function sentences(page, run) {
  const duration = run.end - run.start;
  const piece = (part) => {
    if (typeof part === "string") return part.replace(/\S{35,}/g, (name) => cut(name));
    if (part.t === null) return h("b", {}, valueText(part));
    return button(valueText(part), `${part.label} at t = ${seconds(part.t, duration)}; click to go there`, () =>
      visit(page, part),
    );
  };
  return h(
    "div",
    { class: "sentences", "aria-label": "The run in three sentences" },
    ...run.story.sentences.map((parts) => h("p", { title: whole(parts) }, ...parts.map(piece))),
  );
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
    { class: `state run ${kindOf(status)}`, "aria-pressed": String(run.shown) },
  );
  element.recolour = () => mark.style.setProperty("--colour", runColour(run.index));
  element.recolour();
  return element;
}

// A table whose columns are runs, with a row for each of them instead.
function turned({ title, columns, rows }) {
  const [corner, ...runs] = columns;
  return {
    title,
    columns: [corner, ...rows.map(([label]) => label)],
    rows: runs.map((run, k) => [run, ...rows.map((row) => row[k + 1])]),
  };
}

// What is said of all runs together: tables with a row for each run, so that any number of them fits.
function together(page) {
  const { sheets, notes, command } = page.several;
  const cell = (value) =>
    value === null ? "–" : typeof value === "string" ? value : valueText(value);
  const [first, ...others] = sheets.map(({ title, columns, rows }) =>
    sheet(turned({ title, columns, rows: rows.map((row) => row.map(cell)) }), page),
  );
  return h(
    "details",
    { class: "story", open: true },
    h("summary", {}, `Comparison of ${page.runs.length} runs`),
    h(
      "article",
      { class: "together" },
      first,
      notes.length > 0 && h("ul", {}, ...notes.map((note) => h("li", {}, note))),
      others.length > 0 &&
        h("details", {}, h("summary", {}, "Fits, laws and settings that differ, other figures"), ...others),
      command && h("details", {}, h("summary", {}, "To repeat the comparison"), h("pre", {}, command)),
    ),
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
    ...story.tables.map((table) => sheet(table)),
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

function sheet({ title, columns, rows }, page = null) {
  const named = (text) => page?.runs.find((run) => run.name === text);
  const mark = (text) => {
    if (!named(text)) return text;
    const dot = h("i", { class: "dot" });
    dot.style.setProperty("--colour", runColour(named(text).index));
    return [dot, text];
  };
  return h(
    "div",
    { class: "scroll" },
    h(
      "table",
      { class: "sheet" },
      h("caption", {}, title),
      h("thead", {}, h("tr", {}, ...columns.map((text) => h("th", { scope: "col", title: text }, mark(text))))),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((text, k) => h("td", { title: k ? null : text }, k ? text : mark(text)))))),
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
