import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import type { Progress } from '../../src/base/log.js';
import { openReadable } from '../../src/io/clouds/readable-clouds.js';
import { distanceScale } from '../../src/picture/cloud/distance-scale.js';
import { drawDistances } from '../../src/picture/cloud/node-draw-distances.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'subray-distances-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('counts how far it is up to the end, and no farther, whether bounds are known or not', async () => {
  const distances = Float32Array.of(0, 1, 2, 3);
  const text = join(folder, 'a.csv');
  writeFileSync(text, 'x,y,z\n0,0,0\n1,0,0\n0,1,0\n1,1,1\n');
  const cloud = await openReadable(nodeFiles, text);
  for (const bounds of [undefined, { min: [0, 0, 0], max: [1, 1, 1] } as const]) {
    const seen: Progress[] = [];
    const scale = distanceScale(distances, 'b.csv');
    const onProgress = (progress: Progress) => seen.push(progress);
    const png = join(folder, `${seen.length}-${bounds === undefined}.png`);
    await drawDistances({ ...cloud, bounds } as typeof cloud, png, {
      distances,
      scale,
      onProgress,
      width: 200,
      height: 200,
    });
    expect(seen.at(-1)?.done).toBe(seen.at(-1)?.total);
    expect(seen.every(({ done, total }) => done <= total)).toBe(true);
  }
});
