import { describe, expect, it } from 'vitest';
import { transformDirection } from '../../../../src/base/affine.js';
import { moverAt, movingScene, placeAt } from './moving-scene.js';

/** A road that is level up to y = 10, then rises by 10 %, and leans to the right by 5 % everywhere. */
const ROAD = [-20, 10, 110]
  .flatMap((y) => [-5, 5].map((x) => `v ${x} ${y} ${Math.max(0, 0.1 * (y - 10)) - 0.05 * x}`))
  .join('\n');
const files = { 'road.obj': `${ROAD}\nf 1 2 4\nf 1 4 3\nf 3 4 6\nf 3 6 5\n` };

const part = (motion: string, more = '') =>
  `{ name: road, file: road.obj }, { file: car.obj, on: road, ${more}motion: ${motion} }`;

describe('a part that rides on a ground', () => {
  const drive = part('{ path: [[0, 0, 0], [0, 100, 0]], speed: 10 }');

  it('has its height, and is pitched and rolled as it is', async () => {
    const scene = await movingScene(drive, { files });
    const [level, slope] = [0.2, 6].map((time) => moverAt(scene, time));
    expect(placeAt(scene, 0.2)[2]).toBeCloseTo(0, 9);
    expect(placeAt(scene, 6)[2]).toBeCloseTo(5, 6);
    const rise = (map: typeof level, axis: 0 | 1) => {
      const [x, y, z] = transformDirection(map, axis === 0 ? [1, 0, 0] : [0, 1, 0]);
      return z / Math.hypot(x, y);
    };
    expect(rise(level, 1)).toBeCloseTo(0, 9);
    expect(rise(slope, 1)).toBeCloseTo(0.1, 6);
    expect(rise(level, 0)).toBeCloseTo(-0.05, 6);
    // It lies in the plane with both of its axes.
    const [x, y, z] = transformDirection(slope, [1, 0, 0]);
    expect(z - (0.1 * y - 0.05 * x)).toBeCloseTo(0, 9);
  });

  it('spans a crest with both of its ends', async () => {
    const scene = await movingScene(drive, { files });
    // Its front is 2.25 m up the slope, its back as far before it.
    expect(placeAt(scene, 1)[2]).toBeCloseTo(0.225 / 2, 3);
    expect(scene.bounds.max[2]).toBeGreaterThan(9);
  });

  it('counts its heights from there, and rides wherever it starts', async () => {
    const scene = await movingScene(part('{ velocity: [0, 10, 0] }', 'transform: { translate: [0, 20, 0.5] }, '), {
      seconds: 5,
      files,
    });
    expect(placeAt(scene, 2)[2]).toBeCloseTo(3 + 0.5, 6);
  });

  it('rides on all ground without a name', async () => {
    const ground = drive.replace('on: road', 'on: ground');
    const scene = await movingScene(`${ground} ], labels: [ { match: "*", part: road, class: 2 }`, { files });
    expect(placeAt(scene, 6)[2]).toBeCloseTo(5, 6);
  });
});
