// The magnifier of a block in a rectangular guide: the channel seen along its axis, the block between its four faces, tilted and twisted.
import { FORCES, inks } from "./colours.js";
import { cross, dot, norm, placed, rotate, sub, unit } from "./geometry.js";
import { GAP, Magnifier } from "./magnifier.js";
import { arrow, circle } from "./canvas_shapes.js";

const TRAIL = 800; // points of the trail

export const isBlock = (joint) => Boolean(joint.block);

export class BlockMagnifier extends Magnifier {
  draw() {
    const { context, width, height } = this.paper();
    const { half, play } = this.joint.block; // in height and in width
    const room = Math.min(width, height) / 2 - 16;
    const plan = {
      x: width / 2,
      y: height / 2,
      room,
      grow: ((1 - GAP) * room) / Math.max(...half),
      scale: (GAP * room) / Math.max(...play),
    };
    [plan.high, plan.wide] = half.map((size) => size * plan.grow); // what the block takes [pixels], and where its walls are
    [plan.top, plan.side] = [plan.high + plan.scale * play[0], plan.wide + plan.scale * play[1]];
    this.#walls(context, plan);
    const { seen } = this;
    seen.forEach((part, k) => this.#block(context, part, plan, k > 0));
    if (seen.length) this.scaleBar(context, plan.scale, height);
    this.describe(seen.length ? plan.scale * seen[0].unit : 0);
  }

  #walls(context, { x, y, top, side }) {
    const { ink, line } = inks();
    context.lineWidth = 10;
    context.strokeStyle = line;
    context.strokeRect(x - side - 5, y - top - 5, 2 * side + 10, 2 * top + 10);
    context.lineWidth = 1.5;
    context.strokeStyle = ink;
    context.strokeRect(x - side, y - top, 2 * side, 2 * top);
  }

  // To the right, up the height, and along the axis towards the reader.
  #frame(run, t) {
    const { orientation } = run.pose(this.joint.bodies[0], t);
    const [up, axis] = [this.joint.block.heights[0], this.joint.axes[0]].map((axis_) =>
      rotate(orientation, unit(axis_)),
    );
    return [cross(up, axis), up, axis];
  }

  #block(context, part, plan, ghost) {
    const { run, e, view } = part;
    const { x, y, high, wide, scale, grow } = plan;
    const t = Math.min(this.clock.t, run.end);
    const [row, share] = run.place(t);
    const [right, up, axis] = this.#frame(run, t);
    const { orientation } = run.pose(this.joint.bodies[1], t);
    const [height, along] = [this.joint.block.heights[1], this.joint.axes[1]].map((axis_) =>
      rotate(orientation, unit(axis_)),
    );
    const twist = Math.atan2(-dot(height, right), dot(height, up));
    const turn = Math.atan((scale / grow) * twist); // as it is drawn
    const here = e.map((column) => column.between(row, share));
    const mode = this.modeAt(part, row, t);
    this.#trail(context, part, plan, t);
    const section = (shift, fill) => {
      // a section of the block; its corners move as far as they do in the guide
      const at = [0, 1, 2].map((k) => here[k] + shift * along[k]);
      context.save();
      context.translate(x + scale * dot(at, right), y - scale * dot(at, up));
      context.rotate(-turn);
      context.beginPath();
      context.rect(-wide, -high, 2 * wide, 2 * high);
      if (fill) context.fill();
      context.stroke();
      context.restore();
    };
    this.body(context, part, mode, ghost);
    section(0, true);
    context.lineWidth = 0.75;
    for (const side of [-1, 1]) section((side * this.joint.length) / 2, false);
    context.globalAlpha = 1;
    part.now = {
      here: [0, 1, 2].map((k) => dot(here, right) * right[k] + dot(here, up) * up[k]),
      mode,
      twist,
      tilt: norm(cross(axis, along)),
    };
    if (!ghost) this.#forces(context, view, t, { ...plan, here, turn }, [right, up]);
  }

  // The way of the middle of the block until now.
  #trail(context, { run, e }, { x, y, scale }, t) {
    const [from, to] = [run.place(t - this.trail * (run.end - run.start))[0], run.place(t)[0]];
    const step = Math.max(1, Math.ceil((to - from) / TRAIL));
    const [right, up] = this.#frame(run, t);
    const path = new Path2D();
    for (let row = from; row <= to; row += step) {
      const at = e.map((column) => column.at(row));
      path[row === from ? "moveTo" : "lineTo"](x + scale * dot(at, right), y - scale * dot(at, up));
    }
    context.lineWidth = 2;
    context.strokeStyle = inks().soft;
    context.stroke(path);
  }

  // What presses, on the face where it does: floor and ceiling, or the sides.
  #forces(context, view, t, { x, y, room, grow, scale, top, side, here, turn }, [right, up]) {
    const middle = placed(view.run.pose(this.joint.bodies[1], t), this.joint.points[1]);
    for (const { n, point, normal, friction, force } of view.active(t, this.joint.name)) {
      const [across, above] = [dot(n, right), dot(n, up)];
      const [a, b] = [right, up].map((axis_) => grow * dot(sub(point, middle), axis_));
      const aside = a * Math.cos(turn) - b * Math.sin(turn) + scale * dot(here, right); // where the corner is drawn
      const high = a * Math.sin(turn) + b * Math.cos(turn) + scale * dot(here, up);
      const wall =
        Math.abs(above) > Math.abs(across)
          ? [x + aside, y - top * Math.sign(above)]
          : [x + side * Math.sign(across), y - high];
      context.fillStyle = FORCES.normal;
      circle(context, ...wall, 4.5, true);
      for (const [vector, colour] of [
        [normal, FORCES.normal],
        [friction, FORCES.friction],
      ]) {
        const seen = [dot(vector, right), -dot(vector, up), 0]; // friction along the axis points at the reader
        const size = norm(seen);
        if (size > 1e-3 * force)
          arrow(
            context,
            wall,
            unit(seen),
            (Math.min(size / view.reference.contact, 1.6) * room) / 1.6,
            colour,
          );
      }
    }
  }
}
