import { invariant, UserError } from '../../base/errors.js';
import { throwFaults } from '../../base/yaml/faults.js';
import { findScanner } from '../../scanner/catalogue.js';
import type { DeflectorChanges } from '../../scanner/deflectors/deflector-kind.js';
import { type DeflectorDefinition, deflectorDescription, deflectorKind } from '../../scanner/deflectors/index.js';
import { overrideScanner } from '../../scanner/override-scanner.js';
import type { Scanner } from '../../scanner/scanner.js';
import { isScannerFile } from '../../scanner/scanner-file.js';
import type { ScannerDefinition } from '../../scanner/scanner-schema.js';
import { pathFrom } from '../../survey/resolve/reading.js';
import { namedDefinition, resolveScannerChoice } from '../../survey/resolve/resolve-scanner-choice.js';
import type { WrittenScanner } from '../../survey/schema/instrument-schema.js';
import type { PlanSource } from '../plan-source.js';

/** The scanner in a survey. */
export type ScannerSection = WrittenScanner;

/** A scanner, and its form in the survey. */
export interface PlannedScanner {
  scanner: Scanner;
  section: ScannerSection;
}

/**
 * The scanner `name`, an id of the catalogue or the path of a scanner file that the source was read with, or that of
 * the source. Throws UserError if it is missing.
 */
export function scannerOfPlan(source: PlanSource, name: string | undefined): PlannedScanner {
  const section = name === undefined ? source.scanner : sectionOf(source, name);
  if (section === undefined)
    throw new UserError('--scanner is missing: the scene names none', {
      hint: 'subray scanner list shows the catalogue',
    });
  return resolveSection(source, section);
}

/** The scanner `name` in the survey. Throws UserError if the catalogue does not have it. */
export function sectionOf({ reading }: PlanSource, name: string): ScannerSection {
  if (isScannerFile(name)) return { file: pathFrom(reading, name) };
  findScanner(name);
  return name;
}

/** The same scanner with other numbers of its deflector. */
export function changeDeflector(
  source: PlanSource,
  section: ScannerSection,
  changes: DeflectorChanges,
): PlannedScanner {
  if (Object.keys(changes).length === 0) return resolveSection(source, section);
  if (typeof section === 'string') {
    const named = isScannerFile(section) ? { file: section } : { id: section };
    return resolveSection(source, { ...named, ...changes });
  }
  if (!isDescribed(section)) return resolveSection(source, { ...section, ...changes });
  const deflector = { ...section.deflector, ...changes } as DeflectorDefinition;
  return resolveSection(source, { ...section, deflector });
}

/** Note on a scanner with a stopped head. */
export const HEAD_STOPPED = 'the head of the scanner stands still: it is described in full in the survey';

/** The same scanner with its head stopped; described in full if it has a head that turns. */
export function stopHead(source: PlanSource, chosen: PlannedScanner): PlannedScanner {
  const { scanner, section } = chosen;
  const turnsByLines = deflectorKind(scanner.deflector).turn(scanner.deflector) === 'lines';
  if (!turnsByLines && scanner.head === undefined) return chosen;
  const { head: _head, deflector, ...rest } = definitionOf(source, section);
  const turnedBy = deflectorDescription(deflector).turnedBy(deflector);
  const still = Object.entries(deflector).filter(([key]) => key !== turnedBy);
  return resolveSection(source, { ...rest, deflector: Object.fromEntries(still) as DeflectorDefinition });
}

/** The scanner's description in the catalogue, in its file or in the survey itself. */
export function definitionOf({ reading }: PlanSource, section: ScannerSection): ScannerDefinition {
  if (typeof section !== 'string' && isDescribed(section)) return section;
  const definition = namedDefinition({ ...reading, faults: [] }, section);
  invariant(definition !== undefined, 'the scanner was resolved before');
  return typeof section === 'string' ? definition : overrideScanner(definition, section);
}

type DescribedScanner = Extract<ScannerSection, { deflector: unknown }>;
const isDescribed = (section: Exclude<ScannerSection, string>): section is DescribedScanner => 'deflector' in section;

function resolveSection({ reading, detector }: PlanSource, section: ScannerSection): PlannedScanner {
  const own = { ...reading, faults: [] };
  const scanner = resolveScannerChoice(own, { scanner: section, detector });
  throwFaults(own.faults);
  if (scanner === undefined) throw new UserError('the scanner is unknown', { place: { file: reading.document.file } });
  return { scanner, section };
}
