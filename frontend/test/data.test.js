// The parts of the page that need no browser: unpacking, shortening, spectra, text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Column, integers } from "../src/data.js";
import { envelope, fft, lowerRow, spectrum } from "../src/series.js";
import { number, quantity, round, ticks } from "../src/text.js";

const fold = (k) => (k << 1) ^ (k >> 31);

test("differences of every order and every width are taken back", () => {
  const wanted = [5, 5, -1, 70000, -3, 12, 1 << 24];
  for (let order = 0; order < 4; order++) {
    let values = wanted;
    for (let n = 0; n < order; n++) values = values.map((one, k) => one - (k ? values[k - 1] : 0));
    const folded = values.map((one) => fold(one) >>> 0);
    const bytes = new Uint8Array(4 * wanted.length);
    folded.forEach((one, k) =>
      [0, 1, 2, 3].forEach(
        (plane) => (bytes[plane * wanted.length + k] = (one >>> (8 * plane)) & 255),
      ),
    );
    assert.deepEqual([...integers(bytes, wanted.length, 4, order)], wanted);
  }
});

test("a column without bytes is constant, and -1 stands for NaN", () => {
  assert.equal(new Column(3, [2.5, 0, 0, 0]).at(2), 2.5);
  assert.ok(Number.isNaN(new Column(3, [null, 0, 0, 0]).at(0)));
  const bytes = new Uint8Array([fold(-1), fold(2)]);
  const column = new Column(2, [10, 0.5, 0, 1], bytes);
  assert.ok(Number.isNaN(column.at(0)));
  assert.equal(column.at(1), 11);
});

test("an envelope keeps the greatest and the least value of every pixel", () => {
  const rows = 100_000;
  const x = Float64Array.from({ length: rows }, (_, k) => k);
  const y = new Float64Array(rows);
  [77, 50_001, 99_998].forEach((row, k) => (y[row] = k % 2 ? -1 - k : 1 + k));
  const short = envelope(x, y, 0, rows - 1, 200);
  assert.ok(short.count < 1000);
  const pairs = new Map([...short.x.subarray(0, short.count)].map((at, k) => [at, short.y[k]]));
  assert.deepEqual([pairs.get(77), pairs.get(50_001), pairs.get(99_998)], [1, -2, 3]);
});

test("a short stretch is shown row by row", () => {
  const x = Float64Array.from([0, 1, 2, 3, 4]);
  const short = envelope(x, x, 1.5, 2.5, 100);
  assert.deepEqual([...short.x.subarray(0, short.count)], [1, 2, 3]);
});

test("rows are found by halving", () => {
  assert.deepEqual(
    [-1, 0, 0.5, 2, 9].map((t) => lowerRow([0, 1, 2], t)),
    [0, 0, 1, 2, 3],
  );
});

test("the transform of an impulse is flat, that of a cosine has one line", () => {
  const [re, im] = [new Float64Array(16), new Float64Array(16)];
  re[0] = 1;
  fft(re, im);
  assert.ok(
    re.every((one) => Math.abs(one - 1) < 1e-14) && im.every((one) => Math.abs(one) < 1e-14),
  );
  const [c, s] = [
    Float64Array.from({ length: 16 }, (_, k) => Math.cos((2 * Math.PI * 3 * k) / 16)),
    new Float64Array(16),
  ];
  fft(c, s);
  c.forEach((one, k) => assert.ok(Math.abs(one - (k === 3 || k === 13 ? 8 : 0)) < 1e-13));
});

test("a sine of amplitude 2 at 50 Hz on a constant gives a peak of 2 at 50 Hz", () => {
  const t = Float64Array.from({ length: 4097 }, (_, k) => k / 4096);
  const { x, y } = spectrum(
    t,
    t.map((one) => 7 + 2 * Math.sin(2 * Math.PI * 50 * one)),
    0,
    1,
  );
  const best = y.reduce((top, one, k) => (one > y[top] ? k : top), 0);
  assert.ok(Math.abs(x[best] - 50) < 1e-9);
  assert.ok(Math.abs(y[best] - 2) < 1e-3); // linear interpolation between rows at 82 rows per period loses 5e-4
});

test("numbers and units read well", () => {
  assert.equal(quantity(0.0005, "m"), "500 µm");
  assert.equal(quantity(45860, "N"), "45.86 kN");
  assert.equal(quantity(9.81, "m/s^2"), "9.81 m/s²");
  assert.equal(quantity(NaN, "m"), "–");
  assert.equal(number(6.6102e10, 3), "6.61·10¹⁰");
  assert.equal(number(0, 3), "0");
  assert.equal(round(0.00073), 0.0005);
});

test("ticks are round, inside and increasing", () => {
  assert.deepEqual(ticks(-0.2, 8.4, 4), [0, 2, 4, 6, 8]);
  for (const [low, high] of [
    [0, 1e-9],
    [-3e6, 4e6],
    [0.9999, 1.0001],
  ]) {
    const found = ticks(low, high, 5);
    assert.ok(
      found.length >= 2 &&
        found[0] >= low - 1e-12 * Math.abs(low) &&
        found.at(-1) <= high * (1 + 1e-12),
    );
    assert.ok(found.every((one, k) => k === 0 || one > found[k - 1]));
  }
});
