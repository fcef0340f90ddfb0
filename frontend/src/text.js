// Numbers as a reader wants them.

const PREFIXES = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
  [1e-9, "n"],
  [1e-12, "p"],
];
const PREFIXED = new Set(["m", "s", "N", "J", "W", "N*m", "N m", "Hz", "m/s"]);

// Of the greatest number of an axis: the page keeps numbers to 2e-6 of their range.
export const NOISE = 2e-6;

const SHARED = new Set(["s"]); // half a second is told in seconds

export function pretty(unit) {
  return unit.replaceAll("*", " ").replaceAll("^2", "²").replaceAll("^3", "³").replace(/^1$/, "");
}

export function number(value, digits = 5) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
    return `${Number(mantissa)}·10${superscript(Number(exponent))}`;
  }
  return String(Number(value.toPrecision(digits)));
}

function superscript(exponent) {
  return [...String(exponent)]
    .map((sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)]))
    .join("");
}

// A number with its unit, with a prefix where that reads better: 0.0005 m is 0.5 mm.
export function quantity(value, unit, digits = 4) {
  const shown = pretty(unit);
  if (!Number.isFinite(value)) return "–";
  if (!PREFIXED.has(unit) || value === 0) return `${number(value, digits)} ${shown}`.trim();
  const size = Math.abs(value) * (1 + 1e-9);
  if (size >= 1e4 * PREFIXES[0][0]) return `${number(value, digits)} ${shown}`;
  const [factor, prefix] = PREFIXES.find(([least]) => size >= least) ?? PREFIXES.at(-1);
  return `${Number((value / factor).toPrecision(digits))} ${prefix}${shown}`;
}

// The prefix that suits numbers up to a size, so that all ticks of an axis share it: {factor, unit}.
export function scaled(size, unit) {
  const shown = pretty(unit);
  if (!(size > 0) || !Number.isFinite(size)) return { factor: 1, unit: shown };
  if (!PREFIXED.has(unit)) {
    const power = size >= 1e4 ? 3 * Math.floor(Math.log10(size) / 3) : 0;
    return { factor: 10 ** power, unit: power ? `10${superscript(power)} ${shown}` : shown };
  }
  const least = SHARED.has(unit) ? 0.5 : 1;
  const [factor, prefix] =
    PREFIXES.find(([power]) => size >= least * power * (1 - 1e-9)) ?? PREFIXES.at(-1);
  return { factor, unit: `${prefix}${shown}` };
}

// A number beside an axis of numbers up to a size: in the unit of the axis, and rounding errors are nothing.
export function beside(value, unit, size, digits = 5) {
  if (!PREFIXED.has(unit)) return quantity(clean(value, size), unit, digits);
  const { factor, unit: own } = scaled(size, unit);
  const shown = Number((clean(value, size) / factor).toPrecision(digits));
  return Number.isNaN(shown) ? "–" : `${shown} ${own}`;
}

// A long name without its middle: its end says what it is.
export const cut = (name, most = 34) =>
  name.length > most ? `${name.slice(0, Math.floor(most / 3))}…\u2060${name.slice(name.length - Math.floor((2 * most) / 3))}` : name;

// A number without rounding errors, which are small beside a size.
export const clean = (value, size) => (Math.abs(value) < NOISE * size ? 0 : value);

export function seconds(t, duration) {
  if (duration >= 10) return `${t.toFixed(3)} s`;
  if (duration >= 1) return `${t.toFixed(5)} s`;
  return `${(t * 1e3).toFixed(duration >= 0.01 ? 4 : 6)} ms`;
}

// The greatest 1, 2 or 5 times a power of ten that is not above a value.
export function round(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * [5, 2, 1].find((digit) => digit * power <= value * (1 + 1e-9));
}

// Ticks at round numbers between two values.
export function ticks(low, high, count) {
  if (!(high > low)) return [low];
  const rough = (high - low) / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const off = (digit) => Math.abs(Math.log((digit * power) / rough));
  const step =
    power * [1, 2, 5, 10].reduce((best, digit) => (off(digit) < off(best) ? digit : best));
  const found = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++)
    found.push(k * step + 0); // no negative zero
  return found;
}
