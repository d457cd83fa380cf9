import { UserError } from '../../../base/errors.js';
import type { WithFiles } from '../../../base/files/files.js';
import { quoteText } from '../../../base/yaml/faults.js';
import { fileFault } from '../file-fault.js';
import { readWholeText } from '../scene-file.js';
import { tabulateAngles } from './leaf-angles.js';

const BYTES_MAX = 1 << 20;
/** Largest projection: that of a leaf is at most 1, tables in other units are a little larger. */
const PROJECTION_MAX = 100;

/**
 * The projections of a table of HELIOS++: rows `x,y,z,G`, the projection G of leaves of unit area along the direction
 * (x, y, z), linear in the direction's angle to z. At equal steps of this angle from 0 to π. Throws UserError with the
 * line.
 */
export async function readProjections(path: string, { files }: WithFiles): Promise<Float64Array> {
  const text = await readWholeText(files, path, BYTES_MAX);
  const rows = text
    .split('\n')
    .flatMap((line, k) => (line.trim() === '' ? [] : [readRow(line.trim(), { file: path, line: k + 1 })]))
    .sort((a, b) => a.angle - b.angle);
  if (rows.length < 2) throw fileFault(path, `has ${rows.length} rows x,y,z,G; expected at least two`);
  let next = 1;
  return tabulateAngles((angle) => {
    while (next < rows.length - 1 && rows[next].angle < angle) next++;
    const [low, high] = [rows[next - 1], rows[next]];
    const share = high.angle > low.angle ? (angle - low.angle) / (high.angle - low.angle) : 0;
    return low.projection + Math.min(1, Math.max(0, share)) * (high.projection - low.projection);
  });
}

function readRow(line: string, place: { file: string; line: number }): { angle: number; projection: number } {
  const numbers = line.split(',').map((word) => (word.trim() === '' ? Number.NaN : Number(word)));
  const [x, y, z, projection] = numbers;
  const length = Math.hypot(x, y, z);
  if (numbers.length === 4 && length > 0 && length < Infinity && projection >= 0 && projection <= PROJECTION_MAX)
    return { angle: Math.acos(z / length), projection };
  throw new UserError(
    `found ${quoteText(line)}, expected x,y,z,G: a direction, and the projection along it from 0 to ${PROJECTION_MAX}`,
    { place },
  );
}
