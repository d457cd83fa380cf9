import type { CheckedFault } from 'subray/browser';
import { firstFrom } from '../../document/first-from.js';
import { offsetsIn } from '../../document/lines.js';
import type { SurveyText } from '../../document/survey-text.js';
import type { Path } from '../../document/yaml-tree.js';

/** Faults of the key or item at a path of the survey, except those of the keys `inside`, which have fields. */
export function faultsAt(text: SurveyText, faults: readonly CheckedFault[], path: Path, inside: Path = []): string[] {
  if (faults.length === 0) return [];
  const range = text.entryRangeOf(path);
  if (!range) return [];
  const others = inside.flatMap((key) => text.entryRangeOf([...path, key]) ?? []);
  const placed = placedFaults(text.text, faults);
  const found: string[] = [];
  for (let k = firstFrom(placed, range.from); k < placed.length && placed[k].at <= range.to; k++)
    if (!others.some((other) => isIn(other, placed[k].at))) found.push(withoutPath(placed[k].message));
  return found;
}

/** A fault and its offset. */
interface PlacedFault {
  at: number;
  message: string;
}

/** Faults of which the places are known, since many fields ask for theirs, each with the text that they are in. */
const known = new WeakMap<readonly CheckedFault[], { text: string; placed: readonly PlacedFault[] }>();

/** Faults that have a place, in the order of the text. */
function placedFaults(text: string, faults: readonly CheckedFault[]): readonly PlacedFault[] {
  const before = known.get(faults);
  if (before?.text === text) return before.placed;
  const offsetOf = offsetsIn(text);
  const placed = faults
    .flatMap(({ line, column = 1, message }) => (line === undefined ? [] : [{ at: offsetOf(line, column), message }]))
    .sort((a, b) => a.at - b.at);
  known.set(faults, { text, placed });
  return placed;
}

/** A fault without its path, which the field shows: `Found 5, expected …`. */
function withoutPath(message: string): string {
  // Nothing else gets a capital: it may begin with the name of a part or a file, which is as it is.
  return message.replace(/^(?:\w+(?:\[\d+\]|\.\w+)*: )?found /, 'Found ');
}

const isIn = ({ from, to }: { from: number; to: number }, at: number): boolean => at >= from && at <= to;
