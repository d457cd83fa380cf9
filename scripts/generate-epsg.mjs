// Coordinate reference systems by their codes, and shifts of their datums: crs-db/epsg.tsv and crs-db/shifts.tsv,
// compressed, as modules that are loaded when one is needed.
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';

const LINE =
  /^(?:#.*|(?:geographic|vertical|geocentric)\t\d+\t[^\t]+|projected\t\d+\t[^\t]+\t\d+\t[^\t]+|compound\t\d+\t[^\t]+\t\d+\t\d+|other\t\d+\t[^\t]+\t[^\t]+)$/;
const SHIFT = /^(?:#.*|\d+\t\d+\t[^\t]+\t[\d.]+(?:\t-?[\d.]+){4}(?:\t-?[\d.]+){3}(?:(?:\t-?[\d.]+){4})?)$/;

/** Writes src/crs/epsg-table.generated.ts. Throws if a line of the table is none of its kinds. */
export function generateEpsg(root) {
  generate(root, 'epsg.tsv', LINE, 'epsg-table', 'EPSG_TABLE');
}

/** Writes src/crs/datum-shifts.generated.ts. Throws if a line of the table is no shift. */
export function generateShifts(root) {
  generate(root, 'shifts.tsv', SHIFT, 'datum-shifts', 'DATUM_SHIFTS');
}

function generate(root, file, line, module, name) {
  const text = readFileSync(`${root}crs-db/${file}`, 'utf8');
  text
    .trimEnd()
    .split('\n')
    .forEach((row, index) => {
      if (!line.test(row)) throw new Error(`crs-db/${file}:${index + 1}: no line of its table`);
    });
  const packed = deflateRawSync(text, { level: 9 }).toString('base64');
  writeFileSync(
    `${root}src/crs/${module}.generated.ts`,
    [
      `// Generated from crs-db/${file} by scripts/generate-epsg.mjs; do not edit.`,
      '/** The table, compressed (raw deflate), in base64. */',
      `export const ${name}: string = '${packed}';`,
      '',
    ].join('\n'),
  );
}
