// Numbers out of the page: packed columns become integers when they are first asked for; see gudgeon/report/encoding.py.

import { lowerRow } from "./series.js";

function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const signs = atob(text);
  const bytes = new Uint8Array(signs.length);
  for (let k = 0; k < signs.length; k++) bytes[k] = signs.charCodeAt(k);
  return bytes;
}

async function unpack(base64) {
  const stream = new Blob([fromBase64(base64)])
    .stream()
    .pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function block(number) {
  const element = document.querySelector(`script[data-block="${number}"]`);
  return unpack(element.textContent);
}

// The bytes of one column: all low bytes, then the next; folded signs; differences of some order.
export function integers(bytes, rows, width, order) {
  const values = new Int32Array(rows);
  for (let plane = 0; plane < width; plane++) {
    const start = plane * rows;
    const shift = 8 * plane;
    for (let k = 0; k < rows; k++) values[k] |= bytes[start + k] << shift;
  }
  for (let k = 0; k < rows; k++) values[k] = (values[k] >>> 1) ^ -(values[k] & 1);
  for (let n = 0; n < order; n++)
    for (let k = 1; k < rows; k++) values[k] = (values[k] + values[k - 1]) | 0;
  return values;
}

export async function floats(number) {
  const bytes = await block(number);
  const count = bytes.length / 8;
  const out = new Uint8Array(bytes.length);
  for (let plane = 0; plane < 8; plane++)
    for (let k = 0; k < count; k++) out[8 * k + plane] = bytes[plane * count + k];
  return new Float64Array(out.buffer);
}

// One column of numbers: offset + scale * integer; -1 is NaN.
export class Column {
  constructor(rows, [offset, scale, order, width], bytes) {
    this.rows = rows;
    this.offset = offset === null ? NaN : offset;
    this.scale = scale;
    this.ints = width ? integers(bytes, rows, width, order) : null;
  }

  at(row) {
    if (!this.ints) return this.offset;
    const k = this.ints[row];
    return k < 0 ? NaN : this.offset + this.scale * k;
  }

  between(row, share) {
    const low = this.at(row);
    return share > 0 ? low + share * (this.at(Math.min(row + 1, this.rows - 1)) - low) : low;
  }

  array() {
    const values = new Float64Array(this.rows);
    for (let row = 0; row < this.rows; row++) values[row] = this.at(row);
    return values;
  }
}

async function times(about) {
  if ("block" in about) return floats(about.block);
  const t = new Float64Array(about.rows);
  for (let k = 0; k < about.rows; k++) t[k] = about.start + k * about.step;
  t[about.rows - 1] = about.last;
  return t;
}

// One run: its times, and its channels by name.
export class Run {
  constructor(about, index) {
    Object.assign(this, {
      about,
      index,
      name: about.name,
      rows: about.rows,
      scene: about.scene,
      story: about.story,
      transient: about.transient ?? 0,
      shown: true,
    });
    this.channels = new Map(about.channels.map((channel) => [channel.name, channel]));
    this.cache = new Map();
    this.impacts = null;
    this.starts = new Float64Array(0); // of contacts that count: what happens behind a soft layer is part of the layer's own
  }

  async open() {
    this.t = this.rows ? await times(this.about.time) : new Float64Array(0);
    this.reference = this.about.reference ? await new Reference(this.about.reference).open() : null;
    this.poses = [null];
    for (const body of this.about.bodies) {
      const [position, orientation] = this.rows
        ? await Promise.all([this.columns(`${body}.position`), this.columns(`${body}.orientation`)])
        : [[], []];
      this.poses.push({ position, orientation });
    }
    const table = this.about.impacts;
    if (table) {
      const numbers = await floats(table.block);
      this.impacts = Object.fromEntries(
        table.columns.map((name, k) => [
          name,
          numbers.subarray(k * table.rows, (k + 1) * table.rows),
        ]),
      );
      this.starts = this.impacts.start.filter((_, k) => !this.placeOf(k).hard);
    }
    return this;
  }

  // Where a contact period happened: its joint, its name, whether it is a stop, and whether its numbers are angles and moments.
  placeOf(impact) {
    return this.about.contacts[this.impacts.contact[impact]];
  }

  get start() {
    return this.rows ? this.t[0] : 0;
  }

  // Usual time between two rows.
  get step() {
    return this.rows > 1 ? (this.end - this.start) / (this.rows - 1) : 0;
  }

  get end() {
    return this.rows ? this.t[this.rows - 1] : 0;
  }

  has(name) {
    return this.channels.has(name);
  }

  // The channel of the force that the fit of a joint exerts besides contacts, or null.
  forceOfFit(joint) {
    const variable = this.about.fit_forces[joint];
    return variable && this.has(`${joint}.${variable}`) ? `${joint}.${variable}` : null;
  }

  // The columns of a channel, without its magnitude.
  columns(name) {
    if (!this.cache.has(name)) this.cache.set(name, this.#unpack(this.channels.get(name)));
    return this.cache.get(name);
  }

  async #unpack(channel) {
    const bytes = channel.block === null ? null : await block(channel.block);
    let start = 0;
    return channel.columns.map((spec) => {
      const length = spec[3] * this.rows;
      const column = new Column(this.rows, spec, bytes?.subarray(start, start + length));
      start += length;
      return column;
    });
  }

  // Every curve that can be drawn: a name, a unit, and how to get its numbers.
  curves() {
    const found = [];
    for (const { name, unit, components, hidden } of this.channels.values()) {
      if (hidden) continue;
      if (!components.length) found.push({ name, unit, channel: name, pick: 0 });
      components.forEach((part, k) =>
        found.push({ name: `${name}.${part}`, unit, channel: name, pick: k }),
      );
      if (components.join() === "x,y,z")
        found.push({ name: `${name}.magnitude`, unit, channel: name, pick: "magnitude" });
    }
    return found;
  }

  async values(curve) {
    const key = `curve ${curve.name}`;
    if (!this.cache.has(key)) this.cache.set(key, this.#values(curve));
    return this.cache.get(key);
  }

  async #values({ channel, pick }) {
    const columns = await this.columns(channel);
    if (pick !== "magnitude") return columns[pick].array();
    const values = new Float64Array(this.rows);
    for (let row = 0; row < this.rows; row++)
      values[row] = Math.hypot(...columns.map((column) => column.at(row)));
    return values;
  }

  // The row before a time and how far the time lies on the way to the next.
  place(t) {
    const { rows } = this;
    if (rows < 2 || t <= this.t[0]) return [0, 0];
    if (t >= this.t[rows - 1]) return [rows - 1, 0];
    let [low, high] = [0, rows - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.t[middle] <= t) low = middle;
      else high = middle;
    }
    return [low, (t - this.t[low]) / (this.t[high] - this.t[low])];
  }

  // Whether a contact in the gap of a joint is closed at a time.
  touching(joint, t) {
    if (!this.impacts) return false;
    const { start, end } = this.impacts;
    const last = lowerRow(start, t + 1e-15);
    for (let k = last - 1; k >= Math.max(0, last - 200); k--) {
      const place = this.placeOf(k);
      if (!(end[k] < t) && place.joint === joint && !place.stop) return true;
    }
    return false;
  }

  // Position and Euler parameters (scalar first) of a body, counted with the ground as 0.
  pose(body, t) {
    if (!body || !this.rows) return { position: [0, 0, 0], orientation: [1, 0, 0, 0] };
    const [row, share] = this.place(t);
    const { position, orientation } = this.poses[body];
    const from = orientation.map((column) => column.at(row));
    let p = from;
    if (share > 0) {
      const to = orientation.map((column) => column.at(row + 1));
      const sign = from.reduce((sum, component, k) => sum + component * to[k], 0) < 0 ? -1 : 1;
      p = from.map((component, k) => component + share * (sign * to[k] - component));
    }
    const length = Math.hypot(...p);
    return {
      position: position.map((column) => column.between(row, share)),
      orientation: p.map((component) => component / length),
    };
  }
}

// The run with ideal joints beside a run: curves without a scene.
class Reference extends Run {
  constructor(about) {
    super({ ...about, bodies: [], contacts: [], impacts: null }, 0);
  }
}

export async function readRuns() {
  const about = JSON.parse(document.getElementById("data").textContent);
  return {
    runs: await Promise.all(about.runs.map((run, k) => new Run(run, k).open())),
    several: about.several,
  };
}
