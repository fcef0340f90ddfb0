// Colours that stay apart for most eyes, on light and on dark ground.

const BODIES = [
  "#8b96a3",
  "#e08a12",
  "#2b7bd6",
  "#1f9d63",
  "#b04ac4",
  "#d14b5f",
  "#16a3ad",
  "#9a7b3f",
  "#6a6fe0",
  "#7b8f22",
];
const CURVES = {
  light: [
    "#0b62c4",
    "#d3342f",
    "#12813f",
    "#9337a8",
    "#c07a00",
    "#00899c",
    "#7a4a2b",
    "#d6479b",
    "#6f7d12",
    "#4b5563",
  ],
  dark: [
    "#66adff",
    "#ff7b72",
    "#56c98a",
    "#d48bea",
    "#f0b04f",
    "#4fc8d6",
    "#d9a27d",
    "#ff8ac8",
    "#c3d35c",
    "#aeb9c6",
  ],
};
const INKS = {
  light: {
    ink: "#1b2430",
    soft: "#5b6775",
    line: "#d5dbe2",
    paper: "#ffffff",
    ground: "#eef1f5",
    sky: "#f5f7fa",
    grid: "#c9d0d8",
  },
  dark: {
    ink: "#e8edf3",
    soft: "#9aa7b5",
    line: "#33404d",
    paper: "#161c23",
    ground: "#0e1318",
    sky: "#12181f",
    grid: "#313c48",
  },
};
export const WORN = "#c026d3";
export const MODES = {
  free: "#2b8ce6",
  impact: "#e0332c",
  following: "#e89a0c",
  full: "#0e9f8e",
  mixed: "#e89a0c",
  dry: "#e0332c",
  soft: "#8a63d2",
};
export const FORCES = {
  reaction: "#7a5cf0",
  normal: "#e0332c",
  friction: "#e89a0c",
  film: "#0e9f8e",
  stop: "#d6246e",
  gravity: "#7b8794",
};

export const theme = () => document.documentElement.dataset.theme;
export const inks = () => INKS[theme()];
export const body = (index) => BODIES[index === 0 ? 0 : 1 + ((index - 1) % (BODIES.length - 1))];
export const curve = (index) => CURVES[theme()][index % CURVES.light.length];

// Follow the reader's machine, unless a theme is wanted.
export function startTheme(changed, wanted) {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const use = (name) => {
    document.documentElement.dataset.theme = name;
    changed();
  };
  document.documentElement.dataset.theme = wanted ?? (dark.matches ? "dark" : "light");
  dark.addEventListener("change", () => use(dark.matches ? "dark" : "light"));
  return () => use(theme() === "dark" ? "light" : "dark");
}
