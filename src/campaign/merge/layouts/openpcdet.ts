/* OpenPCDet: the frames of all surveys are numbered through; ImageSets lists those of each split that have objects. */
import { append } from '../../../base/append.js';
import { invariant } from '../../../base/errors.js';
import { quoteText } from '../../../base/yaml/faults.js';
import { frameDigits } from '../../../io/data-sets/data-set.js';
import { IMAGE_SETS, imageSetPath } from '../../../io/data-sets/layouts/openpcdet.js';
import {
  type FramedTask,
  type FramePlaces,
  type MergedText,
  type MergeLayout,
  notePlace,
  type Placed,
  placedIn,
} from './merge-layout.js';

/** The number of a frame in the name of its file. */
const NUMBER = /(?<=\/)\d{6}(?=\.\w+$)/;

/** A survey, and the number of its first frame in the data set. */
interface Numbered {
  survey: FramedTask;
  first: number;
}

export const MERGED_OPENPCDET: MergeLayout = {
  arrange(surveys, log) {
    const placed: Placed[] = [];
    const sets = new Map<string, Numbered[]>(IMAGE_SETS.map((name) => [name, []]));
    const places: FramePlaces = {};
    let first = 0;
    for (const survey of surveys) {
      const start = first;
      const frames = [...survey.files.keys()].filter((path) => path.startsWith('points/')).length;
      const renumbered = (path: string) => path.replace(NUMBER, (digits) => frameDigits(start + Number(digits)));
      const files = new Map([...survey.files].filter(([path]) => NUMBER.test(path)));
      append(placed, placedIn({ ...survey, files }, '', renumbered));
      const { split = 'train' } = survey.task;
      sets.set(split, [...(sets.get(split) ?? []), { survey, first }]);
      notePlace(places, survey, `${frameDigits(first)} to ${frameDigits(first + frames - 1)}`);
      first += frames;
    }
    for (const name of ['train', 'val'])
      if (sets.get(name)?.length === 0)
        log.warn(
          `${imageSetPath(name)} is empty: no survey is in the split ${quoteText(name)}, which OpenPCDet ${name === 'train' ? 'trains' : 'evaluates'} with`,
        );
    const texts = [...sets].map(([split, own]) => [imageSetPath(split), listed(own)]);
    return { placed, texts: Object.fromEntries(texts), places };
  },
};

/** The frames that surveys list, by their numbers in the data set. */
const listed = (surveys: readonly Numbered[]): MergedText =>
  async function* (read) {
    for (const { survey, first } of surveys) {
      const file = survey.files.get(imageSetPath('train'));
      invariant(file !== undefined, 'a survey with frames of OpenPCDet lists them');
      const numbers = (await read({ task: survey.task, file })).split('\n').filter((line) => line !== '');
      yield numbers.map((digits) => `${frameDigits(first + Number(digits))}\n`).join('');
    }
  };
