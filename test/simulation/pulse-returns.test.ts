import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openReadable } from '../../src/io/clouds/readable-clouds.js';
import { runSurvey } from '../../src/node-scans.js';
import { roomSurvey } from './room-survey.js';

it('pulses of Parquet say how many points each has in the cloud, behind a mask', async () => {
  const survey = await roomSurvey({
    scanner: 'scanner: velodyne-vlp-16',
    legs: 'legs: [ { name: a, position: [0, 0, 1.2], duration: 0.01 } ]',
    restrict: 'restrict: [ { azimuth: [5, 15] } ]',
    output: 'output: [ { file: c.las, fields: [standard, pulse] } ]\npulses: p.parquet',
  });
  const { pulses } = await runSurvey(survey, { engine: 'cpu', threads: 1, cache: false });
  const folder = dirname(survey.file);
  const points = new Map<number, number>();
  for await (const batch of readPoints(await openReadable(nodeFiles, join(folder, 'c.las'))))
    for (const pulse of batch.pulse ?? []) points.set(pulse, (points.get(pulse) ?? 0) + 1);
  const bytes = readFileSync(join(folder, 'p.parquet'));
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const rows = (await parquetReadObjects({ file })) as { pulse: number; returns: number }[];
  expect(rows).toHaveLength(pulses);
  expect(points.size).toBeGreaterThan(500);
  expect(points.size).toBeLessThan(rows.length);
  expect(rows.filter(({ pulse, returns }) => returns !== (points.get(pulse) ?? 0))).toEqual([]);
});
