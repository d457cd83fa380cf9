import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { writeCloud } from '../../src/io/convert/write-cloud.js';
import { openCloud } from '../../src/node-clouds.js';
import { temporaryFolder } from '../io/sample-cloud.js';
import { subray } from './fakes.js';

const folder = temporaryFolder();
const SIDE = 64;
const MISSES = 500;

/** Returns a metre apart in a square, and as many misses far off in a ring. */
async function cloud(name: string): Promise<string> {
  const count = SIDE * SIDE + MISSES;
  const isReturn = (i: number) => i < SIDE * SIDE;
  const places = (at: (i: number) => number, around: (angle: number) => number) =>
    Float64Array.from({ length: count }, (_, i) => (isReturn(i) ? at(i) + 0.5 : 1000 * around(i)));
  const path = join(folder, name);
  const points = {
    x: places((i) => i % SIDE, Math.cos),
    y: places((i) => Math.floor(i / SIDE), Math.sin),
    z: new Float64Array(count),
    pointSourceId: new Uint16Array(count).fill(3),
    returnNumber: Uint8Array.from({ length: count }, (_, i) => Number(isReturn(i))),
    returnCount: Uint8Array.from({ length: count }, (_, i) => Number(isReturn(i))),
    withheld: Uint8Array.from({ length: count }, (_, i) => Number(!isReturn(i))),
  };
  await writeCloud(path, points, { files: nodeFiles });
  return path;
}

it.each(['m.las', 'm.npz', 'm.csv'])('counts misses of %s, and leaves them out of densities', async (name) => {
  const path = await cloud(name);
  const found = JSON.parse((await subray(['info', path, '--json'])).stdout);
  expect(found).toMatchObject({ points: SIDE * SIDE + MISSES, misses: MISSES, missesBySource: { 3: MISSES } });
  expect(found.density).toMatchObject({ points: SIDE * SIDE, pulses: SIDE * SIDE, area: SIDE * SIDE });
  expect(found.density.strips[3]).toMatchObject({ points: SIDE * SIDE, pulses: SIDE * SIDE });
  const { stdout } = await subray(['info', path]);
  expect(stdout).toContain('4,596, 500 of them misses: pulses without a return');
});

it('are no points of unknown returns', async () => {
  const { stderr } = await subray(['info', await cloud('numbers.las')]);
  expect(stderr).not.toContain('return number 0');
});

it.each(['b.las', 'b.npz'])('are left out where %s is compared, also of its distances', async (name) => {
  const path = await cloud(name);
  const whole = join(folder, `whole-${name}.las`);
  expect((await subray(['convert', path, whole, '--returns', 'first'])).code).toBe(0);
  const moved = join(folder, `moved-${name}.npz`);
  const png = join(folder, `${name}.png`);
  const { stdout, stderr } = await subray([
    'compare',
    whole,
    path,
    '-o',
    moved,
    '--png',
    png,
    '--size',
    '320x200',
    '--json',
  ]);
  const found = JSON.parse(stdout);
  expect(found.b.points).toBe(SIDE * SIDE);
  expect(found.bToA.distance.max).toBe(0);
  expect(`${found.warnings} ${stderr}`).toContain('pulses without a return, which are no places, are left out: 500');
  const distances = JSON.parse((await subray(['info', moved, '--json'])).stdout);
  expect(distances).toMatchObject({ points: SIDE * SIDE + MISSES, misses: MISSES });
  const opened = await openCloud(moved);
  let [near, none] = [0, 0];
  for await (const { count, distance } of opened.batches())
    for (let i = 0; i < count; i++) Number.isNaN(distance?.[i]) ? none++ : near++;
  await opened.close();
  expect([near, none]).toEqual([SIDE * SIDE, MISSES]);
});
