// The LAZ codec: chunks of compressed points, and the table of them.

export { begin, decodeChunk, encodeChunk, resultAt, resultLength } from './chunk';
export { decodeTable, encodeTable, tableLength } from './table';
