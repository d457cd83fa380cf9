import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import type { PointBatch } from '../../src/cloud/point-batch.js';
import { readPoints } from '../../src/io/read-points.js';
import { openCloud } from '../../src/io/readable-clouds.js';
import { runSurvey } from '../../src/simulation/node-run-survey.js';
import { columnOf } from './instrument-scans.js';
import { roomSurvey } from './room-survey.js';

const OPTIONS = { engine: 'cpu', threads: 1, cache: false } as const;

/** Two legs; 16 lasers, a shot every 55.296 µs: 362 and 181 of them. */
const BASE = {
  scanner: 'scanner: velodyne-vlp-16',
  legs: 'legs: [ { position: [0, 0, 1.2], duration: 0.02 }, { position: [0.3, 0, 1.2], duration: 0.01 } ]',
};
const LASERS = 16;
const SHOTS = [362, 181];

async function readAll(path: string): Promise<PointBatch[]> {
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(await openCloud(nodeFiles, path))) batches.push(batch);
  return batches;
}

describe('pulses: true', () => {
  it('gives points the number of their pulse in the leg, in every format that names columns', async () => {
    const formats = ['las', 'ply', 'pcd', 'csv'];
    const output = `output: [ plain.las, ${formats.map((ending) => `{ file: cloud.${ending}, pulses: true }`).join(', ')} ]`;
    const survey = await roomSurvey({ ...BASE, output });
    await runSurvey(survey, OPTIONS);
    const [plain, ...clouds] = await Promise.all(survey.outputs.map(({ path }) => readAll(path)));
    expect(plain[0].pulse).toBeUndefined();
    for (const batches of clouds) {
      const [pulse, channel, leg] = (['pulse', 'channel', 'pointSourceId'] as const).map((key) =>
        columnOf(batches, key),
      );
      // Pulses count all lasers of a shot; they rise within a leg, and begin again with the next.
      expect(pulse.every((number, k) => number % LASERS === channel[k])).toBe(true);
      for (const number of [1, 2]) {
        const inLeg = pulse.filter((_, k) => leg[k] === number);
        expect(inLeg).toEqual(inLeg.toSorted((a, b) => a - b));
        expect(Math.max(...inLeg)).toBeLessThan(LASERS * SHOTS[number - 1]);
        expect(Math.max(...inLeg)).toBeGreaterThan(LASERS * (SHOTS[number - 1] - 2));
        expect(Math.min(...inLeg)).toBeLessThan(LASERS);
      }
      expect(pulse).toEqual(columnOf(clouds[0], 'pulse'));
    }
  });

  it('leaves clouds that do not ask for it as they are', async () => {
    const alone = await roomSurvey({ ...BASE, output: 'output: [ cloud.las ]' });
    const beside = await roomSurvey({ ...BASE, output: 'output: [ cloud.las, { file: b.csv, pulses: true } ]' });
    await runSurvey(alone, OPTIONS);
    await runSurvey(beside, OPTIONS);
    expect(readFileSync(beside.outputs[0].path).equals(readFileSync(alone.outputs[0].path))).toBe(true);
  });
});
