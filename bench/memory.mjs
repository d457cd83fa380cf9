// Memory and responsiveness of large scenes: peak resident memory, CPU time, and the longest time for which one piece
// of work holds the main thread, so that the program hears nothing, not even a Ctrl-C.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { crc32, createDeflate } from 'node:zlib';

export const options = {
  /** Cases, with commas; absent: all. */
  cases: { type: 'string' },
  /** Factor of the cases' sizes; pictures get smaller by its root. */
  scale: { type: 'string', default: '1' },
  /** Checkout of subray; its `dist` is measured. */
  subray: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
};

/** Texels of a side of the pictures, which show one colour each. */
const SIDE = 8192;
/** Triangles of meshes that are placed often, and of one large one. */
const COPY_TRIANGLES = 300;

/** Keys of the survey, after the files that it needs have been written to a folder. */
const CASES = {
  pictures: async (folder, scale) => ({ parts: await pictureParts(folder, scale, 2) }),
  colors: async (folder, scale) => ({ parts: await pictureParts(folder, scale, 2), colors: '{}' }),
  masks: async (folder, scale) => ({ parts: await pictureParts(folder, scale, 6) }),
  street: async (_, scale) => ({ parts: `generate: { kind: street, seed: 1, triangles: ${Math.round(5e6 * scale)} }` }),
  forest: async (_, scale) => ({ parts: `generate: { kind: forest, seed: 1, triangles: ${Math.round(5e6 * scale)} }` }),
  terrain: async (_, scale) => ({
    parts: `generate: { kind: terrain, seed: 1, triangles: ${Math.round(5e6 * scale)} }`,
  }),
  obj: async (folder, scale) => ({ parts: `file: ${await writeGrid(folder, Math.round(2e6 * scale))}` }),
  instances: async (folder, scale) => ({ parts: await scatteredParts(folder, Math.round(6e5 * scale)) }),
  million: async (folder, scale) => ({ parts: await scatteredParts(folder, Math.round(1e6 * scale)) }),
};

