/* OpenPCDet: the frames of all surveys are numbered through; ImageSets lists those of each split. */
import { append } from '../../../base/append.js';
import { frameDigits } from '../../../io/data-sets/data-set.js';
import { type FramePlaces, type MergeLayout, notePlace, type Placed, placedIn } from './merge-layout.js';

/** The number of a frame in the name of its file. */
const NUMBER = /(?<=\/)\d{6}(?=\.\w+$)/;

export const MERGED_OPENPCDET: MergeLayout = {
  arrange(surveys) {
    const placed: Placed[] = [];
    const sets = new Map<string, string[]>();
    const places: FramePlaces = {};
    let first = 0;
    for (const survey of surveys) {
      const frames = [...survey.files.keys()].filter((path) => path.startsWith('points/')).length;
      const renumbered = (path: string) => path.replace(NUMBER, (digits) => frameDigits(first + Number(digits)));
      const files = new Map([...survey.files].filter(([path]) => NUMBER.test(path)));
      append(placed, placedIn({ ...survey, files }, '', renumbered));
      const { split = 'train' } = survey.task;
      const numbers = Array.from({ length: frames }, (_, k) => frameDigits(first + k));
      sets.set(split, [...(sets.get(split) ?? []), ...numbers]);
      notePlace(places, survey, `${numbers[0]} to ${numbers[numbers.length - 1]}`);
      first += frames;
    }
    const texts = [...sets].map(([split, numbers]) => [
      `ImageSets/${split}.txt`,
      numbers.map((line) => `${line}\n`).join(''),
    ]);
    return { placed, texts: Object.fromEntries(texts), places };
  },
};
