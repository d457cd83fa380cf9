import { UserError } from '../../base/errors.js';
import { throwFaults } from '../../base/yaml/faults.js';
import { findScanner } from '../../scanner/catalogue.js';
import type { DeflectorChanges } from '../../scanner/deflectors/deflector-kind.js';
import { type DeflectorDefinition, descriptionOf, kindOf } from '../../scanner/deflectors/index.js';
import { overrideScanner } from '../../scanner/override-scanner.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { ScannerDefinition } from '../../scanner/scanner-schema.js';
import { resolveScannerChoice } from '../../survey/resolve/resolve-scanner-choice.js';
import type { WrittenScanner } from '../../survey/schema/instrument-schema.js';
import type { PlanSource } from '../plan-source.js';

/** The scanner in a survey. */
export type ScannerSection = WrittenScanner;

/** A scanner, and its form in the survey. */
export interface ChosenScanner {
  scanner: Scanner;
  section: ScannerSection;
}

/** The scanner `id` of the catalogue, or that of the source. Throws UserError if it is missing. */
export function chooseScanner(source: PlanSource, id: string | undefined): ChosenScanner {
  const section = id ?? source.scanner;
  if (section === undefined)
    throw new UserError('--scanner is missing: the scene names none', {
      hint: 'subray scanner list shows the catalogue',
    });
  if (id !== undefined) findScanner(id);
  return resolveSection(source, section);
}

/** The same scanner with other numbers of its deflector. */
export function changeDeflector(source: PlanSource, section: ScannerSection, changes: DeflectorChanges): ChosenScanner {
  if (Object.keys(changes).length === 0) return resolveSection(source, section);
  if (typeof section === 'string') return resolveSection(source, { id: section, ...changes });
  if (!isDescribed(section)) return resolveSection(source, { ...section, ...changes });
  const deflector = { ...section.deflector, ...changes } as DeflectorDefinition;
  return resolveSection(source, { ...section, deflector });
}

/** Note on a scanner with a stopped head. */
export const HEAD_STOPPED = 'the head of the scanner stands still: it is described in full in the survey';

/** The same scanner with its head stopped; described in full if it has a head that turns. */
export function stopHead(source: PlanSource, chosen: ChosenScanner): ChosenScanner {
  const { scanner, section } = chosen;
  const turnsByLines = kindOf(scanner.deflector).turn(scanner.deflector) === 'lines';
  if (!turnsByLines && scanner.head === undefined) return chosen;
  const { head: _head, deflector, ...rest } = definitionOf(section);
  const turnedBy = descriptionOf(deflector).turnedBy(deflector);
  const still = Object.entries(deflector).filter(([key]) => key !== turnedBy);
  return resolveSection(source, { ...rest, deflector: Object.fromEntries(still) as DeflectorDefinition });
}

/** The scanner's description in the catalogue or in the survey itself. */
export function definitionOf(section: ScannerSection): ScannerDefinition {
  if (typeof section === 'string') return findScanner(section);
  return isDescribed(section) ? section : overrideScanner(findScanner(section.id), section);
}

type DescribedScanner = Extract<ScannerSection, { deflector: unknown }>;
const isDescribed = (section: Exclude<ScannerSection, string>): section is DescribedScanner => 'deflector' in section;

function resolveSection({ reading, detector }: PlanSource, section: ScannerSection): ChosenScanner {
  const own = { ...reading, faults: [] };
  const scanner = resolveScannerChoice(own, { scanner: section, detector });
  throwFaults(own.faults);
  if (scanner === undefined) throw new UserError('the scanner is unknown', { place: { file: reading.document.file } });
  return { scanner, section };
}
