/** All numbers of the parts, one after the other, in a new array of the type `Kind`. */
export function joinArrays<T extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(
  Kind: new (length: number) => T,
  parts: readonly ArrayLike<number>[],
): T {
  const all = new Kind(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
