import type { ValuePath } from '../../base/yaml/yaml-document.js';
import { absolutePattern } from '../../scanner/absolute-pattern.js';
import { expectedScanner, findScanner, scannerIds } from '../../scanner/catalogue.js';
import { overrideScanner } from '../../scanner/override-scanner.js';
import type { DetectorOverride } from '../../scanner/resolve-detection.js';
import { resolveScanner } from '../../scanner/resolve-scanner.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { ScannerFault } from '../../scanner/scanner-fault.js';
import type { ScannerDefinition } from '../../scanner/scanner-schema.js';
import type { ScannerChoice } from '../schema/instrument-schema.js';
import { patternReader } from './patterns.js';
import { noteFault, type Reading } from './reading.js';

/** The survey's instrument, from the catalogue or inline, with its `detector` applied; undefined, and a fault, where the id is unknown. */
export const resolveScannerChoice = (reading: Reading, survey: ScannerChoice): Scanner | undefined =>
  chooseScanner(reading, survey)?.scanner;

/** An instrument that a survey has chosen, and what it follows from. */
export interface ChosenScanner {
  /** With what the survey replaces of it. */
  definition: ScannerDefinition;
  detector: DetectorOverride;
  /** Of use only where it is sound. */
  scanner: Scanner;
  /** Whether nothing was wrong with it. */
  sound: boolean;
}

/** The same, with what it follows from. */
export function chooseScanner(reading: Reading, survey: ScannerChoice): ChosenScanner | undefined {
  const { detector } = survey;
  const before = reading.faults.length;
  const onFault = ({ path, found, expected }: ScannerFault) =>
    noteFault(reading, placeInSurvey(survey, path), found, expected);
  const definition = chosenDefinition(reading, survey, onFault);
  if (definition === undefined) return undefined;
  const scanner = resolveScanner(definition, { detector, onFault, readPattern: patternReader(reading) });
  return { definition, detector, scanner, sound: reading.faults.length === before };
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
