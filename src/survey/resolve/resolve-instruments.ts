import { expectedPlatform, findPlatform } from '../../platform/platform-catalogue.js';
import type { MountDefinition } from '../../platform/platform-schema.js';
import { resolveMount } from '../../platform/resolve-mount.js';
import { airExtinction, STANDARD_VISIBILITY_KM } from '../../scanner/atmosphere.js';
import type { DetectorDefinition } from '../../scanner/detection-schema.js';
import type { Physics } from '../../scanner/physics.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { Instrument } from '../bare-survey.js';
import { checkLegNames, resolveLegScanners } from '../legs/leg-scanners.js';
import type { InstrumentDefinition } from '../schema/instrument-schema.js';
import { resolvePhysics } from '../schema/physics-schema.js';
import type { SurveyDefinition } from '../schema/survey-schema.js';
import { isWhole, noteFault, type Reading, readingWithin } from './reading.js';
import { chooseScanner } from './resolve-scanner-choice.js';
import { uniqueNames } from './unique-names.js';

/** The scanners of a survey. */
export interface ResolvedInstruments {
  /** The scanners without faults. */
  instruments: Instrument[];
  /** The names of all of them. Absent: some are not known, as their scanners have faults. */
  names?: string[];
}

/** The scanners of a survey, in its order, with the survey's settings as defaults. Notes faults. */
export function resolveInstruments(reading: Reading, survey: SurveyDefinition): ResolvedInstruments {
  const platform = platformMount(reading, survey.platform);
  const entries = entriesOf(reading, survey);
  const found = entries.flatMap(({ section, name, entry }, index) => {
    const chosen = chooseScanner(section, entry);
    if (chosen === undefined) return [];
    const { scanner, sound } = chosen;
    const mount = resolveMount(platform, entry.mount ?? survey.mount);
    const extinction = extinctionOf(survey.atmosphere, scanner.wavelengthNm);
    return [{ index, name, chosen, sound, scanner, mount, extinction }];
  });
  const names = chooseNames(reading, found);
  const areKnown = found.length === entries.length && KEYS.every((key) => isWhole(reading, [key]));
  if (areKnown) checkLegNames(reading, survey.legs, names);
  const inLegs = resolveLegScanners(
    reading,
    survey.legs,
    found.map(({ chosen }, k) => ({ name: names[k], ...chosen })),
  );
  const clocked = clockedBy(resolvePhysics(survey.physics));
  const instruments = found.flatMap(({ scanner, sound, mount, extinction }, k) => {
    const ofLegs = inLegs[k]?.map((inLeg) => ({ ...inLeg, scanner: clocked(inLeg.scanner) }));
    return sound ? [{ name: names[k], scanner: clocked(scanner), inLegs: ofLegs, mount, extinction }] : [];
  });
  return { instruments, names: areKnown ? names : undefined };
}

/** Gives scanners the clock of a kind of physics; the same one to each, since legs share scanners. */
function clockedBy({ lines }: Physics): (scanner: Scanner) => Scanner {
  const made = new Map<Scanner, Scanner>();
  return (scanner) => {
    if (lines === 'running') return scanner;
    const known = made.get(scanner) ?? { ...scanner, lines };
    made.set(scanner, known);
    return known;
  };
}

/** The sections that name scanners. */
const KEYS = ['scanner', 'scanners'];

interface Entry {
  /** Section of the entry. */
  section: Reading;
  name?: string;
  entry: Omit<InstrumentDefinition, 'name'>;
}

/** The entry of `scanner`, or the entries of `scanners`. If both or neither are given: none, and a fault. */
function entriesOf(reading: Reading, { scanner, scanners, detector }: SurveyDefinition): Entry[] {
  if (scanners === undefined) {
    if (scanner !== undefined) return [{ section: reading, entry: { scanner, detector } }];
    noteFault(
      reading,
      ['scanner'],
      undefined,
      'the id of a scanner, a map with id and replacements, or a full description',
    );
    return [];
  }
  if (scanner !== undefined) noteFault(reading, ['scanners'], scanners, 'either scanner or scanners, not both');
  return scanners.map(({ name, ...entry }, k) => ({
    section: readingWithin(reading, ['scanners', k]),
    name,
    entry: { ...entry, detector: detectorWithin(detector, entry.detector) },
  }));
}

/** The survey's detector with the replacements of one scanner; `bins` are replaced key by key. */
const detectorWithin = (detector: DetectorDefinition, own: DetectorDefinition): DetectorDefinition => ({
  ...detector,
  ...own,
  ...(detector.bins && own.bins && { bins: { ...detector.bins, ...own.bins } }),
});

/** Characters that must not occur in a file name. */
const UNSAFE = /[^\p{L}\p{N}._-]|^\.+/gu;

/** Names of the scanners in files: the id if no name is given. Notes duplicate names. */
function chooseNames(reading: Reading, found: readonly { index: number; name?: string; scanner: Scanner }[]): string[] {
  const wishes = found.map(({ name, scanner }) => ({ given: name, stem: scanner.id.replace(UNSAFE, '_') }));
  return uniqueNames(wishes, (k, name) =>
    noteFault(reading, ['scanners', found[k].index, 'name'], name, 'a name that no other scanner has'),
  );
}

/** The place of scanners on the platform called `id`; notes unknown names. */
function platformMount(reading: Reading, id: string | undefined): MountDefinition | undefined {
  if (id === undefined) return undefined;
  const found = findPlatform(id);
  if (found === undefined) noteFault(reading, ['platform'], id, expectedPlatform(id));
  return found?.mount;
}

/** Extinction coefficient, 1/m, one way. */
function extinctionOf(atmosphere: SurveyDefinition['atmosphere'], wavelengthNm: number): number {
  if (atmosphere === undefined) return airExtinction(wavelengthNm, STANDARD_VISIBILITY_KM);
  if ('extinctionPerKm' in atmosphere) return atmosphere.extinctionPerKm / 1000;
  return airExtinction(wavelengthNm, atmosphere.visibilityKm, atmosphere.contrast);
}
