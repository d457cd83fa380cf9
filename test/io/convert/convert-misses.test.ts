/** Conversions of clouds whose points stand for pulses without a return, some of them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { isMiss } from '../../../src/cloud/misses.js';
import { joinBatches, type PointBatch } from '../../../src/cloud/point-batch.js';
import { RETURN_WORDS } from '../../../src/cloud/point-filter.js';
import { checkLas } from '../../../src/io/check/check-las.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { convertCloud } from '../../../src/node-clouds.js';
import { temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();
let number = 0;
const fresh = (ending: string) => join(folder, `${number++}.${ending}`);

/** At x = 1, 2, …: return, returns, withheld: a return, one without numbers, a miss, a return that is withheld. */
const POINTS = [
  [1, 1, 0],
  [0, 0, 0],
  [0, 0, 1],
  [1, 1, 1],
];

function csv(): string {
  const path = fresh('csv');
  const rows = POINTS.map((values, k) => [k + 1, 0, 0, ...values].join(','));
  writeFileSync(path, `${['x,y,z,return_number,number_of_returns,withheld', ...rows].join('\n')}\n`);
  return path;
}

async function pointsOf(path: string): Promise<PointBatch> {
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(await openReadable(nodeFiles, path))) batches.push(batch);
  return joinBatches(batches);
}

const missesOf = (points: PointBatch) => Array.from(points.x, (_, i) => i + 1).filter((x) => isMiss(points, x - 1));

describe('misses', () => {
  it.each(['las', 'laz', 'copc.laz', 'npz', 'e57'])('stay misses in %s and back, alone of all', async (ending) => {
    const [there, back] = [fresh(ending), fresh('csv')];
    await convertCloud(csv(), there);
    await convertCloud(there, back);
    for (const path of [there, back]) expect(missesOf(await pointsOf(path)), path).toEqual([3]);
    if (!ending.endsWith('las') && !ending.endsWith('laz')) return;
    expect([...(await pointsOf(there)).returnNumber]).toEqual([1, 1, 0, 1]);
    expect((await checkLas(there, { files: nodeFiles })).faults).toEqual([]);
  });

  it('are no first, last, only or numbered returns, as records and as attributes', async () => {
    const las = fresh('las');
    await convertCloud(csv(), las);
    for (const returns of [...RETURN_WORDS.filter((word) => word !== 'middle'), [1, 2]] as const)
      for (const ending of ['las', 'csv']) {
        const out = fresh(ending);
        const { leftOut } = await convertCloud(las, out, { filter: { returns } });
        expect([...(await pointsOf(out)).x].map(Math.round), `${returns} ${ending}`).toEqual([1, 2, 4]);
        expect(leftOut.ofReturn).toBe(1);
      }
  });
});