export async function run({ cases = Object.keys(CASES).join(), scale, subray }) {
  const folder = mkdtempSync(join(tmpdir(), 'subray-memory-'));
  try {
    const results = [];
    for (const name of cases.split(',')) {
      mkdirSync(join(folder, name));
      const keys = await CASES[name](join(folder, name), Number(scale));
      results.push({ name, ...(await measure(join(folder, name), keys, subray)) });
    }
    return { scale: Number(scale), results };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One pulse or so: only the scene counts. */
const surveyText = ({ parts, colors }) => `scene: { parts: [ { name: a, ${parts} } ] }
scanner: velodyne-vlp-16
legs: [ { position: [0, 0, 50], duration: 0.01 } ]
${colors ? `colors: ${colors}\n` : ''}output: [ a.las ]
`;

/** A run in a program of its own, without trees of former runs. */
async function measure(folder, keys, subray) {
  writeFileSync(join(folder, 'survey.yaml'), surveyText(keys));
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, subray, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const part of child.stdout) text += part;
  if (text === '') throw new Error(`the run in ${folder} failed`);
  return JSON.parse(text);
}

const PROGRAM = `
import { pathToFileURL } from 'node:url';
const [subray, folder] = process.argv.slice(1);
const { loadSurvey, runSurvey } = await import(pathToFileURL(subray + '/dist/index.js'));
const started = performance.now();
let last = started;
const gaps = [];
const look = () => {
  const now = performance.now();
  gaps.push(now - last);
  last = now;
};
const timer = setInterval(look, 2);
const survey = await loadSurvey(folder + '/survey.yaml');
await runSurvey(survey, { force: true, cache: false, engine: 'cpu' });
look();
clearInterval(timer);
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
gaps.sort((a, b) => b - a);
console.log(JSON.stringify({
  peakMemoryBytes: maxRSS * 1024,
  cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
  seconds: (performance.now() - started) / 1000,
  longestGapsSeconds: gaps.slice(0, 4).map((gap) => gap / 1000),
}));
`;

/** Four walls, each with a picture of its own; \`colorType\`: 2 RGB, 6 RGBA. */
async function pictureParts(folder, scale, colorType) {
  const side = Math.max(1, Math.round(SIDE * Math.sqrt(scale)));
  const materials = [0, 1, 2, 3].map((k) => `newmtl m${k}\nKd 1 1 1\nmap_Kd p${k}.png\n`);
  for (const k of [0, 1, 2, 3]) await writePng(join(folder, `p${k}.png`), side, colorType);
  writeFileSync(join(folder, 'm.mtl'), materials.join(''));
  const walls = [0, 1, 2, 3].map((k) => `usemtl m${k}\nv ${k} 0 0\nv ${k + 1} 0 0\nv ${k} 9 0\nf -3/1 -2/2 -1/3\n`);
  writeFileSync(join(folder, 'a.obj'), `mtllib m.mtl\nvt 0 0\nvt 1 0\nvt 0 1\n${walls.join('')}`);
  return 'file: a.obj';
}

/** A PNG file of one colour, row by row. */
async function writePng(path, side, colorType) {
  const out = createWriteStream(path);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, colorType, 0, 0, 0], 8);
  const deflate = createDeflate({ level: 1 });
  const parts = [];
  deflate.on('data', (part) => parts.push(part));
  const row = Buffer.alloc(1 + side * (colorType === 2 ? 3 : 4));
  for (let y = 0; y < side; y++) if (!deflate.write(row)) await new Promise((go) => deflate.once('drain', go));
  deflate.end();
  await finished(deflate);
  out.write(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]));
  for (const [type, content] of [['IHDR', header], ['IDAT', Buffer.concat(parts)], ['IEND', Buffer.alloc(0)]]) // biome-ignore format: short
    out.write(chunk(type, content));
  out.end();
  await finished(out);
}

function chunk(type, content) {
  const named = Buffer.concat([Buffer.from(type), content]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(content.length, 0);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}

/** A mesh of waves. */
async function writeGrid(folder, triangles, name = 'grid.obj') {
  const side = Math.max(1, Math.round(Math.sqrt(triangles / 2)));
  const out = createWriteStream(join(folder, name));
  const write = async (text) => {
    if (!out.write(text)) await new Promise((go) => out.once('drain', go));
  };
  for (let y = 0; y <= side; y++) {
    let text = '';
    for (let x = 0; x <= side; x++)
      text += `v ${(x / side).toFixed(6)} ${(y / side).toFixed(6)} ${Math.sin(x + y).toFixed(4)}\n`;
    await write(text);
  }
  for (let y = 0; y < side; y++) {
    let text = '';
    for (let x = 1; x <= side; x++) {
      const a = y * (side + 1) + x;
      text += `f ${a} ${a + 1} ${a + side + 1}\nf ${a + 1} ${a + side + 2} ${a + side + 1}\n`;
    }
    await write(text);
  }
  out.end();
  await finished(out);
  return name;
}

async function scatteredParts(folder, count) {
  await writeGrid(folder, COPY_TRIANGLES);
  return `file: grid.obj, instances: { scatter: { count: ${count}, area: [[-500, -500], [500, 500]] } }`;
}

const mib = (bytes) => `${Math.round(bytes / 2 ** 20)} MiB`;

export function print({ results }) {
  console.log('case | peak | longest gaps, s | CPU time, s | time, s');
  for (const { name, peakMemoryBytes, longestGapsSeconds, cpuSeconds, seconds } of results)
    console.log(
      [
        name,
        mib(peakMemoryBytes),
        longestGapsSeconds.map((gap) => gap.toFixed(2)).join(', '),
        cpuSeconds.toFixed(1),
        seconds.toFixed(1),
      ].join(' | '),
    );
}
