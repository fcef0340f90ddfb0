// How the page is looked at: time, stretch, plots, switches, camera, runs that are hidden, width and theme. It is kept in the address, so that a
// link or a reload shows the same, and a page can be saved with it.
import { save } from "./dom.js";

const PAUSE = 300; // milliseconds after a change

export class ViewState {
  constructor(page) {
    this.page = page;
    this.wanted = this.#read();
    this.silent = true; // until the page has been built as it was wanted
  }

  #read() {
    const inside = document.getElementById("state")?.textContent;
    try {
      const fragment = new URLSearchParams(location.hash.slice(1)).get("view");
      return JSON.parse(fragment ?? inside ?? "{}") ?? {};
    } catch {
      return {}; // an address that was cut
    }
  }

  // What is shown now.
  now() {
    const { clock, span, plots, runs, viewer } = this.page;
    const whole = span.low === span.start && span.high === span.end;
    const eye = viewer.controls && [viewer.camera.position, viewer.controls.target];
    return {
      t: clock.t,
      ...(whole ? {} : { span: [span.low, span.high] }),
      plots: plots.map((plot) => [plot.kind, plot.curves.map((curve) => curve.name)]),
      ...(this.page.share ? { share: this.page.share } : {}),
      ...(this.page.themed ? { theme: document.documentElement.dataset.theme } : {}),
      on: Object.entries(viewer.switches ?? {}).flatMap(([name, button]) =>
        button && button.getAttribute("aria-pressed") === "true" ? [name] : [],
      ),
      hidden: runs.filter((run) => !run.shown).map((run) => run.name),
      ...(eye && viewer.moved ? { eye: eye.map((at) => at.toArray()) } : {}),
    };
  }

  // Write it into the address, some time after the last change.
  keep() {
    if (this.silent) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.page.clock.playing) return;
      try {
        const text = new URLSearchParams({ view: JSON.stringify(this.now()) });
        history.replaceState(null, "", `#${text}`);
      } catch {
        this.silent = true; // a frame that may not change its address
      }
    }, PAUSE);
  }

  // Bring back what was wanted, after the page has been built.
  apply() {
    const { page, wanted } = this;
    const { viewer, clock, span } = page;
    for (const [name, button] of Object.entries(viewer.switches ?? {}))
      if (button && wanted.on && wanted.on.includes(name) !== (button.getAttribute("aria-pressed") === "true"))
        button.turn(wanted.on.includes(name));
    if (Array.isArray(wanted.eye) && viewer.controls) {
      viewer.camera.position.set(...wanted.eye[0]);
      viewer.controls.target.set(...wanted.eye[1]);
      viewer.controls.update();
      viewer.moved = true;
    }
    if (Array.isArray(wanted.span)) span.set(...wanted.span);
    clock.seek(Number.isFinite(wanted.t) ? wanted.t : clock.start);
    this.silent = false;
  }

  // The page as it is shown, as a file of its own: its parts are built again when it is opened.
  saved() {
    const copy = document.documentElement.cloneNode(true);
    for (const id of ["story", "view", "panels", "transport"])
      copy.querySelector(`#${id}`).replaceChildren();
    for (const built of copy.querySelectorAll("#channels, dialog, #state, .failure")) built.remove();
    copy.removeAttribute("data-ready");
    const state = document.createElement("script");
    Object.assign(state, { id: "state", type: "application/json" });
    state.textContent = JSON.stringify(this.now()).replaceAll("<", "\\u003c");
    copy.querySelector("#data").before(state);
    return `<!doctype html>\n${copy.outerHTML}\n`;
  }

  save() {
    save("report.html", this.saved(), "text/html");
  }
}
