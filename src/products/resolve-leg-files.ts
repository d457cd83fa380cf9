import { quoteText } from '../base/yaml/faults.js';
import type { ValuePath } from '../base/yaml/source-document.js';
import { firesIn } from '../scanner/leg-scanner.js';
import type { BareSurvey, Instrument } from '../survey/bare-survey.js';
import { noteFault, type Reading } from '../survey/resolve/reading.js';
import { frameStem } from './frames/frame-paths.js';
import {
  allLegs,
  type CloudDivision,
  divisionOf,
  firstLasers,
  groupLegs,
  hasLaser,
  hasPlaceholder,
  type LegDivision,
  type LegFile,
  type LegGroup,
  laserPath,
  legPath,
} from './leg-files.js';

/** A pattern of files of legs, and its place in the survey. */
export interface LegPattern {
  /** Pattern as written in the survey. */
  file: string;
  at: ValuePath;
  by: CloudDivision;
  /** Folder for relative paths. */
  folder: string;
}

/** The legs and scanners of a survey, as far as they could be resolved. */
export interface Flown extends Pick<BareSurvey, 'legs' | 'instruments'> {
  /** Whether neither a leg nor a scanner has a fault. */
  areLegsSound: boolean;
}

/**
 * The files of the legs or strips in which some scanner fires, or of the lasers; none while legs have faults. Notes
 * patterns and names that give them no paths of their own.
 */
export function resolveLegFiles(reading: Reading, pattern: LegPattern, flown: Flown): LegFile[] {
  const { file, at, by } = pattern;
  const { legs: legDivision, channels } = divisionOf(by);
  if (legDivision && !hasPlaceholder(file)) {
    const expected = `a path with %s for the name of the ${legDivision}, or %03d for its number, as it has a file for each`;
    noteFault(reading, at, file, expected);
    return [];
  }
  if (channels && !hasLaser(file)) {
    noteFault(reading, at, file, 'a path with %c for the number of the laser, as it has a file for each');
    return [];
  }
  const { legs, instruments, areLegsSound } = flown;
  if (!areLegsSound) return [];
  if (legDivision === undefined)
    return allLegs(legs, instruments).flatMap((group) => filesOfLasers(reading, pattern, group, instruments));
  const groups = groupLegs(legs, instruments, legDivision);
  const expected = nameFault(file, legDivision, groups);
  if (expected !== undefined) {
    noteFault(reading, at, file, expected);
    return [];
  }
  if (channels) return groups.flatMap((group) => filesOfLasers(reading, pattern, group, instruments));
  return groups.map((group) => fileOf(reading, pattern, group));
}

/** The files of a group of legs, one for each laser of the scanners that fire in them. */
function filesOfLasers(
  reading: Reading,
  pattern: LegPattern,
  group: LegGroup,
  instruments: readonly Instrument[],
): LegFile[] {
  const lasers = firstLasers(instruments);
  return instruments.flatMap((instrument, k) =>
    group.legs.some((leg) => firesIn(instrument, leg))
      ? instrument.scanner.channels.map((_, channel) => fileOf(reading, pattern, group, lasers[k] + channel))
      : [],
  );
}

/** The file of a group of legs, or of a laser in them. */
function fileOf(reading: Reading, { file, by, folder }: LegPattern, group: LegGroup, laser?: number): LegFile {
  const ofLegs = divisionOf(by).legs !== undefined;
  const own = laser === undefined ? file : laserPath(file, laser);
  // Files that differ in a number alone share a stem.
  const plain = laser === undefined ? file : laserPath(file, '%d');
  return {
    path: reading.files.resolve(folder, ofLegs ? legPath(own, group) : own),
    stem: reading.files.resolve(folder, frameStem(plain, ofLegs ? group.name : '%s')),
    legs: group.legs,
    ...(laser !== undefined && { laser }),
  };
}

/**
 * The expected form in place of a pattern in which the first of some names cannot stand, or two files share one path.
 */
function nameFault(file: string, by: LegDivision, groups: readonly LegGroup[]): string | undefined {
  if (!file.includes('%s')) return undefined;
  const odd = groups.find(({ name }) => !FILE_NAME.test(name));
  if (odd) return `%03d instead of %s, as the ${by} ${quoteText(odd.name)} has no name for a file`;
  const paths = new Set<string>();
  const repeated = groups.find((group) => paths.size === paths.add(legPath(file, group)).size);
  return repeated && `%03d beside %s, as several legs are called ${quoteText(repeated.name)}`;
}

/** Neither a path, nor the folder itself or the one above it. */
const FILE_NAME = /^(?!\.{1,2}$)[^/\\]+$/;
