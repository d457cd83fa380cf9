import type { CataloguedScanner } from '../../scanner/catalogued-scanner.js';
import { deflectorKind } from '../../scanner/deflectors/index.js';
import type { Scanner } from '../../scanner/scanner.js';
import { programTable } from '../../scanner/sheet/recorded-rows.js';
import { scannerSheet } from '../../scanner/sheet/scanner-sheet.js';
import { formatTable } from './format.js';

/** A scanner's numbers as text, in the units of data sheets; the second column of each row may be long. */
export const scannerRows = (scanner: CataloguedScanner): string[] => [
  ...formatTable(scannerSheet(scanner)),
  ...titled('programs', formatTable(programTable(scanner), [0])),
  'source',
  ...indented(scanner.source),
  ...(scanner.unchecked === undefined
    ? []
    : ['not compared with a document of the maker', ...indented(scanner.unchecked)]),
];

/** Lines below a title; none without lines. */
const titled = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];

const indented = (text: string) => text.split('\n').map((line) => `  ${line.trim()}`);

/**
 * A scanner as JSON, in SI units; a pattern, which may have millions of shots, and the values of a response are
 * replaced by their number.
 */
export function scannerJson(scanner: Scanner): object {
  const { sampling } = scanner;
  const response = sampling && { ...sampling.response, values: sampling.response.values.length };
  return {
    ...scanner,
    ...(sampling && { sampling: { ...sampling, response } }),
    deflector: deflectorKind(scanner.deflector).json(scanner.deflector),
  };
}
