import { showValue } from '../../../base/yaml/faults.js';
import { fileFault } from '../file-fault.js';
import { isObject, type JsonObject } from './cityjson-document.js';

/** A polygon: indices of vertices, ring by ring, the outer one first; the type of its semantic surface, if any. */
export interface CitySurface {
  rings: readonly (readonly number[])[];
  semantic?: string;
}

/** Levels of lists around the surfaces of each type of geometry that has any. */
const DEPTHS: Readonly<Record<string, number>> = Object.freeze({
  MultiSurface: 0,
  CompositeSurface: 0,
  Solid: 1,
  MultiSolid: 2,
  CompositeSolid: 2,
});

export const hasSurfaces = ({ type }: JsonObject): boolean => typeof type === 'string' && Object.hasOwn(DEPTHS, type);

/** Whether the surfaces of a geometry bound solids. */
export const isSolid = ({ type }: JsonObject): boolean => typeof type === 'string' && DEPTHS[type] > 0;

/**
 * The surfaces of a geometry with any; `vertexCount` bounds its indices. Throws UserError, which names `where`, for
 * lists of another form.
 */
export function* surfacesOf(
  geometry: JsonObject,
  vertexCount: number,
  file: string,
  where: string,
): Generator<CitySurface> {
  const { type, boundaries, semantics } = geometry;
  const { surfaces: kinds, values } = isObject(semantics) ? semantics : {};
  const semanticOf = (value: unknown): { semantic?: string } => {
    const kind = Array.isArray(kinds) && typeof value === 'number' ? kinds[value] : undefined;
    return isObject(kind) && typeof kind.type === 'string' ? { semantic: kind.type } : {};
  };
  const fault = (expected: string) => fileFault(file, `${where}: ${expected}`);
  const walk = function* (lists: unknown, marks: unknown, depth: number): Generator<CitySurface> {
    if (!Array.isArray(lists)) throw fault('boundaries: expected a list');
    for (const [index, item] of lists.entries()) {
      const mark = Array.isArray(marks) ? marks[index] : undefined;
      if (depth > 0) yield* walk(item, mark, depth - 1);
      else yield { rings: ringsOf(item), ...semanticOf(mark) };
    }
  };
  const ringsOf = (surface: unknown): number[][] => {
    if (!Array.isArray(surface)) throw fault('boundaries: expected a list of rings');
    return surface.map(ringOf);
  };
  const ringOf = (ring: unknown): number[] => {
    if (!Array.isArray(ring)) throw fault('boundaries: expected a ring, a list of numbers of vertices');
    const wrong = ring.find((vertex) => !(Number.isInteger(vertex) && vertex >= 0 && vertex < vertexCount));
    if (wrong !== undefined || ring.includes(undefined))
      throw fault(`boundaries: vertex ${showValue(wrong)}; the file has vertices 0 to ${vertexCount - 1}`);
    // CityJSON does not repeat the first corner; some programs do.
    return ring.length > 1 && ring[0] === ring.at(-1) ? ring.slice(0, -1) : ring;
  };
  yield* walk(boundaries, values, DEPTHS[String(type)]);
}
