import { quoteText } from '../../base/yaml/faults.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import { groupLegs, hasPlaceholder, type LegDivision, type LegFile, type LegGroup, legPath } from '../leg-files.js';
import { frameStem } from '../schema/frames-schema.js';
import type { Survey } from '../survey.js';
import { noteFault, type Reading } from './reading.js';

/** A pattern of files of legs, and where the survey has it. */
export interface LegPattern {
  /** As written in the survey. */
  file: string;
  at: ValuePath;
  by: LegDivision;
  /** Folder for relative paths. */
  folder: string;
}

/** The legs and scanners of a survey, as far as they could be resolved. */
export interface Flown extends Pick<Survey, 'legs' | 'instruments'> {
  /** Whether neither a leg nor a scanner has a fault. */
  areLegsSound: boolean;
}

/** The files of the legs or strips in which some scanner fires; none while legs have faults. Notes patterns and names that give them no paths of their own. */
export function resolveLegFiles(
  reading: Reading,
  { file, at, by, folder }: LegPattern,
  { legs, instruments, areLegsSound }: Flown,
): LegFile[] {
  if (!hasPlaceholder(file)) {
    noteFault(
      reading,
      at,
      file,
      `a path with %s for the name of the ${by}, or %03d for its number, as it has a file for each`,
    );
    return [];
  }
  if (!areLegsSound) return [];
  const groups = groupLegs(legs, instruments, by);
  const expected = nameFault(file, by, groups);
  if (expected !== undefined) {
    noteFault(reading, at, file, expected);
    return [];
  }
  return groups.map((group) => ({
    path: reading.files.resolve(folder, legPath(file, group)),
    stem: reading.files.resolve(folder, frameStem(file, group.name)),
    legs: group.legs,
  }));
}

/** What is expected instead of a pattern in which the first of some names cannot stand, or two files share one path. */
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
