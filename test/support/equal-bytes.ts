import { expect } from 'vitest';

// A setup file of vitest: `toEqual` compares memory by its bytes, and lists of numbers or words at once. By itself it
// takes 5 µs for each element, and finds all ArrayBuffers and DataViews equal, whatever is in them.

/** Whether two values that are memory are equal; undefined if vitest is to find out, or to show the difference. */
export function equalBytes(a: unknown, b: unknown): boolean | undefined {
  const [mine, other] = [bytesOf(a), bytesOf(b)];
  if (!mine || !other) return undefined;
  const isSame = kindOf(a) === kindOf(b) && Buffer.compare(mine, other) === 0;
  // Numbers may be equal although their bytes are not (NaN), and vitest shows the difference.
  return isSame || isPlain(a) || isPlain(b) ? isSame : undefined;
}

/** True for equal lists, and lists of lists, of numbers and words; undefined for others. */
export function sameLists(a: unknown, b: unknown): true | undefined {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return undefined;
  for (let k = 0; k < a.length; k++) {
    // An element that is missing is not the same as one that is undefined.
    if (typeof a[k] === 'number' || typeof a[k] === 'string' ? !Object.is(a[k], b[k]) : !sameLists(a[k], b[k]))
      return undefined;
  }
  // Lists that expressions find have names as well.
  return hasNoMore(a) && hasNoMore(b) ? true : undefined;
}

const hasNoMore = (list: unknown[]) => Reflect.ownKeys(list).length === list.length + 1;

/** Tests may take it away. */
const Shared = SharedArrayBuffer;

/** The memory of a value that is, or looks at, an ArrayBuffer; undefined: it is something else. */
function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer || value instanceof Shared) return new Uint8Array(value);
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined;
}

/** Such as `[object Uint8Array]`, of a Buffer too. */
const kindOf = (value: unknown) => Object.prototype.toString.call(value);

/** Whether vitest sees no elements in it. */
const isPlain = (value: unknown) => !ArrayBuffer.isView(value) || value instanceof DataView;

/** Files may share a process, which keeps it. */
const process = globalThis as { comparesBytes?: boolean };
if (!process.comparesBytes) expect.addEqualityTesters([equalBytes, sameLists]);
process.comparesBytes = true;
