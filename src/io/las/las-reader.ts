import { UserError } from '../../base/errors.js';
import { fileError } from '../../base/files/file-error.js';
import type { Files } from '../../base/files/files.js';
import type { Box3 } from '../../base/vec3.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import { type LasFile, openLas } from './las-file.js';
import { readLazPoints } from './laz-reader.js';
import { PointDecoder } from './point-decoder.js';

/** Points of a batch: some megabytes, whatever the file's size. */
export const BATCH_POINTS = 65_536;

/** A cloud on disk whose points can be read more than once. */
export interface LasCloud {
  bounds: Box3;
  pointCount: number;
  batches(): AsyncIterable<PointBatch>;
}

/** The cloud of a LAS or LAZ file. Throws UserError where openLas does. */
export async function openLasCloud(files: Files, path: string): Promise<LasCloud> {
  const file = await openLas(files, path);
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
  const decoder = new PointDecoder(file);
  const handle = await file.files.open(file.path).catch((error: unknown) => {
    throw fileError(file.files, 'read', file.path, error);
  });
  try {
    for (let first = 0; first < pointCount; first += BATCH_POINTS) {
      const count = Math.min(BATCH_POINTS, pointCount - first);
      const position = pointDataOffset + first * recordLength;
      const read = await handle.read(records.subarray(0, count * recordLength), position);
      if (read < count * recordLength)
        throw new UserError('the file has become shorter', { place: { file: file.path } });
      yield decoder.decode(records, count, decoder.createColumns(count));
    }
  } catch (error) {
    throw fileError(file.files, 'read', file.path, error);
  } finally {
    await handle.close();
  }
}
