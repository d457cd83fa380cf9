import { open } from 'node:fs/promises';
import { UserError } from '../../base/errors.js';
import type { Box3 } from '../../base/vec3.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import { fileError } from '../file-error.js';
import { type LasFile, openLas } from './las-file.js';
import { readLazPoints } from './laz-reader.js';
import { decodePoints } from './point-decoder.js';

/** Points of a batch: some megabytes, whatever the file's size. */
export const BATCH_POINTS = 65_536;

/** A cloud on disk whose points can be read more than once. */
export interface LasCloud {
  bounds: Box3;
  pointCount: number;
  batches(): AsyncIterable<PointBatch>;
}

/** The cloud of a LAS or LAZ file. Throws UserError where openLas does. */
export async function openLasCloud(path: string): Promise<LasCloud> {
  const file = await openLas(path);
  const { bounds, pointCount } = file.header;
  return { bounds, pointCount, batches: () => readLasPoints(file) };
}

/**
 * The points of an opened file, in its order, in batches of at most 65,536. Fields that subray writes come back as
 * they were written; fields of other programs' files that have no counterpart are left out.
 * Throws UserError where the file cannot be read, or has become shorter.
 */
export async function* readLasPoints(file: LasFile): AsyncGenerator<PointBatch> {
  if (file.header.compressed) yield* readLazPoints(file, BATCH_POINTS);
  else yield* readUncompressed(file);
}

async function* readUncompressed(file: LasFile): AsyncGenerator<PointBatch> {
  const { pointCount, pointDataOffset, recordLength } = file.header;
  const records = new Uint8Array(Math.min(pointCount, BATCH_POINTS) * recordLength);
  const handle = await open(file.path, 'r').catch((error: unknown) => {
    throw fileError('read', file.path, error);
  });
  try {
    for (let first = 0; first < pointCount; first += BATCH_POINTS) {
      const count = Math.min(BATCH_POINTS, pointCount - first);
      const position = pointDataOffset + first * recordLength;
      for (let done = 0; done < count * recordLength; ) {
        const { bytesRead } = await handle.read(records, done, count * recordLength - done, position + done);
        if (bytesRead === 0) throw new UserError('the file has become shorter', { place: { file: file.path } });
        done += bytesRead;
      }
      yield decodePoints(file, records, count);
    }
  } catch (error) {
    throw fileError('read', file.path, error);
  } finally {
    await handle.close();
  }
}
