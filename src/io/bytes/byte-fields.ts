/** `text` as a field of `length` bytes: ASCII, other characters as "?", truncated if too long, padded with zeros. */
export function encodePaddedText(text: string, length: number): Uint8Array {
  const field = new Uint8Array(length);
  for (let i = 0; i < Math.min(text.length, length); i++) {
    const code = text.charCodeAt(i);
    field[i] = code >= 0x20 && code < 0x7f ? code : 0x3f;
  }
  return field;
}

/** The text in `length` bytes at `at`, up to the first zero; bytes that are not printable ASCII become "?". */
export function decodePaddedText(bytes: Uint8Array, at: number, length: number): string {
  let text = '';
  for (let i = at; i < at + length && bytes[i] !== 0; i++)
    text += bytes[i] >= 0x20 && bytes[i] < 0x7f ? String.fromCharCode(bytes[i]) : '?';
  return text;
}

/** A view over exactly these bytes. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
