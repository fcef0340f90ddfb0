// Elements without markup: every text that comes from a model goes through textContent.

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name in element && name !== "list" && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  add(element, children);
  return element;
}

export function add(element, children) {
  for (const child of children.flat(3)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

export function button(label, title, onclick, more = {}) {
  return h("button", { type: "button", title, "aria-label": title, onclick, ...more }, label);
}

export function select(title, options, value, onchange) {
  const element = h("select", {
    title,
    "aria-label": title,
    onchange: () => onchange(element.value),
  });
  for (const [key, text] of options) element.append(h("option", { value: key }, text));
  element.value = value;
  return element;
}

// How much larger than usual everything is drawn: text is larger on a projector, and drawings go with it.
const USUAL = 15; // size of the text on a laptop, as in style.css [px]
export const zoom = () =>
  parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL || 1;

// Lay a canvas out at the resolution of the screen; returns its 2D context, in CSS pixels times the zoom.
export function fit(canvas, width, height, larger = 1) {
  const ratio = (window.devicePixelRatio || 1) * larger;
  const [w, v] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== v) {
    canvas.width = w;
    canvas.height = v;
    canvas.style.width = `${width * larger}px`;
    canvas.style.height = `${height * larger}px`;
  }
  const context = canvas.getContext("2d", { willReadFrequently: true }); // many thin strokes are faster without the GPU
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

export function save(name, content, type) {
  const url = URL.createObjectURL(
    content instanceof Blob ? content : new Blob([content], { type }),
  );
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
