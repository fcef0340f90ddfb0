// The magnifier of a slider in its guide, or of a pin in a slot, in a plane: two walls, and what moves between them.
import { FORCES, inks } from "./colours.js";
import { cross, dot, norm, placed, rotate, sub, times, unit } from "./geometry.js";
import { GAP, Magnifier } from "./magnifier.js";
import { arrow, circle } from "./canvas_shapes.js";

const TRAIL = 800; // points of the trail

export const slides = (joint, scene) =>
  Boolean(scene.normal) && ["translational", "pointonline"].includes(joint.kind);

export class GuideMagnifier extends Magnifier {
  draw() {
    const { context, width, height } = this.paper();
    const plan = {
      x: width / 2,
      y: height / 2 - 2,
      gap: height / 2 - 40,
      half: Math.min(0.3 * width, 130),
      width,
    };
    plan.body = (1 - GAP) * plan.gap;
    this.#walls(context, plan);
    const { seen } = this;
    seen.forEach((part, k) => this.#slider(context, part, plan, k > 0));
    if (seen.length) this.scaleBar(context, (GAP * plan.gap) / seen[0].unit, height);
    this.describe(GAP * plan.gap);
  }

  #walls(context, { y, gap, width }) {
    const { ink, line } = inks();
    for (const side of [-1, 1]) {
      context.fillStyle = line;
      context.fillRect(12, side < 0 ? y - gap - 12 : y + gap, width - 24, 12);
      context.fillStyle = ink;
      context.fillRect(12, y + side * gap - 0.75, width - 24, 1.5);
    }
  }

  // Directions along and across the guide, which is always drawn level.
  #frame(run, t) {
    const along = rotate(run.pose(this.joint.bodies[0], t).orientation, unit(this.joint.axes[0]));
    return [along, cross(run.scene.normal, along)];
  }

  #slider(context, part, plan, ghost) {
    const { run, e, view } = part;
    const t = Math.min(this.clock.t, run.end);
    const [row, share] = run.place(t);
    const [along, across] = this.#frame(run, t);
    const scale = (GAP * plan.gap) / part.unit;
    const here = e.map((column) => column.between(row, share));
    const mode = this.modeAt(part, row, t);
    this.#trail(context, part, plan, scale, t);
    const turned = rotate(run.pose(this.joint.bodies[1], t).orientation, unit(this.joint.axes[1]));
    const length = this.joint.length;
    context.save();
    this.body(context, part, mode, ghost);
    context.translate(plan.x, plan.y - scale * dot(here, across));
    if (length) {
      context.rotate(-Math.atan((scale * dot(turned, across) * length) / 2 / plan.half));
      context.beginPath();
      context.rect(-plan.half, -plan.body, 2 * plan.half, 2 * plan.body);
      context.fill();
      context.stroke();
    } else circle(context, 0, 0, plan.body, true);
    context.restore();
    part.now = { here: times(across, dot(here, across)), mode };
    if (!ghost) this.#forces(context, view, t, plan, [along, across]);
  }

  // How far the slider was off the middle, from the left edge until now.
  #trail(context, { run, e }, { x, y }, scale, t) {
    const [from, to] = [run.place(t - this.trail * (run.end - run.start))[0], run.place(t)[0]];
    const step = Math.max(1, Math.ceil((to - from) / TRAIL));
    const path = new Path2D();
    for (let row = from; row <= to; row += step) {
      const [, across] = this.#frame(run, run.t[row]);
      const point = [
        14 + ((x - 14) * (row - from)) / Math.max(to - from, 1),
        y -
          scale *
            dot(
              e.map((column) => column.at(row)),
              across,
            ),
      ];
      if (row === from) path.moveTo(...point);
      else path.lineTo(...point);
    }
    context.lineWidth = 2;
    context.strokeStyle = inks().soft;
    context.stroke(path);
  }

  #forces(context, view, t, { x, y, gap, half }, [along, across]) {
    const { run } = view;
    const middle = placed(run.pose(this.joint.bodies[1], t), this.joint.points[1]);
    const grow = this.joint.length ? half / (this.joint.length / 2) : 0;
    for (const { n, point, normal, friction, force } of view.active(t, this.joint.name)) {
      const wall = [x + grow * dot(sub(point, middle), along), y - gap * Math.sign(dot(n, across))];
      context.fillStyle = context.strokeStyle = FORCES.normal;
      circle(context, ...wall, 4.5, true);
      for (const [vector, colour] of [
        [normal, FORCES.normal],
        [friction, FORCES.friction],
      ]) {
        const size = norm(vector);
        const direction = unit([dot(vector, along), -dot(vector, across), 0]);
        if (size > 1e-3 * force)
          arrow(
            context,
            wall,
            direction,
            (Math.min(size / view.reference.contact, 1.6) * gap) / 1.6,
            colour,
          );
      }
    }
  }
}
