// Small drawings for buttons; text glyphs differ from machine to machine.
const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  play: "M5 3l9 5.5L5 14z",
  pause: "M4 3h3.4v11H4zM9.6 3H13v11H9.6z",
  start: "M3 3h2v11H3zM14 3v11L6 8.5z",
  previous: "M3 3h1.6v11H3zM13.5 4.2l-1.4-1.2L6 8.5l6.1 5.5 1.4-1.2L8.7 8.5z",
  next: "M12.4 3H14v11h-1.6zM3.5 4.2L4.900 3 11 8.5 4.900 14l-1.4-1.2L8.300 8.5z",
  back: "M11.500 3.500v10L4.500 8.500z",
  on: "M5.500 3.500v10l7-5z",
  home: "M8.500 2L2 8h2v6.500h3.500V10h2v4.500H13V8h2z",
  theme:
    "M8.500 2a6.500 6.500 0 100 13 6.500 6.500 0 000-13zm0 1.600v9.800a4.900 4.900 0 010-9.800z",
};

export function icon(name) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 17 17");
  picture.setAttribute("class", "icon");
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  picture.append(path);
  return picture;
}
