/** Clouds that go to a pipe while they are converted. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { pipedFiles } from '../../../src/base/files/node-piped-files.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { convertCloud as convertInOneThread } from '../../../src/io/convert/convert-cloud.js';
import { convertCloud } from '../../../src/node-clouds.js';
import { cloudHeader, LOCAL_BOX, type SampleBox, sampleBatch, temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();
const POINTS = 400_000;
const BATCH = 20_000;

/** A cloud; `isWrong`: the box that it states does not hold its last points. */
async function cloud(name: string, format: 'las' | 'ply', isWrong = false): Promise<string> {
  const path = join(folder, name);
  const header = cloudHeader({ min: LOCAL_BOX.min, max: [1000, 1000, 100] });
  const sink = await createPointSink({ path, format, fields: 'minimal' }, header, { files: nodeFiles });
  for (let first = BATCH; first <= POINTS; first += BATCH) {
    const batch = sampleBatch(BATCH, first);
    if (isWrong && first === POINTS) batch.x.fill(900);
    await sink.write(batch);
  }
  await sink.finish();
  if (isWrong) await stateBox(path, LOCAL_BOX);
  return path;
}

/**
 * Writes a box into the header of a LAS file (ASPRS LAS 1.4 R15, table 3: doubles from byte 179 on, of each axis most
 * and least).
 */
async function stateBox(path: string, { min, max }: SampleBox): Promise<void> {
  const file = await open(path, 'r+');
  const box = new Float64Array([0, 1, 2].flatMap((axis) => [max[axis], min[axis]]));
  await file.write(new Uint8Array(box.buffer), 0, box.byteLength, 179);
  await file.close();
}

const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('convertCloud to a pipe', () => {
  it.each(['csv', 'xyz', 'parquet'] as const)(
    'hands on points before the last are read, and waits for the reader: %s',
    async (format) => {
      const path = await cloud(`stream-${format}.ply`, 'ply');
      let read = 0;
      let taken = 0;
      let largest = 0;
      const readAtWrite: number[] = [];
      const files = pipedFiles(async (bytes) => {
        // While these bytes wait for a reader, at most two blocks of points may be on their way.
        readAtWrite.push(read);
        if (readAtWrite.length === 3) {
          await rest(300);
          expect(read).toBe(readAtWrite[2]);
        }
        taken += bytes.length;
        largest = Math.max(largest, bytes.length);
      });
      const onProgress = ({ task, done }: { task: string; done: number }) => {
        expect(task).toBe('convert');
        read = done;
      };
      const {
        files: [written],
        // Threads have some row groups under way, as many as there are: without them, the points on their way are
        // bounded.
      } = await convertInOneThread(path, '-', { files, format, onProgress });
      expect(readAtWrite[0]).toBeLessThan(POINTS / 2);
      expect(written).toMatchObject({ path: 'standard output', points: POINTS, bytes: taken });
      expect(largest).toBeLessThanOrEqual(65_536);
    },
  );

  it('begins once, whatever box a cloud states', async () => {
    const path = await cloud('wrong.las', 'las', true);
    const lines: Buffer[] = [];
    const files = pipedFiles(async (bytes) => void lines.push(Buffer.from(bytes)));
    await convertCloud(path, '-', { files, format: 'csv' });
    const text = Buffer.concat(lines).toString();
    expect(text.split('\n')).toHaveLength(POINTS + 2);
    expect(text.lastIndexOf('x,y,z')).toBe(0);
  });

  it('keeps the points of a wrong box in LAS as well', async () => {
    const path = await cloud('wrong2.las', 'las', true);
    let bytes = 0;
    const files = pipedFiles(async (part) => {
      bytes += part.length;
    });
    const {
      files: [written],
    } = await convertCloud(path, '-', { files, output: { scale: 0.0005 } });
    expect(written).toMatchObject({ points: POINTS, bytes });
  });
});

it('points of a slow source are handed on as they come', async () => {
  let taken = 0;
  const set = pipedFiles(async (bytes) => {
    taken += bytes.length;
  }).openSet();
  const sink = await createPointSink({ path: '-', format: 'csv' }, cloudHeader(), { files: set });
  for (let k = 0; k < 5; k++) {
    const before = taken;
    await sink.write(sampleBatch(2000, k));
    await rest(10);
    expect(taken).toBeGreaterThan(before);
  }
  const { bytes } = await sink.finish();
  await set.commit();
  expect(taken).toBe(bytes);
});
