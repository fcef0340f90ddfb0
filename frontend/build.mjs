// Bundles src/ and the two libraries into gudgeon/report/page.html: one file that needs no network.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const read = (...path) => readFileSync(join(here, ...path), "utf8");

// The same sum is taken by tests/unit/report/test_page.py: names and contents of everything that the page is made from.
function sourcesHash() {
  const sum = createHash("sha256");
  const files = [
    "build.mjs",
    "index.html",
    "package-lock.json",
    "package.json",
    ...readdirSync(join(here, "src")).map((name) => `src/${name}`),
  ];
  for (const name of files.sort()) sum.update(`${name}\n${read(name)}`);
  return sum.digest("hex");
}

function licences() {
  const names = ["three"];
  return names
    .map((name) => {
      const about = JSON.parse(read("node_modules", name, "package.json"));
      return `${about.name} ${about.version}, ${about.license} licence\n\n${read("node_modules", name, "LICENSE").trim()}`;
    })
    .join("\n\n");
}

async function bundle(entry, loader = {}) {
  const done = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    write: false,
    legalComments: "none",
    loader,
  });
  return done.outputFiles[0].text.trim();
}

const parts = {
  sources: sourcesHash(),
  style: await bundle("src/style.css"),
  script: await bundle("src/main.js"),
  licences: licences().replaceAll("--", "- -"),
};
if (/<\/script|<!--/i.test(parts.script)) throw new Error("the script would end its own element");
const page = read("index.html").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
const target = join(here, "..", "gudgeon", "report", "page.html");
writeFileSync(target, page);
console.log(`page.html: ${(page.length / 1e6).toFixed(2)} MB`);
