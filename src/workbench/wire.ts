/*
 * Plain data with typed arrays as bytes, and back, so that a page and a server exchange the same as a page and its
 * worker. All of it is little-endian, as are typed arrays wherever subray runs:
 *
 *     u32 bytes of the text │ text: JSON of [value, [[type, elements], …]] │ the arrays one after the other
 *
 * In the value, `{"$": k}` stands for the array k, each once and in their order; `{"$": "NaN"}` and the like for
 * numbers that JSON lacks. A name of the data that begins with `$` has one more of it.
 */

/** Types of arrays by their names on the wire. */
const ARRAYS = Object.freeze({
  i8: Int8Array,
  u8: Uint8Array,
  u8c: Uint8ClampedArray,
  i16: Int16Array,
  u16: Uint16Array,
  i32: Int32Array,
  u32: Uint32Array,
  f32: Float32Array,
  f64: Float64Array,
  i64: BigInt64Array,
  u64: BigUint64Array,
});

type ArrayName = keyof typeof ARRAYS;
type WireArray = InstanceType<(typeof ARRAYS)[ArrayName]>;

/** Values without a form in JSON. */
const SPECIAL: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['-0', -0],
  ['undefined', undefined],
]);

/** Objects within each other; more is no data of ours. */
const DEPTH_MAX = 64;
const U32_MAX = 2 ** 32 - 1;
/** Assigning to this key would change an object's prototype. */
const FORBIDDEN = '__proto__';

/** Bytes that are no message, or a value that is no plain data. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

/**
 * The parts of the message for `value`, in turn. Typed arrays are parts of their own, without a copy. Throws WireError
 * for anything but plain data, such as a function, a Map or a circle.
 */
export function encodeWire(value: unknown): Uint8Array<ArrayBuffer>[] {
  const arrays: WireArray[] = [];
  const text = JSON.stringify([written(value, arrays, 0), arrays.map((array) => [nameOf(array), array.length])]);
  const bytes = new TextEncoder().encode(text);
  const total = arrays.reduce((sum, { byteLength }) => sum + byteLength, 4 + bytes.length);
  if (total > U32_MAX) throw new WireError(`${total} bytes are too many for one message`);
  const head = new Uint8Array(4 + bytes.length);
  new DataView(head.buffer).setUint32(0, bytes.length, true);
  head.set(bytes, 4);
  return [head, ...arrays.filter(({ byteLength }) => byteLength > 0).map(bytesOf)];
}

/** The message for `value` as one array: see encodeWire. */
export function encodeWhole(value: unknown): Uint8Array<ArrayBuffer> {
  const parts = encodeWire(value);
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The value of a message; each of its arrays has memory of its own. Throws WireError for bytes that are no message. */
export function decodeWire(bytes: Uint8Array): unknown {
  const demand = (condition: boolean, message: string) => {
    if (!condition) throw new WireError(message);
  };
  demand(bytes.length >= 4, 'the message ends before its text');
  const textEnd = 4 + new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  demand(textEnd <= bytes.length, 'the text of the message is longer than the message');
  const message = parse(bytes.subarray(4, textEnd));
  demand(Array.isArray(message) && message.length === 2, 'the message is no pair of value and arrays');
  const [value, table] = message as [unknown, unknown];
  const arrays = readArrays(table, bytes.subarray(textEnd));
  const read = new ValueReader(arrays);
  const result = read.value(value, 0);
  demand(read.used === arrays.length, 'the value does not use all arrays of the message');
  return result;
}

function nameOf(array: WireArray): ArrayName {
  for (const name of Object.keys(ARRAYS) as ArrayName[]) if (array.constructor === ARRAYS[name]) return name;
  throw new WireError(`${array.constructor.name} is no type of array that can be sent`);
}

function bytesOf({ buffer, byteOffset, byteLength }: WireArray): Uint8Array<ArrayBuffer> {
  const view = new Uint8Array(buffer, byteOffset, byteLength);
  // Shared memory may change, or be refused, by the receiver.
  return view.buffer instanceof ArrayBuffer ? (view as Uint8Array<ArrayBuffer>) : view.slice();
}

/** The value as JSON has it; its arrays are added to `arrays`. */
function written(value: unknown, arrays: WireArray[], depth: number): unknown {
  if (depth > DEPTH_MAX) throw new WireError('the data go round in a circle, or are nested too deeply');
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? value : { $: Object.is(value, -0) ? '-0' : `${value}` };
    case 'undefined':
      return { $: 'undefined' };
    case 'object':
      return value === null ? null : writtenObject(value, arrays, depth);
    default:
      throw new WireError(`a ${typeof value} is no plain data`);
  }
}

