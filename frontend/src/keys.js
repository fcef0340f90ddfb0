// The keyboard, and the page that tells about it.
import { button, h } from "./dom.js";
import { SPEEDS } from "./clock.js";

const KEYS = [
  ["space", "play or pause"],
  ["← →", "one row back or on; with shift a hundredth of the run"],
  ["P N", "previous or next contact"],
  ["↑ ↓", "faster or slower"],
  ["Home End", "start or end"],
  ["H", "whole mechanism in view"],
  ["T", "dark or light"],
  ["Z", "all plots over the whole time"],
  ["drag, right drag, wheel", "turn, move and zoom the mechanism"],
  [
    "drag in a plot",
    "zoom in; double click to zoom out; shift and drag to move; ctrl or shift and wheel to zoom",
  ],
  ["click in a plot", "go to that time"],
];

export function listen(page) {
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input:not([type=range]), select, textarea");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actions(page, event)[event.key];
    const pressed =
      event.target.closest?.("button, summary, tr") && [" ", "Enter"].includes(event.key);
    if (!action || pressed) return;
    event.preventDefault();
    action();
  });
}

function actions(page, { shiftKey }) {
  const { clock, span } = page;
  const jump = (direction) =>
    shiftKey
      ? clock.seek(clock.t + (direction * (clock.end - clock.start)) / 100)
      : page.row(direction);
  const speed = (step) =>
    clock.setSpeed(
      SPEEDS[Math.min(Math.max(SPEEDS.indexOf(clock.speed) + step, 0), SPEEDS.length - 1)],
    );
  return {
    " ": () => clock.toggle(),
    ArrowLeft: () => jump(-1),
    ArrowRight: () => jump(1),
    ArrowUp: () => speed(-1),
    ArrowDown: () => speed(1),
    Home: () => clock.seek(clock.start),
    End: () => clock.seek(clock.end),
    n: () => page.step(1),
    p: () => page.step(-1),
    h: () => page.viewer.home(),
    t: () => page.switchTheme(),
    z: () => span.set(-Infinity, Infinity),
    "?": () => page.help(),
  };
}

export function helpDialog() {
  const dialog = h("dialog", { class: "help", "aria-label": "Keys and mouse" });
  dialog.append(
    h("h2", {}, "Keys and mouse"),
    h("dl", {}, ...KEYS.flatMap(([key, text]) => [h("dt", {}, key), h("dd", {}, text)])),
    button("close", "Close", () => dialog.close()),
  );
  document.body.append(dialog);
  return () => (dialog.open ? dialog.close() : dialog.showModal());
}
