// Coordinate reference systems by their codes: crs-db/epsg.tsv, compressed, as a module that is
// loaded when a code is met.
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';

const LINE =
  /^(?:#.*|(?:geographic|vertical|geocentric)\t\d+\t[^\t]+|projected\t\d+\t[^\t]+\t\d+\t[^\t]+|compound\t\d+\t[^\t]+\t\d+\t\d+|other\t\d+\t[^\t]+\t[^\t]+)$/;

/** Writes src/crs/epsg-table.generated.ts. Throws if a line of the table is none of its kinds. */
export function generateEpsg(root) {
  const text = readFileSync(`${root}crs-db/epsg.tsv`, 'utf8');
  text
    .trimEnd()
    .split('\n')
    .forEach((line, index) => {
      if (!LINE.test(line)) throw new Error(`crs-db/epsg.tsv:${index + 1}: no line of a system`);
    });
  const packed = deflateRawSync(text, { level: 9 }).toString('base64');
  writeFileSync(
    `${root}src/crs/epsg-table.generated.ts`,
    [
      '// Generated from crs-db/epsg.tsv by scripts/generate-epsg.mjs; do not edit.',
      '/** The table, compressed (raw deflate), in base64. */',
      `export const EPSG_TABLE: string = '${packed}';`,
      '',
    ].join('\n'),
  );
}
