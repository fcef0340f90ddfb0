// The one time that everything shows: animation, magnifiers, plots and table listen to it.

export const SPEEDS = [
  10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 2e-5,
  1e-5,
];

export class Clock extends EventTarget {
  constructor(start, end) {
    super();
    Object.assign(this, { start, end, t: start, speed: 1, playing: false, before: 0 });
    const wanted = (end - start) / 12; // a run is over in about twelve seconds
    this.speed = SPEEDS.find((speed) => speed <= Math.max(wanted, 1e-5)) ?? 1e-5;
  }

  seek(t) {
    this.t = Math.min(Math.max(t, this.start), this.end);
    this.dispatchEvent(new Event("time"));
  }

  setSpeed(speed) {
    this.speed = speed;
    this.dispatchEvent(new Event("state"));
  }

  toggle(playing = !this.playing) {
    if (playing === this.playing) return;
    this.playing = playing && this.end > this.start;
    if (this.playing && this.t >= this.end) this.seek(this.start);
    this.before = performance.now();
    if (this.playing) requestAnimationFrame((now) => this.#tick(now));
    this.dispatchEvent(new Event("state"));
  }

  #tick(now) {
    if (!this.playing) return;
    const passed = Math.min(Math.max(now - this.before, 0), 100) / 1000; // a page in the background does not leap
    this.before = now;
    const t = this.t + passed * this.speed;
    this.seek(t);
    if (t >= this.end) this.toggle(false);
    else requestAnimationFrame((next) => this.#tick(next));
  }
}
