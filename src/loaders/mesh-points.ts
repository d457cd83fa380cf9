import { UserError } from '../base/errors.js';
import {
  componentsOf,
  createPointBatch,
  OPTIONAL_KEYS,
  type OptionalKey,
  optionalArray,
} from '../cloud/point-batch.js';
import { POINT_FIELDS } from '../cloud/point-fields.js';
import type { CloudPoints } from '../io/convert/write-cloud.js';
import { NumberSpan } from '../io/records/number-span.js';
import type { NumberType } from '../io/records/number-type.js';
import { colourRange, FULL_16_BITS } from '../io/units/value-ranges.js';
import { meshName } from './mesh-name.js';

/** Numbers of vertices, of any type. */
interface Numbers {
  value: ArrayLike<number>;
  size: number;
  /** Whole numbers represent 0 … 1 over the whole range of their type. */
  normalized?: boolean;
  byteOffset?: number;
  byteStride?: number;
}

/** The written part of a mesh of loaders.gl: its vertices. */
export interface MeshPoints {
  attributes: Record<string, Numbers>;
  /** Those of triangles, which a cloud leaves out. */
  indices?: object;
  loaderData?: Record<string, unknown>;
}

/** Names of the attributes that clouds have as well. */
const KNOWN_NAMES = new Set(['POSITION', ...POINT_FIELDS.map(({ key }) => meshName(key))]);

/**
 * The vertices of a mesh as points, in new arrays: `POSITION` from `loaderData.origin`, `COLOR_0`, `NORMAL`, and the
 * attributes with the names of those of clouds. `warn` is told of other attributes, which are left out, and of numbers
 * that an attribute cannot hold, which become the nearest. Throws UserError without positions, and for attributes of
 * other lengths.
 */
export function meshPoints(
  { attributes, indices, loaderData = {} }: MeshPoints,
  warn: (message: string) => void,
): CloudPoints {
  const POSITION = attributes?.POSITION;
  if (POSITION?.size !== 3) throw new UserError('the mesh has no attribute POSITION of three numbers a vertex');
  const count = Math.floor(POSITION.value.length / 3);
  checkLength('POSITION', POSITION, count, 3);
  const empty = createPointBatch(count);
  const origin = originOf(loaderData.origin);
  const unknown = Object.keys(attributes).filter((name) => !KNOWN_NAMES.has(name));
  if (unknown.length > 0) warn(`attributes of the mesh that no cloud has are left out: ${unknown.join(', ')}`);
  if (indices) warn('the triangles of the mesh are left out');
  const points: CloudPoints = { x: empty.x, y: empty.y, z: empty.z };
  for (const [axis, key] of (['x', 'y', 'z'] as const).entries())
    for (let i = 0; i < count; i++) points[key][i] = POSITION.value[3 * i + axis] + origin[axis];
  for (const { key } of POINT_FIELDS) {
    const found = attributes[meshName(key)];
    if (found === undefined) continue;
    checkLength(meshName(key), found, count, componentsOf(key));
    const target = OPTIONAL_KEYS.includes(key as OptionalKey) ? optionalArray(empty, key as OptionalKey) : empty[key];
    const held = fill(target as Target, found, componentsOf(key), key === 'rgb' ? colourScale(found, warn) : 1);
    if (held > 0) warn(`${meshName(key)}: numbers that it cannot hold became the nearest: ${held}`);
    Object.assign(points, { [key]: target });
  }
  return points;
}

type Target = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** The place of the positions' zero; without one, that of the world. */
function originOf(origin: unknown): readonly number[] {
  if (origin === undefined || origin === null) return [0, 0, 0];
  const numbers = Array.isArray(origin) || ArrayBuffer.isView(origin) ? Array.from(origin as ArrayLike<number>) : [];
  if (numbers.length !== 3 || !numbers.every(Number.isFinite))
    throw new UserError(`loaderData.origin: found ${JSON.stringify(origin)}, expected three finite numbers`);
  return numbers;
}

function checkLength(
  name: string,
  { value, size, byteOffset, byteStride }: Numbers,
  count: number,
  components: number,
): void {
  if (byteOffset || byteStride)
    throw new UserError(`${name}: its numbers are interleaved with others, expected an array of their own`);
  if (value.length !== count * size)
    throw new UserError(`${name}: found ${value.length} numbers, expected ${count * size} for ${count} vertices`);
  if (size < components) throw new UserError(`${name}: found ${size} numbers a vertex, expected ${components}`);
}

/** Factor to 16 bits of colours, by their type and their numbers; `warn` is told of an unusual range. */
function colourScale({ value, size, normalized }: Numbers, warn: (message: string) => void): number {
  const type = colourType(value);
  if (normalized && type === 'u16') return 1;
  const seen = new NumberSpan();
  // The fourth number is an opacity.
  for (let i = 0; i < value.length; i++) if (i % size < 3) seen.add(value[i]);
  const { max, note } = colourRange(type, seen, false);
  if (note !== undefined) warn(`COLOR_0: ${note.replace('shown', 'written')} (those of 16 bits have normalized: true)`);
  return FULL_16_BITS / max;
}

/** The type of colours in an array; undefined: any numbers. */
function colourType(value: ArrayLike<number>): NumberType | undefined {
  if (value instanceof Uint8Array || value instanceof Uint8ClampedArray) return 'u8';
  if (value instanceof Uint16Array) return 'u16';
  return value instanceof Float32Array || value instanceof Float64Array ? 'f32' : undefined;
}

/**
 * Sets the first `components` numbers of each vertex. Returns the count of those that do not fit: too small or large,
 * no number, or with a fraction where `scale` is 1.
 */
function fill(target: Target, { value, size }: Numbers, components: number, scale: number): number {
  const most =
    target instanceof Float32Array || target instanceof Float64Array
      ? Infinity
      : 2 ** (8 * target.BYTES_PER_ELEMENT) - 1;
  let held = 0;
  for (let to = 0, from = 0; to < target.length; from += size)
    for (let k = 0; k < components; k++, to++) {
      const number = value[from + k] * scale;
      target[to] = most === Infinity ? number : Math.min(Math.max(Math.round(number), 0), most);
      if (most !== Infinity && scale === 1 && target[to] !== number) held++;
    }
  return held;
}
