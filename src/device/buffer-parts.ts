/** The content of a large buffer: its parts one after the other, so that it lies nowhere in memory as a whole. */
export interface BufferParts {
  readonly parts: readonly Uint32Array[];
  readonly byteLength: number;
}

/** The parts of a buffer's content, in order, with their places in bytes. */
export function* placedParts(content: ArrayBuffer | BufferParts): Generator<{ at: number; bytes: Uint8Array }> {
  if (content instanceof ArrayBuffer) {
    yield { at: 0, bytes: new Uint8Array(content) };
    return;
  }
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of content.parts) {
    yield { at, bytes: new Uint8Array(buffer, byteOffset, byteLength) };
    at += byteLength;
  }
}
