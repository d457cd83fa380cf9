// Points a second to LAS 1.4 with the fields of --fields (standard, all, minimal), on one core, to a file
// in the system's temporary folder. One batch of points is written repeatedly, the file is flushed to the
// disk and renamed; best of 3.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeFiles } from '../dist/base/files/node-files.js';
import { createPointBatch } from '../dist/cloud/point-batch.js';
import { createPointSink } from '../dist/io/clouds/cloud-formats.js';

export const options = {
  points: { type: 'string', default: '5000000' },
  fields: { type: 'string', default: 'standard' },
};

const REPEATS = 3;
const BATCH_POINTS = 65_536;
const EXTENT = 1000;

export async function run({ points: text, fields }) {
  const points = Number(text);
  if (!Number.isInteger(points) || points < 1) throw new Error(`--points ${text}: a whole number from 1 on is wanted`);
  const folder = mkdtempSync(join(tmpdir(), 'subray-bench-'));
  try {
    const batch = sampleBatch(Math.min(points, BATCH_POINTS));
    let best;
    for (let k = 0; k < REPEATS; k++) {
      const written = await writeOnce(join(folder, 'bench.las'), batch, points, fields);
      if (!best || written.seconds < best.seconds) best = written;
    }
    return { points, seconds: best.seconds, mpointsPerS: points / best.seconds / 1e6, bytes: best.bytes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function print({ points, seconds, mpointsPerS, bytes }) {
  console.log(`LAS: ${points} points, ${bytes} bytes in ${seconds.toFixed(2)} s`);
  console.log(`${mpointsPerS.toFixed(2)} million points/s (aim: 2)`);
}

/** Points spread over the extent, with a value in every attribute. */
function sampleBatch(count) {
  const batch = createPointBatch(count);
  for (const [key, array] of Object.entries(batch)) if (key !== 'count') array.set(array.map((_, i) => i % 251));
  for (let i = 0; i < count; i++) {
    // The golden ratio's multiples fill an interval evenly.
    const spread = (i * 0.6180339887498949) % 1;
    batch.x[i] = spread * EXTENT;
    batch.y[i] = ((i * spread) % 1) * EXTENT;
    batch.z[i] = spread * 30;
    batch.scanAngle[i] = spread - 0.5;
    batch.returnNumber[i] = 1;
    // Attributes that instruments record, which the compact layout holds.
    batch.normal.set([Math.cos(spread), Math.sin(spread), 0], 3 * i);
    batch.incidenceAngle[i] = spread;
    batch.echoWidth[i] = (5 + spread) * 1e-9;
    batch.range[i] = spread * EXTENT;
    batch.returnCount[i] = 1 + (i % 3);
  }
  return batch;
}

async function writeOnce(path, batch, points, fields) {
  const bounds = { min: [0, 0, 0], max: [EXTENT, EXTENT, EXTENT] };
  const amplitudeLimits = [{ scanner: 0, pointSourceId: 1, minEnergy: 1e-16 }];
  const header = { bounds, software: 'subray bench', created: new Date(), amplitudeLimits };
  const start = performance.now();
  const writer = await createPointSink({ path, format: 'las', pointFormat: 6, fields }, header, {
    files: nodeFiles,
    force: true,
  });
  for (let left = points; left > 0; left -= batch.count)
    await writer.write(left < batch.count ? { ...batch, count: left } : batch);
  const { bytes } = await writer.finish();
  return { seconds: (performance.now() - start) / 1000, bytes };
}
