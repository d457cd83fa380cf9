/*
 * SemanticKITTI: a survey is a sequence. Splits are numbers of sequences, and stand with the classes in
 * semantic-kitti.yaml (github.com/PRBonn/semantic-kitti-api, config/semantic-kitti.yaml).
 */
import { stringify } from 'yaml';
import { SEMANTIC_KITTI } from '../../../io/data-sets/layouts/semantic-kitti.js';
import { type FramePlaces, type MergeLayout, notePlace, placedIn } from './merge-layout.js';

/** Numbers of the sequences of each split that programs have built in. */
const OWN_NUMBERS: Readonly<Record<string, readonly number[]>> = {
  train: [0, 1, 2, 3, 4, 5, 6, 7, 9, 10],
  val: [8],
  test: [11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21],
};
const FIRST_FREE = 22;

/** Classes that the benchmark scores, by the number of each label; 0 is ignored. */
const LEARNING: Readonly<Record<number, number>> = {
  ...{ 0: 0, 1: 0, 10: 1, 11: 2, 13: 5, 15: 3, 16: 5, 18: 4, 20: 5, 30: 6, 31: 7, 32: 8, 40: 9, 44: 10, 48: 11 },
  ...{ 49: 12, 50: 13, 51: 14, 52: 0, 60: 9, 70: 15, 71: 16, 72: 17, 80: 18, 81: 19, 99: 0 },
};
/** The label of each scored class. */
const SCORED = [0, 10, 11, 15, 18, 20, 30, 31, 32, 40, 44, 48, 49, 50, 51, 70, 71, 72, 80, 81];

export const MERGED_SEMANTIC_KITTI: MergeLayout = {
  arrange(surveys, log) {
    const numbers = new SequenceNumbers();
    const sequences = surveys.map((survey) => ({ survey, number: numbers.next(survey.task.split ?? 'train') }));
    if (numbers.beyond > 0)
      log.warn(
        `${numbers.beyond} sequences have numbers from ${FIRST_FREE} on, since SemanticKITTI has none left for their split: take the splits from semantic-kitti.yaml, not from a program`,
      );
    const folder = (number: number) => `sequences/${String(number).padStart(2, '0')}/`;
    const places: FramePlaces = {};
    for (const { survey, number } of sequences) notePlace(places, survey, folder(number));
    return {
      placed: sequences.flatMap(({ survey, number }) => placedIn(survey, folder(number))),
      texts: { 'semantic-kitti.yaml': configuration(numbers.splits) },
      places,
    };
  },
};

class SequenceNumbers {
  /** Numbers of each split. */
  readonly splits: Record<string, number[]> = { train: [], valid: [], test: [] };
  /** Sequences for which the layout has no number. */
  beyond = 0;

  next(split: string): number {
    // The configuration calls it so.
    const name = split === 'val' ? 'valid' : split;
    this.splits[name] ??= [];
    const own = this.splits[name];
    const known = OWN_NUMBERS[split]?.[own.length];
    own.push(known ?? FIRST_FREE + this.beyond++);
    return own[own.length - 1];
  }
}

const configuration = (split: Record<string, number[]>): string =>
  stringify({
    labels: Object.fromEntries(SEMANTIC_KITTI.classes.map(({ id, name }) => [id, name])),
    learning_map: LEARNING,
    learning_map_inv: Object.fromEntries(SCORED.map((label, k) => [k, label])),
    learning_ignore: Object.fromEntries(SCORED.map((_, k) => [k, k === 0])),
    split,
  });
