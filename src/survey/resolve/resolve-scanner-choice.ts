import type { ValuePath } from '../../base/yaml/source-document.js';
import { absolutePattern } from '../../scanner/absolute-pattern.js';
import { expectedScanner, findScanner, scannerIds } from '../../scanner/catalogue.js';
import { overrideScanner } from '../../scanner/override-scanner.js';
import { resolveScanner } from '../../scanner/resolve-scanner.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { ScannerFault } from '../../scanner/scanner-fault.js';
import type { ScannerDefinition } from '../../scanner/scanner-schema.js';
import type { ScannerChoice } from '../schema/instrument-schema.js';
import { patternReader } from './patterns.js';
import { noteFault, type Reading } from './reading.js';

/** The survey's instrument, from the catalogue or inline, with its `detector` applied; undefined, and a fault, where the id is unknown. */
export function resolveScannerChoice(reading: Reading, survey: ScannerChoice): Scanner | undefined {
  const onFault = ({ path, found, expected }: ScannerFault) =>
    noteFault(reading, placeInSurvey(survey, path), found, expected);
  const definition = chosenDefinition(reading, survey, onFault);
  return (
    definition &&
    resolveScanner(definition, { detector: survey.detector, onFault, readPattern: patternReader(reading) })
  );
}

function chosenDefinition(
  reading: Reading,
  { scanner }: ScannerChoice,
  onFault: (fault: ScannerFault) => void,
): ScannerDefinition | undefined {
  if (typeof scanner !== 'string' && 'deflector' in scanner)
    return absolutePattern(scanner, reading.folder, reading.files);
  const id = typeof scanner === 'string' ? scanner : scanner.id;
  if (!scannerIds().includes(id)) {
    noteFault(reading, typeof scanner === 'string' ? ['scanner'] : ['scanner', 'id'], id, expectedScanner(id));
    return undefined;
  }
  const definition = findScanner(id);
  return typeof scanner === 'string' ? definition : overrideScanner(definition, scanner, onFault);
}

/** Where in the survey a number of the scanner's definition was given. */
function placeInSurvey({ scanner, detector }: ScannerChoice, path: ValuePath): ValuePath {
  const key = path[path.length - 1];
  if (path[0] === 'detection' && Object.hasOwn(detector, key)) return ['detector', key];
  if (typeof scanner === 'string') return ['scanner'];
  return Object.hasOwn(scanner, 'deflector') ? ['scanner', ...path] : ['scanner', key];
}
