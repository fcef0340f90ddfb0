// The stretch of time that all plots show together.
export class Span extends EventTarget {
  constructor(start, end) {
    super();
    Object.assign(this, {
      start,
      end: Math.max(end, start + 1e-12),
      low: start,
      high: Math.max(end, start + 1e-12),
    });
  }

  set(low, high) {
    const shortest = 1e-9 * (this.end - this.start);
    this.low = Math.max(Math.min(low, this.end - shortest), this.start);
    this.high = Math.min(Math.max(high, this.low + shortest), this.end);
    this.dispatchEvent(new Event("span"));
  }

  // Move the stretch, if need be, so that a time lies in it.
  show(t) {
    const width = this.high - this.low;
    if (t < this.low || t > this.high) this.set(t - width / 2, t + width / 2);
  }
}
