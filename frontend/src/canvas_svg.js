// One way to draw a chart, on two kinds of paper: a canvas for the screen and for PNG, SVG elements for a file.

const SVG = "http://www.w3.org/2000/svg";
const FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif";

export class CanvasPen {
  constructor(context) {
    this.context = context;
  }

  path(x, y, count, { colour, width = 1.5, dash = [], fill = null, alpha = 1, close = false }) {
    const { context } = this;
    context.beginPath();
    let drawing = false;
    for (let k = 0; k < count; k++) {
      if (Number.isNaN(y[k]) || Number.isNaN(x[k])) drawing = false;
      else if (drawing) context.lineTo(x[k], y[k]);
      else {
        context.moveTo(x[k], y[k]);
        drawing = true;
      }
    }
    if (close) context.closePath();
    context.globalAlpha = alpha;
    if (fill) {
      context.fillStyle = fill;
      context.fill();
    }
    if (colour) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.lineJoin = "round";
      context.setLineDash(dash);
      context.stroke();
    }
    context.globalAlpha = 1;
    context.setLineDash([]);
  }

  text(x, y, words, { colour, size = 11, align = "center", turned = false, weight = "normal" }) {
    const { context } = this;
    context.save();
    context.translate(x, y);
    if (turned) context.rotate(-Math.PI / 2);
    context.font = `${weight} ${size}px ${FONT}`;
    context.fillStyle = colour;
    context.textAlign = align;
    context.textBaseline = "middle";
    context.fillText(words, 0, 0);
    context.restore();
  }

  clip(x, y, width, height, draw) {
    this.context.save();
    this.context.beginPath();
    this.context.rect(x, y, width, height);
    this.context.clip();
    draw();
    this.context.restore();
  }

  ground(width, height, colour) {
    this.context.fillStyle = colour;
    this.context.fillRect(0, 0, width, height);
  }
}

export class SvgPen {
  constructor(width, height) {
    this.root = this.target = element("svg", {
      xmlns: SVG,
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      "font-family": FONT,
    });
    this.clips = 0;
  }

  path(x, y, count, { colour, width = 1.5, dash = [], fill = null, alpha = 1, close = false }) {
    let drawing = false;
    let d = "";
    for (let k = 0; k < count; k++) {
      if (Number.isNaN(y[k]) || Number.isNaN(x[k])) drawing = false;
      else {
        d += `${drawing ? "L" : "M"}${x[k].toFixed(2)} ${y[k].toFixed(2)}`;
        drawing = true;
      }
    }
    const style = {
      d: close ? `${d}Z` : d,
      fill: fill ?? "none",
      stroke: colour ?? "none",
      "stroke-width": width,
      "stroke-linejoin": "round",
      opacity: alpha,
    };
    this.target.append(
      element("path", dash.length ? { ...style, "stroke-dasharray": dash.join(" ") } : style),
    );
  }

  text(x, y, words, { colour, size = 11, align = "center", turned = false, weight = "normal" }) {
    const anchor = { left: "start", center: "middle", right: "end" }[align];
    const place = {
      x: 0,
      y: 0,
      dy: "0.35em",
      fill: colour,
      "font-size": size,
      "font-weight": weight,
      "text-anchor": anchor,
      transform: `translate(${x} ${y})${turned ? " rotate(-90)" : ""}`,
    };
    const label = element("text", place);
    label.textContent = words;
    this.target.append(label);
  }

  clip(x, y, width, height, draw) {
    const id = `clip${this.clips++}`;
    const shape = element("clipPath", { id });
    shape.append(element("rect", { x, y, width, height }));
    const group = element("g", { "clip-path": `url(#${id})` });
    this.root.append(shape, group);
    this.target = group;
    draw();
    this.target = this.root;
  }

  ground(width, height, colour) {
    this.root.append(element("rect", { width, height, fill: colour }));
  }

  toString() {
    return new XMLSerializer().serializeToString(this.root);
  }
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes))
    if (key !== "xmlns") made.setAttribute(key, value);
  return made;
}
