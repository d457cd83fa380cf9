import { UserError } from '../../base/errors.js';
import { fileError } from '../../base/files/file-error.js';
import { rotate, type VectorOut } from '../../base/quaternion.js';
import { moved, type Rigid } from '../../base/rigid.js';
import { viewOf } from '../bytes/byte-fields.js';
import type { RecordSource } from '../records/record-source.js';
import type { E57Cloud } from './e57-cloud.js';
import { PageReader } from './page-reader.js';
import { ScanReader } from './scan-reader.js';

/**
 * Opens the records of an E57 file, to be read in sequence: a cell of f64 for each attribute, 0 where a scan lacks one,
 * NaN for the coordinates of a point without a place. Throws UserError if it cannot be read.
 */
export async function openE57Records(cloud: E57Cloud): Promise<RecordSource> {
  const { files, path, scans, vectors, recordLength } = cloud;
  const failed = (error: unknown) => {
    throw error instanceof UserError ? error : fileError(files, 'read', path, error);
  };
  const handle = await files.open(path).catch(failed);
  const pages = new PageReader(handle, path);
  const places = vectors[0].cells;
  let number = 0;
  let scan: ScanReader | undefined;
  const read = async (count: number, target: Uint8Array) => {
    const view = viewOf(target);
    target.fill(0, 0, count * recordLength);
    for (let done = 0; done < count; ) {
      scan ??= await ScanReader.open(pages, path, scans[number], number);
      const at = done * recordLength;
      const some = scan.left > 0 ? await scan.read(view, at, recordLength, count - done, places) : 0;
      const { isSpherical, pose } = scans[number];
      const part = { view, at, stride: recordLength, count: some };
      if (isSpherical) toCartesian(part, places);
      if (pose) for (const vector of vectors) placeVectors(part, vector.cells, pose, vector.isPlace);
      done += some;
      if (scan.left > 0) continue;
      scan = undefined;
      number++;
    }
  };
  return { read: (_first, count, target) => read(count, target).catch(failed), close: () => handle.close() };
}

/** Records from byte `at` on. */
interface RecordPart {
  view: DataView;
  at: number;
  stride: number;
  count: number;
}

type Cells = readonly [number, number, number];

/**
 * Converts range, azimuth and elevation to x, y, z (ASTM E2807-11, clause 8.4.4.2): azimuth from x to y, elevation from
 * that plane.
 */
function toCartesian({ view, at, stride, count }: RecordPart, cells: Cells): void {
  const [xAt, yAt, zAt] = cells.map((cell) => 8 * cell);
  for (let i = 0, from = at; i < count; i++, from += stride) {
    const range = view.getFloat64(from + xAt, true);
    const azimuth = view.getFloat64(from + yAt, true);
    const elevation = view.getFloat64(from + zAt, true);
    const across = range * Math.cos(elevation);
    view.setFloat64(from + xAt, across * Math.cos(azimuth), true);
    view.setFloat64(from + yAt, across * Math.sin(azimuth), true);
    view.setFloat64(from + zAt, range * Math.sin(elevation), true);
  }
}

/** Rotates vectors from a scan's frame into that of the file; coordinates are translated, too. */
function placeVectors({ view, at, stride, count }: RecordPart, cells: Cells, pose: Rigid, isPlace: boolean): void {
  const vector: VectorOut = [0, 0, 0];
  for (let i = 0, from = at; i < count; i++, from += stride) {
    for (let k = 0; k < 3; k++) vector[k] = view.getFloat64(from + 8 * cells[k], true);
    if (isPlace) moved(pose, vector, vector);
    else rotate(pose.orientation, vector, vector);
    for (let k = 0; k < 3; k++) view.setFloat64(from + 8 * cells[k], vector[k], true);
  }
}
