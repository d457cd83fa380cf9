import { UserError } from '../base/errors.js';
import {
  componentsOf,
  createPointBatch,
  OPTIONAL_KEYS,
  type OptionalKey,
  optionalArray,
  type PointKey,
} from '../cloud/point-batch.js';
import { POINT_FIELDS } from '../cloud/point-fields.js';
import type { CloudPoints } from '../io/convert/write-cloud.js';
import { meshName } from './mesh-name.js';

/** Numbers of vertices, of any type. */
interface Numbers {
  value: ArrayLike<number>;
  size: number;
  byteOffset?: number;
  byteStride?: number;
}

/** The written part of a mesh of loaders.gl: its vertices. */
export interface MeshPoints {
  attributes: Record<string, Numbers>;
  loaderData?: Record<string, unknown>;
}

/**
 * The vertices of a mesh as points, in new arrays: `POSITION` from `loaderData.origin`, `COLOR_0`, `NORMAL`, and the
 * attributes with the names of those of clouds. Numbers that an attribute cannot hold become the nearest; other
 * attributes are ignored. Throws UserError without positions, and for attributes of other lengths.
 */
export function meshPoints({ attributes, loaderData = {} }: MeshPoints): CloudPoints {
  const { POSITION } = attributes;
  if (POSITION?.size !== 3) throw new UserError('the mesh has no attribute POSITION of three numbers a vertex');
  const count = POSITION.value.length / 3;
  const empty = createPointBatch(count);
  const origin = Array.isArray(loaderData.origin) ? (loaderData.origin as number[]) : [0, 0, 0];
  const points: CloudPoints = { x: empty.x, y: empty.y, z: empty.z };
  for (const [axis, key] of (['x', 'y', 'z'] as const).entries())
    for (let i = 0; i < count; i++) points[key][i] = POSITION.value[3 * i + axis] + origin[axis];
  for (const { key } of POINT_FIELDS) {
    const found = attributes[meshName(key)];
    if (found === undefined) continue;
    checkLength(meshName(key), found, count, key);
    const target = OPTIONAL_KEYS.includes(key as OptionalKey) ? optionalArray(empty, key as OptionalKey) : empty[key];
    fill(target as Target, found, componentsOf(key), key === 'rgb' ? colourScale(found) : 1);
    Object.assign(points, { [key]: target });
  }
  return points;
}

type Target = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

function checkLength(
  name: string,
  { value, size, byteOffset, byteStride }: Numbers,
  count: number,
  key: PointKey,
): void {
  if (byteOffset || byteStride)
    throw new UserError(`${name}: its numbers are interleaved with others, expected an array of their own`);
  if (value.length !== count * size)
    throw new UserError(`${name}: found ${value.length} numbers, expected ${count * size} for ${count} vertices`);
  if (size < componentsOf(key))
    throw new UserError(`${name}: found ${size} numbers a vertex, expected ${componentsOf(key)}`);
}

/** Colours of 16 bits from those of 8 bits, or from 0 … 1. */
function colourScale({ value }: Numbers): number {
  if (value instanceof Uint16Array) return 1;
  return value instanceof Float32Array || value instanceof Float64Array ? 65_535 : 257;
}

/** Sets the first `components` numbers of each vertex. */
function fill(target: Target, { value, size }: Numbers, components: number, scale: number): void {
  const most =
    target instanceof Float32Array || target instanceof Float64Array
      ? Infinity
      : 2 ** (8 * target.BYTES_PER_ELEMENT) - 1;
  for (let to = 0, from = 0; to < target.length; from += size)
    for (let k = 0; k < components; k++) {
      const number = value[from + k] * scale;
      target[to++] = most === Infinity ? number : Math.min(Math.max(Math.round(number), 0), most);
    }
}
