import { checkDocument } from '../../src/base/yaml/check-document.js';
import { parseYaml } from '../../src/base/yaml/yaml-document.js';
import { DEFLECTOR_DESCRIPTIONS } from '../../src/scanner/deflectors/index.js';
import { parsePattern } from '../../src/scanner/read-pattern.js';
import { resolveScanner } from '../../src/scanner/resolve-scanner.js';
import type { Scanner } from '../../src/scanner/scanner.js';
import { inlineScannerSchema } from '../../src/scanner/scanner-schema.js';
import { scannerOf } from '../scanner/describe-scanner.js';

/** A way to write a deflector down. */
export type DescriptionName = keyof typeof DEFLECTOR_DESCRIPTIONS;

/** The names of all ways to write a deflector down. */
export const DESCRIPTION_NAMES = Object.keys(DEFLECTOR_DESCRIPTIONS) as DescriptionName[];

/** A scanner that has an example of a kind for its deflector; `number` counts those of the kind from 1. */
export interface DeflectorExample {
  name: DescriptionName;
  number: number;
  scanner: Scanner;
}

/** Content of any table that an example names. */
const TABLE = parsePattern('time,azimuth,elevation\n0,350,0\n0.1,10,0\n0.2,10,30\n', 'table.csv');

/** Every example of every kind. */
export const DEFLECTOR_EXAMPLES: readonly DeflectorExample[] = DESCRIPTION_NAMES.flatMap((name) =>
  DEFLECTOR_DESCRIPTIONS[name].examples.map((example, index) => ({
    name,
    number: index + 1,
    scanner: scannerWith(example, `${name}-${index + 1}.yaml`),
  })),
);

/** The scanner with this deflector, through schema and conversion; faults name `file`. */
function scannerWith(deflector: object, file: string): Scanner {
  const text = JSON.stringify(scannerOf({ ...deflector }));
  const definition = checkDocument(inlineScannerSchema, parseYaml(text, file));
  const onFault = ({ path, expected }: { path: readonly PropertyKey[]; expected: string }) => {
    throw new Error(`${file}: ${path.join('.')}: expected ${expected}`);
  };
  return resolveScanner(definition, { onFault, readPattern: () => TABLE });
}
