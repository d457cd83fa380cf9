/** Whether this machine has the byte order of the files, so that their bytes can be used directly. */
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

export function littleEndianFloats(bytes: Uint8Array, itemBytes: 4): Float32Array;
export function littleEndianFloats(bytes: Uint8Array, itemBytes: 4 | 8): Float32Array | Float64Array;
/**
 * The floats of 4 or 8 bytes in `bytes`, which has a whole number of them: a view if they are aligned (it changes with
 * `bytes`), otherwise a copy.
 */
export function littleEndianFloats(bytes: Uint8Array, itemBytes: 4 | 8): Float32Array | Float64Array {
  const Floats = itemBytes === 4 ? Float32Array : Float64Array;
  const count = bytes.length / itemBytes;
  if (IS_LITTLE_ENDIAN) {
    const isAligned = bytes.byteOffset % itemBytes === 0;
    // Not `slice`: of a Buffer, it returns a view.
    const { buffer, byteOffset } = isAligned ? bytes : new Uint8Array(bytes);
    return new Floats(buffer as ArrayBuffer, byteOffset, count);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Floats(count);
  for (let i = 0; i < count; i++)
    values[i] = itemBytes === 4 ? view.getFloat32(i * 4, true) : view.getFloat64(i * 8, true);
  return values;
}