function writtenObject(value: object, arrays: WireArray[], depth: number): unknown {
  if (ArrayBuffer.isView(value)) return { $: arrays.push(value as WireArray) - 1 };
  // Holes of a list are undefined.
  if (Array.isArray(value)) return Array.from(value, (item) => written(item, arrays, depth + 1));
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new WireError(`${value.constructor?.name ?? 'an object of a class'} is no plain data`);
  const result: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    if (name === FORBIDDEN) throw new WireError(`data may not have the name ${FORBIDDEN}`);
    result[name.startsWith('$') ? `$${name}` : name] = written(item, arrays, depth + 1);
  }
  return result;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (cause) {
    throw new WireError('the text of the message is not JSON', { cause });
  }
}

/** The arrays that `table` lists, from `bytes`, which they must fill. */
function readArrays(table: unknown, bytes: Uint8Array): WireArray[] {
  if (!Array.isArray(table)) throw new WireError('the message has no list of its arrays');
  let at = 0;
  const arrays = table.map((entry: unknown) => {
    const [name, count] = Array.isArray(entry) && entry.length === 2 ? entry : [];
    if (typeof name !== 'string' || !Object.hasOwn(ARRAYS, name)) throw new WireError('an array is of no known type');
    const type = ARRAYS[name as ArrayName];
    if (!Number.isInteger(count) || count < 0 || count * type.BYTES_PER_ELEMENT > bytes.length - at)
      throw new WireError('an array is longer than the message');
    const end = at + count * type.BYTES_PER_ELEMENT;
    // A copy begins where elements of any size may.
    const array = new type(bytes.slice(at, end).buffer as ArrayBuffer);
    at = end;
    return array;
  });
  if (at !== bytes.length) throw new WireError('the message is longer than its arrays');
  return arrays;
}

/** Makes values of their JSON. */
class ValueReader {
  /** Number of arrays that the value has used so far. */
  used = 0;
  private readonly arrays: readonly WireArray[];

  constructor(arrays: readonly WireArray[]) {
    this.arrays = arrays;
  }

  value(given: unknown, depth: number): unknown {
    if (depth > DEPTH_MAX) throw new WireError('the message is nested too deeply');
    if (given === null || typeof given !== 'object') return given;
    if (Array.isArray(given)) return given.map((item) => this.value(item, depth + 1));
    if (Object.hasOwn(given, '$')) return this.special(given as Record<string, unknown>);
    const result: Record<string, unknown> = {};
    for (const [name, item] of Object.entries(given)) {
      const own = name.startsWith('$') ? name.slice(1) : name;
      if (own === FORBIDDEN || (name !== own && !own.startsWith('$')))
        throw new WireError(`the message has the name ${JSON.stringify(name)}, which none may have`);
      result[own] = this.value(item, depth + 1);
    }
    return result;
  }

  private special({ $: what, ...others }: Record<string, unknown>): unknown {
    if (Object.keys(others).length > 0) throw new WireError('the message has more beside a "$"');
    if (typeof what === 'string' && SPECIAL.has(what)) return SPECIAL.get(what);
    // Each once: a short message could otherwise stand for much memory.
    if (what !== this.used || this.used >= this.arrays.length)
      throw new WireError('the message names an array out of order, or one that it does not have');
    return this.arrays[this.used++];
  }
}
