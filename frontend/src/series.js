// Long series made short without losing a peak, and made into spectra.

// First row at or after a time.
export function lowerRow(t, time) {
  let [low, high] = [0, t.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (t[middle] < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

// What a screen of so many pixels can show of y(x) between two values of x: of every pixel the first, least, greatest and last.
export function envelope(x, y, low, high, pixels) {
  const from = Math.max(lowerRow(x, low) - 1, 0);
  const to = Math.min(lowerRow(x, high) + 1, x.length);
  if (to - from <= 4 * pixels)
    return { x: x.subarray(from, to), y: y.subarray(from, to), count: to - from };
  const out = {
    x: new Float64Array(4 * pixels + 16),
    y: new Float64Array(4 * pixels + 16),
    count: 0,
  };
  const put = (row) => {
    out.x[out.count] = x[row];
    out.y[out.count++] = y[row];
  };
  const perRow = pixels / (high - low);
  let row = from;
  while (row < to) {
    const pixel = Math.floor((x[row] - low) * perRow);
    const first = row;
    let [least, most] = [row, row];
    for (; row < to && Math.floor((x[row] - low) * perRow) === pixel; row++) {
      if (y[row] < y[least] || Number.isNaN(y[least])) least = row;
      if (y[row] > y[most] || Number.isNaN(y[most])) most = row;
    }
    const rows = [first, Math.min(least, most), Math.max(least, most), row - 1];
    rows.forEach((row, k) => {
      if (k === 0 || row !== rows[k - 1]) put(row);
    });
  }
  return out;
}

export function extent(series) {
  let [low, high] = [Infinity, -Infinity];
  for (const { y, count } of series) {
    for (let k = 0; k < count; k++) {
      if (y[k] < low) low = y[k];
      if (y[k] > high) high = y[k];
    }
  }
  return [low, high];
}

// In place: the discrete Fourier transform of a power of two numbers.
export function fft(re, im) {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j |= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j], re[i]];
      [im[i], im[j]] = [im[j], im[i]];
    }
  }
  for (let size = 2; size <= n; size <<= 1) {
    const half = size >> 1;
    const angle = (-2 * Math.PI) / size;
    for (let k = 0; k < half; k++) {
      const [c, s] = [Math.cos(angle * k), Math.sin(angle * k)];
      for (let a = k; a < n; a += size) {
        const b = a + half;
        const [x, y] = [re[b] * c - im[b] * s, re[b] * s + im[b] * c];
        re[b] = re[a] - x;
        im[b] = im[a] - y;
        re[a] += x;
        im[a] += y;
      }
    }
  }
}

// Amplitudes over frequency between two times, Hann window, mean removed: a sine of amplitude 1 gives a peak of 1.
export function spectrum(t, y, low, high) {
  const from = lowerRow(t, low);
  const to = Math.min(lowerRow(t, high) + 1, t.length);
  const rows = to - from;
  if (rows < 8) return { x: new Float64Array(0), y: new Float64Array(0) };
  const n = Math.min(2 ** Math.ceil(Math.log2(rows)), 2 ** 18);
  const step = (t[to - 1] - t[from]) / n;
  const [re, im] = [new Float64Array(n), new Float64Array(n)];
  let mean = 0;
  for (let k = 0, row = from; k < n; k++) {
    const time = t[from] + k * step;
    while (row < to - 2 && t[row + 1] <= time) row++;
    re[k] = y[row] + ((time - t[row]) / (t[row + 1] - t[row])) * (y[row + 1] - y[row]);
    mean += re[k] / n;
  }
  for (let k = 0; k < n; k++) re[k] = (re[k] - mean) * (1 - Math.cos((2 * Math.PI * k) / n));
  fft(re, im);
  const count = Math.min(n / 2, rows / 2) | 0;
  const out = { x: new Float64Array(count), y: new Float64Array(count) };
  for (let k = 0; k < count; k++) {
    out.x[k] = k / (n * step);
    out.y[k] = (2 * Math.hypot(re[k], im[k])) / n;
  }
  return out;
}
