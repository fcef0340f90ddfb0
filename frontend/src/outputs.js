// Out of the page: the picture at the resolution of print with what is written on it, a video, and the mechanism as a GLB file.
import { GLTFExporter } from "three/examples/jsm/exporters/GLTFExporter.js";
import { inks } from "./colours.js";
import { save } from "./dom.js";

const PRINT = 3; // times the resolution of the screen
const RATE = 30; // frames of a video a second
const LONGEST = 60; // seconds of a video

// The picture as a canvas, labels included.
export function printed(viewer, larger = PRINT) {
  const { renderer, host } = viewer;
  const [width, height] = [host.clientWidth, host.clientHeight];
  const paper = document.createElement("canvas");
  [paper.width, paper.height] = [width * larger, height * larger];
  const context = paper.getContext("2d");
  viewer.drawAt(larger, () => context.drawImage(renderer.domElement, 0, 0, paper.width, paper.height));
  context.scale(larger, larger);
  const edge = host.getBoundingClientRect();
  for (const label of host.querySelectorAll(".labels span, .panes span, .scale-note")) {
    const box = label.getBoundingClientRect();
    if (!box.width || !label.textContent) continue;
    const style = getComputedStyle(label);
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineWidth = 3;
    context.strokeStyle = inks().sky;
    context.fillStyle = style.color;
    const at = [box.left - edge.left + box.width / 2, box.top - edge.top + box.height / 2];
    context.strokeText(label.textContent, ...at);
    context.fillText(label.textContent, ...at);
  }
  return paper;
}

export function savePicture(viewer) {
  printed(viewer).toBlob((blob) => save("mechanism.png", blob, "image/png"));
}

// On paper the page is light, and its picture is the one for print.
export function printing(page) {
  const root = document.documentElement;
  const picture = new Image();
  let theme = "";
  const draw = () => [...page.plots.map((plot) => plot.chart), ...(page.magnifiers ?? [])].forEach((part) => part.draw());
  window.addEventListener("beforeprint", () => {
    theme = root.dataset.theme;
    root.dataset.theme = "light";
    draw();
    if (!page.viewer.renderer) return;
    picture.className = "print";
    picture.src = printed(page.viewer).toDataURL();
    page.viewer.host.append(picture);
  });
  window.addEventListener("afterprint", () => {
    root.dataset.theme = theme;
    picture.remove();
    page.redraw();
  });
}

// Play from the time that is shown to the end, or for a minute, and return what was seen as a video.
export async function recorded(viewer, seconds = LONGEST) {
  const { clock, canvas } = viewer;
  const parts = [];
  const recorder = new MediaRecorder(canvas.captureStream(RATE), { videoBitsPerSecond: 8e6 });
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  const ended = new Promise((done) => recorder.addEventListener("stop", done));
  if (clock.t >= clock.end) clock.seek(clock.start);
  recorder.start();
  clock.toggle(true);
  const began = performance.now();
  await new Promise((done) => {
    const wait = () =>
      !clock.playing || performance.now() - began > 1000 * seconds ? done() : setTimeout(wait, 50);
    wait();
  });
  clock.toggle(false);
  recorder.stop();
  await ended;
  return new Blob(parts, { type: "video/webm" });
}

export async function saveVideo(viewer) {
  save("mechanism.webm", await recorded(viewer), "video/webm");
}

// The bodies of the run that is drawn solid, where they are now, as binary glTF.
export function glb(viewer) {
  const { group, bodies, struts } = viewer.seen[0];
  return new GLTFExporter().parseAsync([...bodies, ...struts.map((strut) => strut.object)], {
    binary: true,
    onlyVisible: group.visible,
  });
}

export async function saveGlb(viewer) {
  save("mechanism.glb", await glb(viewer), "model/gltf-binary");
}
