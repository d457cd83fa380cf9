// The LAZ codec: chunks of compressed points, and their table.

export { begin, decodeChunk, encodeChunk, resultAt, resultLength } from './chunk';
export { decodeTable, encodeTable, tableLength } from './table';
