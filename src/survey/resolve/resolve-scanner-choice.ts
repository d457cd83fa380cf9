import { append } from '../../base/append.js';
import { invariant, type SourcePlace, UserError } from '../../base/errors.js';
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
import { type ScannerFile, scannerFaultIn } from '../../scanner/scanner-file.js';
import type { ScannerDefinition } from '../../scanner/scanner-schema.js';
import { isScanner, type ScannerChoice, type WrittenScanner } from '../schema/instrument-schema.js';
import { FORMULA, FORMULA_IN_SURVEY, noteFormula } from './formula-places.js';
import { isWhole, type Loaded, noteFault, noteMessage, pathIn, placeIn, type Reading } from './reading.js';
import { patternFault, patternReader, reasonOf, scannerFileOf } from './scanner-files.js';

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
    noteFormula(reading, checked, placeIn(reading, detector.rangeNoiseFormula ? FORMULA_IN_SURVEY : ['scanner']));
    return checked && { detector, scanner: checked, sound: reading.faults.length === before };
  }
  const written = { ...choice, scanner };
  const onFault = (fault: ScannerFault) => noteScannerFault(reading, written, fault);
  const definition = chosenDefinition(reading, written, onFault);
  if (definition === undefined || hasBadPattern(reading, written, definition)) return undefined;
  const resolved = resolveScanner(definition, { detector, onFault, readPattern: patternReader(reading) });
  noteFormula(reading, resolved, placeOfNumber(reading, written, FORMULA));
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

/** An instrument that a document names, without describing it. */
type NamedScanner = Exclude<WrittenScanner, { deflector: unknown }>;

function chosenDefinition(
  reading: Reading,
  { scanner }: WrittenChoice,
  onFault: (fault: ScannerFault) => void,
): ScannerDefinition | undefined {
  if (typeof scanner !== 'string' && 'deflector' in scanner)
    return absolutePattern(scanner, reading.folder, reading.files);
  const definition = namedDefinition(reading, scanner);
  if (definition === undefined || typeof scanner === 'string') return definition;
  return overrideScanner(definition, scanner, onFault);
}

/** The definition that the survey names, of the catalogue or in a file. If there is none: undefined, and a fault. */
export function namedDefinition(reading: Reading, scanner: NamedScanner): ScannerDefinition | undefined {
  const at = keyOfName(scanner);
  const file = fileIn(reading, scanner);
  if (file === undefined) {
    const id = typeof scanner === 'string' ? scanner : 'id' in scanner ? scanner.id : '';
    if (scannerIds().includes(id)) return findScanner(id);
    noteFault(reading, at, id, expectedScanner(id));
    return undefined;
  }
  if ('error' in file) noteFault(reading, at, scannerFileOf(scanner), `a scanner file (${reasonOf(file.error)})`);
  // Several scanners may name one file.
  else
    append(
      reading.faults,
      file.value.faults.filter((fault) => !reading.faults.includes(fault)),
    );
  return 'error' in file ? undefined : file.value.definition;
}

/** The place of the id or of the path of a scanner. */
const keyOfName = (scanner: NamedScanner): ValuePath =>
  typeof scanner === 'string' ? ['scanner'] : ['scanner', 'file' in scanner ? 'file' : 'id'];

/** The file that the survey names for a scanner, or undefined. */
function fileIn(reading: Reading, scanner: WrittenScanner): Loaded<ScannerFile> | undefined {
  const name = scannerFileOf(scanner);
  if (name === undefined) return undefined;
  const file = reading.scannerFiles.get(pathIn(reading, name));
  invariant(file !== undefined, `the scanner file ${name} was not read`);
  return file;
}

/** Whether the pattern of a definition cannot be used; notes why. */
function hasBadPattern(reading: Reading, { scanner }: WrittenChoice, definition: ScannerDefinition): boolean {
  const reason = patternFault(reading, definition);
  if (reason === undefined) return false;
  const file = fileIn(reading, scanner);
  const path = ['deflector', 'file'];
  if (file !== undefined && 'value' in file)
    reading.faults.push({ place: file.value.document.placeOf(path), message: `deflector.file: ${reason}` });
  else noteMessage(reading, ['scanner', ...path], reason);
  return true;
}

/**
 * Notes a fault in the numbers of a scanner: in the survey if they are written there, otherwise in the scanner's file.
 */
function noteScannerFault(reading: Reading, choice: WrittenChoice, fault: ScannerFault): void {
  if (fault.follows && !isWhole(reading, placeInSurvey(choice, fault.follows))) return;
  const file = fileWith(reading, choice, fault.path);
  if (file === undefined) noteFault(reading, placeInSurvey(choice, fault.path), fault.found, fault.expected);
  else reading.faults.push(scannerFaultIn(file.document, fault));
}

/** The place of a number of a scanner's definition. */
function placeOfNumber(reading: Reading, choice: WrittenChoice, path: ValuePath): SourcePlace {
  const file = fileWith(reading, choice, path);
  return file?.document.placeOf(path) ?? placeIn(reading, placeInSurvey(choice, path));
}

/** The scanner's file, if that has the number at `path`; undefined: the survey has it. */
function fileWith(reading: Reading, choice: WrittenChoice, path: ValuePath): ScannerFile | undefined {
  const file = fileIn(reading, choice.scanner);
  return file === undefined || 'error' in file || isInSurvey(choice, path) ? undefined : file.value;
}

/** Whether the survey replaces a number of the scanner's file. */
function isInSurvey({ scanner, detector }: WrittenChoice, path: ValuePath): boolean {
  const key = path[path.length - 1];
  if (path[0] === 'detection' && Object.hasOwn(detector, key)) return true;
  return typeof scanner !== 'string' && (Object.hasOwn(scanner, key) || Object.hasOwn(scanner, path[0]));
}

/** Place in the survey of a number of the scanner's definition. */
function placeInSurvey({ scanner, detector }: WrittenChoice, path: ValuePath): ValuePath {
  const key = path[path.length - 1];
  if (path[0] === 'detection' && Object.hasOwn(detector, key)) return ['detector', key];
  if (typeof scanner === 'string') return ['scanner'];
  const isNested = Object.hasOwn(scanner, 'deflector') || Object.hasOwn(scanner, path[0]);
  return isNested ? ['scanner', ...path] : ['scanner', key];
}
