import type { CheckedFault } from 'subray/browser';
import { offsetOf } from '../document/lines.js';
import type { SurveyText } from '../document/survey-text.js';
import type { Path } from '../document/yaml-tree.js';

/**
 * What is wrong with the key or item at a path of the survey, for the field that shows it. `inside`: keys below with fields of their
 * own, which show theirs.
 */
export function faultsAt(text: SurveyText, faults: readonly CheckedFault[], path: Path, inside: Path = []): string[] {
  if (faults.length === 0) return [];
  const range = text.entryRangeOf(path);
  if (!range) return [];
  const others = inside.flatMap((key) => text.entryRangeOf([...path, key]) ?? []);
  return faults.flatMap(({ line, column = 1, message }) => {
    if (line === undefined) return [];
    const at = offsetOf(text.text, line, column);
    const isHere = isIn(range, at) && !others.some((other) => isIn(other, at));
    return isHere ? [withoutPath(message)] : [];
  });
}

/** What is wrong, without the path, which the field shows: `Found 5, expected …`. */
function withoutPath(message: string): string {
  const told = message.replace(/^\w+(\[\d+\]|\.\w+)*: (?=found )/, '');
  // Not of a file, whose name is as it is.
  return told.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase());
}

const isIn = ({ from, to }: { from: number; to: number }, at: number): boolean => at >= from && at <= to;
