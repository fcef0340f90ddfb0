// The buttons over the three-dimensional view.
import { button, h, select } from "./dom.js";
import { icon } from "./icons.js";
import { saveGlb, savePicture, saveVideo } from "./outputs.js";

export function toolbar(viewer) {
  const bodies = viewer.runs[0].about.bodies;
  const contacts = viewer.views.some(
    (view) => view.contacts.length + view.stops.length + view.films.length,
  );
  viewer.switches = {
    reactions: toggle(
      "reactions",
      "Show the reaction of every joint on its second body",
      false,
      (on) => viewer.setReactions(on),
    ),
    contacts:
      contacts &&
      toggle("contacts", "Show forces of contacts, films and stops", true, (on) =>
        viewer.setContacts(on),
      ),
    joints: toggle("joints", "Show the names of the joints", true, (on) =>
      viewer.setOption("joints", on),
    ),
    names: toggle(
      "names",
      "Show the names of the bodies; the one under the pointer is always shown",
      false,
      (on) => viewer.setOption("names", on),
    ),
    ground: toggle("ground", "Show the grid", true, (on) => viewer.setOption("ground", on)),
  };
  return h(
    "div",
    { class: "toolbar", role: "toolbar", "aria-label": "View" },
    button(icon("home"), "Whole mechanism (H)", () => viewer.home()),
    select(
      "Follow a body",
      [["-1", "follow: –"], ...bodies.map((name, k) => [String(k + 1), `follow: ${name}`])],
      "-1",
      (value) => viewer.follow(Number(value)),
    ),
    traceMenu(viewer),
    viewer.modes?.chooser(),
    viewer.switches.reactions,
    viewer.switches.contacts,
    lengthOfArrows(viewer),
    viewer.switches.joints,
    viewer.switches.names,
    viewer.switches.ground,
    viewer.views.length > 1 &&
      toggle("side by side", "Show the runs side by side instead of overlaid", false, (on) =>
        viewer.setSplit(on),
      ),
    viewer.views.length > 1 && deviations(viewer),
    button("PNG", "Save the picture at the resolution of print", () => savePicture(viewer)),
    window.MediaRecorder &&
      button("video", "Play to the end and save what is seen as WebM", () => saveVideo(viewer)),
    button("GLB", "Save the mechanism as it stands, for other programs", () => saveGlb(viewer)),
  );
}

function toggle(text, title, value, set) {
  const element = button(text, title, () => element.turn(element.getAttribute("aria-pressed") !== "true"));
  element.turn = (on) => {
    element.setAttribute("aria-pressed", String(on));
    set(on);
    element.dispatchEvent(new Event("turned", { bubbles: true }));
  };
  element.setAttribute("aria-pressed", String(value));
  return element;
}

function deviations(viewer) {
  const element = select(
    "How much larger deviations from the first run are drawn",
    [1, 5, 20, 100, 500].map((factor) => [String(factor), `deviation × ${factor}`]),
    "1",
    (value) => viewer.exaggerate(Number(value)),
  );
  element.classList.add("wide");
  return element;
}

function lengthOfArrows(viewer) {
  const title = "Length of force arrows";
  const slider = h("input", {
    type: "range",
    min: "-1",
    max: "1.5",
    step: "0.05",
    value: "0",
    class: "small",
    title,
    "aria-label": title,
    oninput: (event) => viewer.setArrows(10 ** Number(event.target.value)),
  });
  return h("label", { class: "tiny arrows", title }, "➝ ", slider);
}

function traceMenu(viewer) {
  const { scene, about } = viewer.runs[0];
  const points = about.bodies.map((name, k) => ({
    text: `${name}: centre of mass`,
    index: k + 1,
    point: [0, 0, 0],
  }));
  for (const { name, bodies, points: at } of scene?.joints ?? []) {
    const side = bodies[1] ? 1 : 0; // a point of the ground leaves no trace
    points.push({ text: `joint ${name}`, index: bodies[side], point: at[side] });
  }
  const options = points.map(({ text }, k) => [String(k), `trace: ${text}`]);
  return select("Trace the path of a point", [["", "trace: –"], ...options], "", (value) =>
    viewer.trace(points[value]),
  );
}
