// The oil in the gap of a lubricated joint: darker where it is thinner.
import { MODES } from "./colours.js";

const STOPS = 72;

// centre and journal are the middles of bearing and journal on the canvas, outer and inner their drawn radii.
export function drawFilm(context, [x, y], [px, py], outer, inner) {
  const [dx, dy] = [(px - x) / (outer - inner), (py - y) / (outer - inner)]; // eccentricity over clearance
  const shade = context.createConicGradient(0, x, y);
  for (let k = 0; k <= STOPS; k++) {
    const angle = (2 * Math.PI * k) / STOPS;
    const thickness = Math.max(1 - dx * Math.cos(angle) - dy * Math.sin(angle), 0); // over clearance: from 0 to 2
    const alpha = Math.round(255 * (0.08 + 0.75 / (1 + 3 * thickness) ** 1.5));
    shade.addColorStop(k / STOPS, `${MODES.full}${alpha.toString(16).padStart(2, "0")}`);
  }
  context.fillStyle = shade;
  context.beginPath();
  context.arc(x, y, outer, 0, 2 * Math.PI);
  context.moveTo(px + inner, py);
  context.arc(px, py, inner, 0, 2 * Math.PI, true);
  context.fill("evenodd");
}
