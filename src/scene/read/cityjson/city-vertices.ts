import { showValue } from '../../../base/yaml/faults.js';
import { COORDINATE_LIMIT } from '../coordinates.js';
import { fileFault } from '../file-fault.js';
import type { CityDocument, CityFile } from './cityjson-document.js';

/**
 * x, y and z of the vertices of all documents, one after the other, in the frame of the file; exact, since the stored
 * whole numbers are scaled in f64. Throws UserError for a vertex that is not three finite numbers.
 */
export function cityVertices({ documents, scale, translate }: CityFile, file: string): Float64Array {
  const count = documents.reduce((sum, { vertices }) => sum + vertices.length, 0);
  const all = new Float64Array(3 * count);
  let at = 0;
  for (const { vertices, line } of documents) {
    readVertices(vertices, { scale, translate }, all.subarray(3 * at), file, line);
    at += vertices.length;
  }
  return all;
}

/** x, y and z of the vertices of templates, which have a frame of their own. */
export function templateVertices({ templates }: CityDocument, file: string): Float64Array {
  const vertices = templates?.vertices ?? [];
  const all = new Float64Array(3 * vertices.length);
  readVertices(vertices, { scale: [1, 1, 1], translate: [0, 0, 0] }, all, file);
  return all;
}

function readVertices(
  vertices: readonly unknown[],
  { scale, translate }: Pick<CityFile, 'scale' | 'translate'>,
  out: Float64Array,
  file: string,
  line?: number,
): void {
  for (const [v, vertex] of vertices.entries())
    for (let axis = 0; axis < 3; axis++) {
      const stored = Array.isArray(vertex) && vertex.length >= 3 ? vertex[axis] : undefined;
      const value = typeof stored === 'number' ? stored * scale[axis] + translate[axis] : NaN;
      if (!(Math.abs(value) <= COORDINATE_LIMIT)) {
        const where = line === undefined ? '' : `line ${line}, `;
        throw fileFault(file, `${where}vertex ${v}: expected three finite numbers, found ${shown(vertex)}`);
      }
      out[3 * v + axis] = value;
    }
}

/** A short list of numbers as text; for anything else, a description. */
const shown = (vertex: unknown): string =>
  Array.isArray(vertex) && vertex.length <= 4 && vertex.every((one) => typeof one === 'number')
    ? `[${vertex.join(',')}]`
    : showValue(vertex);
