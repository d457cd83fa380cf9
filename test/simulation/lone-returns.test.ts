import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runSurvey } from '../../src/node-scans.js';
import { loadSurvey } from '../../src/node-surveys.js';

// Returns of one subray alone: where the detection limit is below its share of a pulse, leaves are counted by subrays.

const folder = mkdtempSync(join(tmpdir(), 'subray-lone-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Squares of 2 cm, 1 m one behind the other, which a footprint of 20 cm at 100 m meets with a subray each. */
const LEAVES = Array.from({ length: 200 }, (_, k) => {
  const [x, y, z] = [
    0.2 * Math.cos(2.4 * k) * (k / 200) ** 0.5,
    100 + 10 * (k % 20),
    0.2 * Math.sin(2.4 * k) * (k / 200) ** 0.5,
  ];
  const corner = (right: number, up: number) => `v ${x + 0.01 * right} ${y} ${z + 0.01 * up}`;
  const first = 4 * k + 1;
  return [
    corner(-1, -1),
    corner(1, -1),
    corner(1, 1),
    corner(-1, 1),
    `f ${first} ${first + 1} ${first + 2} ${first + 3}`,
  ];
}).flat();
const WALL = ['v -9 100 -9', 'v 9 100 -9', 'v 9 100 9', 'v -9 100 9', 'f 1 2 3 4'];

/** What a run of 200 pulses along +y says of lone subrays. */
async function saidOf(name: string, lines: readonly string[], minEnergy: number): Promise<string[]> {
  const place = join(folder, name);
  mkdirSync(place);
  writeFileSync(join(place, 'scene.obj'), lines.join('\n'));
  writeFileSync(
    join(place, 'survey.yaml'),
    `scene: { parts: [{ file: scene.obj }] }
scanner:
  name: test
  wavelength: 1064
  divergence: { mrad: 2 }
  pulse: { energy: 1.0e-6, duration: 5 }
  receiver: { diameter: 0.05, efficiency: 1 }
  detection: { rangeMin: 1, rangeMax: 1000, minEnergy: ${minEnergy}, maxReturns: 15, rangeNoise: 0 }
  deflector: { kind: raster, pulseRate: 100000, rows: 1, columns: 1, horizontalFieldOfView: 0, verticalFieldOfView: 0 }
atmosphere: { extinctionPerKm: 0 }
legs: [{ position: [0, 0, 0], duration: 0.002 }]
output: [points.csv]
`,
  );
  const said: string[] = [];
  const take = (text: string) => void said.push(text);
  await runSurvey(await loadSurvey(join(place, 'survey.yaml'), { outputFolder: place }), {
    engine: 'cpu',
    cache: false,
    threads: 1,
    log: { info: take, warn: take },
  });
  return said.filter((text) => text.includes('subray'));
}

/** J that a wall 100 m away, white and across the beam, sends back. */
const WALL_ENERGY = (1e-6 * 0.05 ** 2) / 4 / 100 ** 2;

it('are named after a run, where they are many', async () => {
  expect(await saidOf('leaves', LEAVES, 1e-3 * WALL_ENERGY)).toEqual([
    expect.stringMatching(/^\d+ % of the returns are of one subray alone, which passes .* footprint.subrays 19, /),
  ]);
});

it('are not named where one subray is too weak, or surfaces are larger than the beam', async () => {
  expect(await saidOf('weak leaves', LEAVES, 0.08 * WALL_ENERGY)).toEqual([]);
  expect(await saidOf('wall', WALL, 1e-3 * WALL_ENERGY)).toEqual([]);
});
