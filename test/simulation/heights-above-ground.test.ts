import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { joinBatches, type PointBatch } from '../../src/cloud/point-batch.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openReadable } from '../../src/io/clouds/readable-clouds.js';
import { openLas } from '../../src/io/las-files/las-file.js';
import { runSurvey, simulate, simulateFrames } from '../../src/node-scans.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { outliers } from '../support/outliers.js';

const folder = mkdtempSync(join(tmpdir(), 'subray-heights-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Ground z = 0.3 x + 0.1 y within 20 m of the middle, a level roof 10 m up, and a level wing beside the ground.
const corner = (x: number, y: number) => `v ${x} ${y} ${0.3 * x + 0.1 * y}`;
writeFileSync(
  join(folder, 'ground.obj'),
  `${[corner(-20, -20), corner(20, -20), corner(20, 20), corner(-20, 20)].join('\n')}\nf 1 2 3\nf 1 3 4\n`,
);
writeFileSync(join(folder, 'roof.obj'), 'v -4 -4 10\nv 4 -4 10\nv 4 4 10\nv -4 4 10\nf 1 2 3 4\n');
writeFileSync(join(folder, 'wing.obj'), 'v 21 -4 3\nv 30 -4 3\nv 30 4 3\nv 21 4 3\nf 1 2 3 4\n');

const survey = (output: string, labels = '[ { part: ground, match: "*", class: ground } ]') => `
name: heights
scene:
  parts: [ { name: ground, file: ground.obj }, { name: roof, file: roof.obj }, { name: wing, file: wing.obj } ]
  labels: ${labels}
scanner: riegl-minivux-1uav
detector: { rangeNoise: 0 }
platform: quadcopter
poseError: { position: { horizontal: { white: 0.5 } } }
footprint: { subrays: 1 }
legs: [ { from: [-15, 0, 40], to: [30, 0, 40], speed: 24 } ]
output: ${output}
`;

async function run(text: string): Promise<void> {
  const file = join(folder, 'survey.yaml');
  writeFileSync(file, text);
  await runSurvey(await loadSurvey(file, { outputFolder: folder }), {
    engine: 'cpu',
    threads: 1,
    cache: false,
    force: true,
  });
}

async function pointsOf(name: string): Promise<PointBatch> {
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(await openReadable(nodeFiles, join(folder, name)))) batches.push(batch);
  return joinBatches(batches);
}

const FIELDS = 'fields: [standard, height_above_ground, true_position]';
const NAMES = ['las', 'laz', 'copc.laz', 'csv', 'npz', 'ply', 'pcd', 'parquet', 'e57'].map((ending) => `h.${ending}`);

it('are the vertical distances from slopes, of leaves and roofs too, whatever the error of the pose', async () => {
  await run(survey(`[ ${NAMES.map((name) => `{ file: ${name}, ${FIELDS} }`).join(', ')} ]`));
  for (const name of NAMES) {
    const { count, heightAboveGround: heights = [], truePosition = [], instance, x } = await pointsOf(name);
    const all = Array.from({ length: count }, (_, i) => i);
    const ofObject = (object: number) => all.filter((i) => instance[i] === object);
    const [ground, roof, wing] = [1, 2, 3].map(ofObject);
    for (const object of [ground, roof, wing]) expect(object.length).toBeGreaterThan(50);
    expect(outliers(ground, (i) => Math.abs(heights[i]) < 2e-3)).toEqual([]);
    const above = (i: number) => 10 - 0.3 * truePosition[3 * i] - 0.1 * truePosition[3 * i + 1];
    expect(outliers(roof, (i) => Math.abs(heights[i] - above(i)) < 2e-3)).toEqual([]);
    expect(outliers(wing, (i) => Number.isNaN(heights[i]))).toEqual([]);
    // Half a metre of error of the pose moves points, not their heights.
    expect(Math.max(...all.map((i) => Math.abs(x[i] - truePosition[3 * i])))).toBeGreaterThan(0.2);
  }
  const { extraFields } = await openLas(nodeFiles, join(folder, 'h.las'));
  expect(extraFields.map(({ name }) => name)).toContain('HeightAboveGround');
});

it('are in frames of a program that name them', async () => {
  const file = join(folder, 'frames.yaml');
  const frames = 'frames: { file: f%d.pcd, by: seconds, duration: 20, fields: [instance, height_above_ground] }';
  writeFileSync(file, survey('[ h.las ]').replace(/^output:.*$/m, frames));
  const options = { engine: 'cpu', threads: 1, cache: false } as const;
  for await (const { points } of simulateFrames(await loadSurvey(file), options)) {
    const { count, instance, heightAboveGround: heights = [] } = points;
    const ground = Array.from({ length: count }, (_, i) => i).filter((i) => instance[i] === 1);
    expect(ground.length).toBeGreaterThan(50);
    expect(outliers(ground, (i) => Math.abs(heights[i]) < 2e-3)).toEqual([]);
  }
});

it('are in points of a program where an output names them', async () => {
  const file = join(folder, 'program.yaml');
  writeFileSync(file, survey(`[ { file: h.las, ${FIELDS} } ]`));
  const batches: PointBatch[] = [];
  for await (const batch of simulate(await loadSurvey(file), { engine: 'cpu', threads: 1, cache: false }))
    batches.push(batch);
  const { count, instance, heightAboveGround: heights = [] } = joinBatches(batches);
  const ground = Array.from({ length: count }, (_, i) => i).filter((i) => instance[i] === 1);
  expect(ground.length).toBeGreaterThan(50);
  expect(outliers(ground, (i) => Math.abs(heights[i]) < 2e-3)).toEqual([]);
});

it('are not in clouds that do not name them', async () => {
  await run(survey('[ { file: bare.las, fields: all } ]'));
  expect((await pointsOf('bare.las')).heightAboveGround).toBeUndefined();
});

it('need a ground', async () => {
  await expect(run(survey(`[ { file: h.las, ${FIELDS} } ]`, '[]'))).rejects.toThrow(
    'fields: found height_above_ground, and the scene has no ground; expected a label with class: ground for it',
  );
});
