import { UserError } from '../../base/errors.js';
import { formatPath } from '../../base/yaml/faults.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import { absolutePattern } from '../../scanner/absolute-pattern.js';
import { expectedScanner, findScanner, scannerIds } from '../../scanner/catalogue.js';
import { checkScanner } from '../../scanner/check-scanner.js';
import { overrideDetector } from '../../scanner/override-detector.js';
import { overrideScanner } from '../../scanner/override-scanner.js';
import { type DetectorOverride, resolveDetector } from '../../scanner/resolve-detection.js';
import { resolveScanner } from '../../scanner/resolve-scanner.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { ScannerFault } from '../../scanner/scanner-fault.js';
import type { ScannerDefinition } from '../../scanner/scanner-schema.js';
import { isScanner, type ScannerChoice, type WrittenScanner } from '../schema/instrument-schema.js';
import { patternReader } from './patterns.js';
import { noteFault, placeIn, type Reading } from './reading.js';

/**
 * The survey's instrument, from the catalogue, inline or read already, with its `detector` applied. If the id is
 * unknown or the value is not a scanner: undefined, and a fault.
 */
export const resolveScannerChoice = (reading: Reading, choice: ScannerChoice): Scanner | undefined =>
  chooseScanner(reading, choice)?.scanner;

/** An instrument that a survey has chosen, and its definition. */
export interface ChosenScanner {
  /** The definition, with the survey's replacements. Absent: the scanner was read already. */
  definition?: ScannerDefinition;
  /** Settings of the detector, in SI units. */
  detector: DetectorOverride;
  /** The instrument; usable only if it is sound. */
  scanner: Scanner;
  /** Whether it has no faults. */
  sound: boolean;
}

/** The same, with its definition. */
export function chooseScanner(reading: Reading, choice: ScannerChoice): ChosenScanner | undefined {
  const { scanner } = choice;
  const detector = resolveDetector(choice.detector);
  const before = reading.faults.length;
  if (isScanner(scanner)) {
    const checked = checkedScanner(reading, scanner, detector);
    return checked && { detector, scanner: checked, sound: reading.faults.length === before };
  }
  const survey = { ...choice, scanner };
  const onFault = ({ path, found, expected }: ScannerFault) =>
    noteFault(reading, placeInSurvey(survey, path), found, expected);
  const definition = chosenDefinition(reading, survey, onFault);
  if (definition === undefined) return undefined;
  const resolved = resolveScanner(definition, { detector, onFault, readPattern: patternReader(reading) });
  return { definition, detector, scanner: resolved, sound: reading.faults.length === before };
}

/** An instrument in SI units, with its `detector` applied. */
function checkedScanner(reading: Reading, scanner: Scanner, detector: DetectorOverride): Scanner | undefined {
  try {
    checkScanner(scanner, formatPath([...reading.at, 'scanner']));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    reading.faults.push({ place: placeIn(reading, ['scanner']), message: error.message });
    return undefined;
  }
  return overrideDetector(scanner, detector, ({ path, found, expected }) =>
    noteFault(reading, ['detector', ...path.slice(1)], found, expected),
  );
}

/** An instrument defined in a document. */
interface WrittenChoice extends ScannerChoice {
  scanner: WrittenScanner;
}

function chosenDefinition(
  reading: Reading,
  { scanner }: WrittenChoice,
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

/** Place in the survey of a number of the scanner's definition. */
function placeInSurvey({ scanner, detector }: WrittenChoice, path: ValuePath): ValuePath {
  const key = path[path.length - 1];
  if (path[0] === 'detection' && Object.hasOwn(detector, key)) return ['detector', key];
  if (typeof scanner === 'string') return ['scanner'];
  return Object.hasOwn(scanner, 'deflector') ? ['scanner', ...path] : ['scanner', key];
}
