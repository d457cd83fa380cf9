import { z } from 'zod';
import { didYouMean } from '../../base/yaml/check-document.js';
import { flagField, mapField, textField } from '../../base/yaml/fields.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import type { LegScanner } from '../../scanner/leg-scanner.js';
import { overrideDetector } from '../../scanner/override-detector.js';
import { overrideScanner } from '../../scanner/override-scanner.js';
import { mergeDetectors, resolveDetector } from '../../scanner/resolve-detection.js';
import { resolveScanner } from '../../scanner/resolve-scanner.js';
import type { ScannerFault } from '../../scanner/scanner-fault.js';
import { scannerSettings } from '../../scanner/scanner-schema.js';
import { FORMULA, noteFormula } from '../resolve/formula-places.js';
import { noteFault, placeIn, type Reading, readingWithin } from '../resolve/reading.js';
import type { ChosenScanner } from '../resolve/resolve-scanner-choice.js';
import { patternReader } from '../resolve/scanner-files.js';
import { detectorSchema } from '../schema/instrument-schema.js';

/** Settings of a scanner in one leg. The settings that all legs of a survey share are in `scannerSettings`. */
const legScanner = mapField('numbers of the scanners that this leg replaces', {
  active: flagField('Whether it fires; false: the leg passes without pulses')
    .default(true)
    .meta({ examples: [false] }),
  ...scannerSettings,
  detector: detectorSchema.default({}).meta({ examples: [{ maxReturns: 1 }] }),
});

/** The keys by which a leg sets its scanners; see resolveLegScanners. */
export const legScannerFields = {
  scanner: legScanner.optional().meta({ examples: [{ rotationRate: 20 }] }),
  scanners: z
    .record(textField('Name of a scanner'), legScanner, {
      error: 'a map of numbers that this leg replaces, by scanner',
    })
    .describe('Numbers that this leg replaces, by the name of the scanner')
    .optional()
    .meta({ examples: [{ 'velodyne-vlp-16': { active: false } }] }),
};

type LegScannerDefinition = z.output<typeof legScanner>;

/** A leg's settings of its scanners. */
type ScannersOfLeg = z.output<z.ZodObject<typeof legScannerFields>>;

type NamedScanner = ChosenScanner & { name: string };

/**
 * Settings of each of `scanners`, in the order of the legs; undefined for a scanner that no leg sets. Notes numbers
 * that contradict each other or do not apply to a kind of scanner, and scanners that fire in no leg.
 */
export function resolveLegScanners(
  reading: Reading,
  legs: readonly ScannersOfLeg[],
  scanners: readonly NamedScanner[],
): (LegScanner[] | undefined)[] {
  // A fault in the scanner itself would be reported once more in every leg.
  return scanners.map((scanner) => (scanner.sound ? resolveInLegs(reading, legs, scanner) : undefined));
}

/** Notes names of scanners in `legs` that are not among `names`. */
export function checkLegNames(reading: Reading, legs: readonly ScannersOfLeg[], names: readonly string[]): void {
  for (const [k, leg] of legs.entries()) checkNames(reading, leg, ['legs', k], names);
}

function checkNames(
  reading: Reading,
  { scanner, scanners = {} }: ScannersOfLeg,
  at: ValuePath,
  names: readonly string[],
): void {
  if (scanner !== undefined && Object.keys(scanners).length > 0)
    noteFault(reading, [...at, 'scanners'], scanners, 'either scanner, which holds for all, or scanners, not both');
  for (const name of Object.keys(scanners))
    if (!names.includes(name))
      noteFault(
        reading,
        [...at, 'scanners', name],
        scanners[name],
        `the name of a scanner of the survey: ${names.join(', ')}${didYouMean(name, names)}`,
      );
}

function resolveInLegs(
  reading: Reading,
  legs: readonly ScannersOfLeg[],
  chosen: NamedScanner,
): LegScanner[] | undefined {
  // Every map inherits names such as `constructor`.
  const given = legs.map(
    ({ scanner, scanners = {} }) =>
      scanner ?? (Object.hasOwn(scanners, chosen.name) ? scanners[chosen.name] : undefined),
  );
  if (given.every((one) => one === undefined)) return undefined;
  if (given.every((one) => one?.active === false))
    noteFault(reading, ['legs'], legs, `a leg in which ${chosen.name} is active`);
  const inLegs = given.map((one, k) =>
    one === undefined
      ? { scanner: chosen.scanner, active: true }
      : resolveInLeg(readingWithin(reading, placeOf(legs, k, chosen)), chosen, one),
  );
  checkSampling(reading, legs, chosen, inLegs);
  return inLegs;
}

/** Path to the scanner's settings in leg number `k`. */
const placeOf = (legs: readonly ScannersOfLeg[], k: number, { name }: NamedScanner): ValuePath => [
  'legs',
  k,
  ...(legs[k].scanner === undefined ? ['scanners', name] : ['scanner']),
];

/** A receiver samples in every leg in which the scanner fires, or in none: its data are laid out once. */
function checkSampling(
  reading: Reading,
  legs: readonly ScannersOfLeg[],
  chosen: NamedScanner,
  inLegs: readonly LegScanner[],
): void {
  const samples = inLegs.map(({ scanner, active }) => active && scanner.sampling !== undefined);
  const odd = inLegs.findIndex(
    ({ active }, k) => active && samples[k] !== samples[inLegs.findIndex((leg) => leg.active)],
  );
  if (odd < 0) return;
  const path = placeOf(legs, legs[odd].scanner || legs[odd].scanners ? odd : 0, chosen);
  noteFault(
    reading,
    path,
    undefined,
    `a receiver that samples in all legs or in none; state it in the survey's scanner`,
  );
}

/** Returns the same scanner if the leg replaces nothing of it. */
function resolveInLeg(
  section: Reading,
  { definition, detector, scanner }: ChosenScanner,
  given: LegScannerDefinition,
): LegScanner {
  const { active, detector: written, ...settings } = given;
  const ownDetector = resolveDetector(written);
  if (Object.keys(settings).length === 0 && Object.keys(ownDetector).length === 0) return { scanner, active };
  const onFault = ({ path, found, expected }: ScannerFault) =>
    noteFault(section, placeInLeg(given, path), found, expected);
  if (definition === undefined) {
    // A scanner in SI units has no keys of a survey.
    for (const key of Object.keys(settings))
      noteFault(section, [key], settings[key as keyof typeof settings], `no such key: ${scanner.id} was read already`);
    const replaced = overrideDetector(scanner, ownDetector, onFault);
    noteFormula(section, replaced, placeIn(section, placeInLeg(given, FORMULA)));
    return { scanner: replaced, active };
  }
  const set = resolveScanner(overrideScanner(definition, settings, onFault), {
    detector: mergeDetectors(detector, ownDetector),
    onFault,
    readPattern: patternReader(section),
  });
  noteFormula(section, set, placeIn(section, placeInLeg(given, FORMULA)));
  return { scanner: set, active };
}

/**
 * Place in the leg's settings of a number of the scanner's definition, or the settings themselves if the number is not
 * there.
 */
function placeInLeg(given: LegScannerDefinition, path: ValuePath): ValuePath {
  const key = path[path.length - 1];
  if (path[0] === 'detection' && Object.hasOwn(given.detector, key)) return ['detector', key];
  if (Object.hasOwn(given, path[0])) return path;
  return Object.hasOwn(given, key) ? [key] : [];
}
