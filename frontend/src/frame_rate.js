// How fast the machine can draw: while things move, a slow one draws coarser and its magnifiers less often.

const LEVELS = [1, 0.7, 0.5, 0.35]; // shares of the full resolution
const [SLOW, FAST] = [28, 18]; // milliseconds between two frames
const PATIENCE = 400; // milliseconds before the resolution changes again
const REST = 220; // milliseconds after which nothing moves any more

export class Pace {
  constructor(atRest) {
    Object.assign(this, {
      atRest,
      level: 0,
      interval: 16,
      last: -Infinity,
      changed: 0,
      resting: true,
    });
  }

  // Call with every frame that shows motion.
  frame(now = performance.now()) {
    const passed = now - this.last;
    this.last = now;
    if (passed < REST) this.interval += 0.15 * (passed - this.interval);
    if (now - this.changed > PATIENCE && passed < REST) this.#adapt(now);
    this.resting = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.resting = true;
      this.atRest();
    }, REST);
  }

  #adapt(now) {
    const step = this.interval > SLOW ? 1 : this.interval < FAST ? -1 : 0;
    const level = Math.min(Math.max(this.level + step, 0), LEVELS.length - 1);
    if (level === this.level) return;
    this.level = level;
    this.changed = now;
    this.interval = (SLOW + FAST) / 2;
  }

  get quality() {
    return this.resting ? 1 : LEVELS[this.level];
  }

  // Milliseconds that secondary drawings should wait for each other.
  get pause() {
    return this.resting || this.level < 2 ? 0 : 90;
  }
}
