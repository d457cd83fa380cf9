/**
 * Bytes as Latin-1 (ISO 8859-1), a character each. The latin1 of `TextDecoder` is Windows-1252, in which 0x80 … 0x9f
 * are other characters, in pages and newer versions of Node.
 */
export const latin1 = (bytes: Uint8Array): string => new TextDecoder('utf-16le').decode(new Uint16Array(bytes));
