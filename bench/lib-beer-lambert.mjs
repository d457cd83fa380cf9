import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSurvey, simulate } from '../dist/index.js';
import { lookingDown } from './lib-looking-down.mjs';

/** Plant area density [m²/m³], and the layers of 1 m that have it. */
const DENSITY = 0.4;
const LAYERS = 5;
const WIDTH = 40;
const GROUND_CLASS = 2;
/** Densities of the angles of leaves against the horizontal, 0 to π/2 (de Wit 1965; spherical: sine). */
const LEAF_ANGLES = {
  spherical: Math.sin,
  planophile: (angle) => (2 / Math.PI) * (1 + Math.cos(2 * angle)),
  erectophile: (angle) => (2 / Math.PI) * (1 - Math.cos(2 * angle)),
  plagiophile: (angle) => (2 / Math.PI) * (1 - Math.cos(4 * angle)),
  extremophile: (angle) => (2 / Math.PI) * (1 + Math.cos(4 * angle)),
  uniform: () => 2 / Math.PI,
};

/** Gaps of a layer of voxels from straight above, in single rays and by exp(−G PAD L), for each kind of leaf angles. */
export async function beerLambert(rows) {
  const folder = mkdtempSync(join(tmpdir(), 'subray-voxels-'));
  try {
    writeFileSync(join(folder, 'layer.vox'), voxels());
    const [a, b] = [-WIDTH, WIDTH];
    writeFileSync(
      join(folder, 'ground.obj'),
      `o ground\nv ${a} ${a} 0\nv ${b} ${a} 0\nv ${b} ${b} 0\nv ${a} ${b} 0\nf 1 2 3 4\n`,
    );
    const gaps = {};
    for (const [name, density] of Object.entries(LEAF_ANGLES)) {
      const traced = await tracedGap(folder, name, rows);
      gaps[name] = { traced, formula: Math.exp(-projectionDown(density) * DENSITY * LAYERS) };
    }
    return gaps;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** G for a vertical ray: the mean cosine of the angles of leaves. */
function projectionDown(density) {
  const steps = 10_000;
  const step = Math.PI / 2 / steps;
  let sum = 0;
  for (let i = 0; i < steps; i++) sum += density((i + 0.5) * step) * Math.cos((i + 0.5) * step) * step;
  return sum;
}

function voxels() {
  const head = `VOXEL SPACE\n#min_corner: ${-WIDTH / 2} ${-WIDTH / 2} 2\n#split: ${WIDTH} ${WIDTH} ${LAYERS}\n#res: 1\n`;
  const rows = [];
  for (let k = 0; k < LAYERS; k++)
    for (let j = 0; j < WIDTH; j++) for (let i = 0; i < WIDTH; i++) rows.push(`${i} ${j} ${k} ${DENSITY}`);
  return `${head}i j k PadBVTotal\n${rows.join('\n')}\n`;
}

async function tracedGap(folder, leafAngles, rows) {
  const survey = {
    scene: {
      parts: [{ file: 'ground.obj' }, { file: 'layer.vox', voxels: { mode: 'medium', leafAngles } }],
      labels: [{ match: 'ground', class: 'ground' }],
    },
    ...lookingDown({ rows, reach: 15, footprint: 0, subrays: 1 }),
  };
  const path = join(folder, 'survey.yaml');
  writeFileSync(path, JSON.stringify(survey));
  let ground = 0;
  for await (const { count, classification } of simulate(await loadSurvey(path), { engine: 'cpu', cache: false }))
    for (let i = 0; i < count; i++) if (classification[i] === GROUND_CLASS) ground++;
  return ground / rows ** 2;
}
