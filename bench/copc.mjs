// Points a second to COPC 1.0 in the system's temporary folder, flushed and renamed, and the greatest memory of the
// process: strips of an airborne survey over hills, with all extra bytes, made on the way.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeFiles } from '../dist/base/files/node-files.js';
import { createPointBatch } from '../dist/cloud/point-batch.js';
import { createPointSink } from '../dist/io/clouds/cloud-formats.js';
import { nodeCoders } from '../dist/io/coders/node-coders.js';

export const options = {
  points: { type: 'string', default: '10000000' },
  format: { type: 'string', default: 'copc' },
  folder: { type: 'string' },
  keep: { type: 'boolean' },
};

const BATCH_POINTS = 65_536;
/** Metres: width of a strip, distance of its lines and of the points of a line. */
const [SWATH, LINE, STEP] = [400, 0.5, 0.5];
const POINTS_A_LINE = SWATH / STEP;
const LINES_A_STRIP = 4000;

export async function run({ points: text, format, folder = tmpdir(), keep = false }) {
  const points = Number(text);
  if (!Number.isInteger(points) || points < 1) throw new Error(`--points ${text}: a whole number from 1 on is wanted`);
  const place = mkdtempSync(join(folder, 'subray-bench-'));
  const path = join(place, format === 'copc' ? 'bench.copc.laz' : `bench.${format}`);
  const coders = nodeCoders(availableParallelism());
  try {
    const strips = Math.ceil(points / (POINTS_A_LINE * LINES_A_STRIP));
    const bounds = { min: [-1, -1, -60], max: [LINES_A_STRIP * LINE + 1, (strips + 1) * SWATH, 60] };
    const header = { bounds, software: 'subray bench', created: new Date(0) };
    const sink = await createPointSink({ path, format, pointFormat: 6 }, header, { files: nodeFiles, coders });
    const start = performance.now();
    let making = 0;
    for (let first = 0; first < points; first += BATCH_POINTS) {
      const before = performance.now();
      const batch = stripPoints(first, Math.min(BATCH_POINTS, points - first));
      making += performance.now() - before;
      await sink.write(batch);
    }
    const written = performance.now();
    const { bytes } = await sink.finish();
    const seconds = (performance.now() - start - making) / 1000;
    const finishSeconds = (performance.now() - written) / 1000;
    const memory = process.resourceUsage().maxRSS * 1024;
    return { format, points, bytes, seconds, finishSeconds, mpointsPerS: points / seconds / 1e6, memory, path };
  } finally {
    await coders.close();
    if (!keep) rmSync(place, { recursive: true, force: true });
  }
}

export function print({ format, points, bytes, seconds, finishSeconds, mpointsPerS, memory }) {
  const size = `${bytes} bytes, ${(bytes / points).toFixed(2)} a point`;
  console.log(
    `${format}: ${points} points, ${size}, in ${seconds.toFixed(1)} s, ${finishSeconds.toFixed(1)} of them at the end`,
  );
  console.log(
    `${mpointsPerS.toFixed(2)} million points/s${format === 'copc' ? ' (aim: 0.7)' : ''}, ${Math.round(memory / 2 ** 20)} MiB of memory`,
  );
}

/** Points `first` … of the survey: strips beside each other, half of each over the next, flown there and back. */
function stripPoints(first, count) {
  const batch = createPointBatch(count);
  for (let i = 0; i < count; i++) {
    const point = first + i;
    const line = Math.floor(point / POINTS_A_LINE);
    const strip = Math.floor(line / LINES_A_STRIP);
    const along = line % LINES_A_STRIP;
    // A hash of the number, for rough values.
    const rough = (Math.imul(point, 0x9e3779b1) >>> 0) / 2 ** 32;
    const x = (strip % 2 === 0 ? along : LINES_A_STRIP - along) * LINE + 0.1 * rough;
    const y = (strip * SWATH) / 2 + (point % POINTS_A_LINE) * STEP + 0.05 * rough;
    const isTree = rough > 0.7 && Math.sin(x / 9) * Math.cos(y / 11) > 0.3;
    batch.x[i] = x;
    batch.y[i] = y;
    batch.z[i] = 20 * Math.sin(x / 200) * Math.cos(y / 170) + 0.03 * rough + (isTree ? 18 * rough : 0);
    batch.gpsTime[i] = 3e8 + point * 2e-6;
    batch.intensity[i] = 2000 + 900 * rough;
    batch.returnNumber[i] = 1;
    batch.returnCount[i] = isTree ? 2 : 1;
    batch.classification[i] = isTree ? 5 : 2;
    batch.scanAngle[i] = ((point % POINTS_A_LINE) / POINTS_A_LINE - 0.5) * 0.6;
    batch.pointSourceId[i] = strip + 1;
    batch.normal[3 * i + 2] = 1;
    batch.instance[i] = isTree ? Math.floor(x / 28) : 0;
    batch.range[i] = 800 + 10 * rough;
    batch.energy[i] = 1e-15 * (1 + rough);
    batch.hitSubrays[i] = 19;
  }
  return batch;
}
