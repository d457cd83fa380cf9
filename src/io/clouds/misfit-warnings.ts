import { UserError } from '../../base/errors.js';
import { counted } from '../../base/text.js';
import { isRefused, type Misfit } from '../records/misfits.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import { lineOfPoint } from './readable-clouds.js';

/**
 * A sentence for each kind of values in a cloud that an attribute cannot hold, with the line or number of the first.
 * Throws UserError for codes, such as classes: the nearest allowed number has another meaning.
 */
export async function misfitWarnings(cloud: ReadableCloud, misfits: readonly Misfit[]): Promise<string[]> {
  // Empty cells of an organised cloud hold no numbers.
  const faults = misfits
    .filter(({ kind }) => kind !== 'missing' || !cloud.hasEmptyCells)
    .sort((a, b) => a.point - b.point);
  const refused = faults.find(isRefused);
  if (refused) throw await refusal(cloud, refused);
  return Promise.all(faults.map((misfit) => warningOf(cloud, misfit)));
}

async function refusal(cloud: ReadableCloud, { attribute, number, range, point }: Misfit): Promise<UserError> {
  const line = await lineOfPoint(cloud, point);
  const where = line === undefined ? `point ${point + 1}: ` : '';
  return new UserError(`${where}${attribute}: found ${number}, expected a whole number of ${spanOf(range)}`, {
    place: { file: cloud.path, line },
    hint: `if this column holds something else than ${attribute}, rename it: columns of unknown names are left out`,
  });
}

async function warningOf(cloud: ReadableCloud, misfit: Misfit): Promise<string> {
  const { attribute, count, number, range, point } = misfit;
  const line = await lineOfPoint(cloud, point);
  const where = line === undefined ? `of point ${point + 1}` : `in line ${line}`;
  const one = count === 1;
  switch (misfit.kind) {
    case 'outside': {
      const held = `${one ? 'is' : 'are'} outside ${spanOf(range)} and held at the nearest`;
      return `${attribute}: ${counted(count, 'value')} ${held}; the first is ${number} ${where}${optionFor(cloud, attribute)}`;
    }
    case 'fraction': {
      const rounded = one ? 'is no whole number and is rounded' : 'are no whole numbers and are rounded';
      return `${attribute}: ${counted(count, 'value')} ${rounded}; the first is ${number} ${where}`;
    }
    case 'missing':
      return `${attribute}: ${counted(count, 'point')} ${one ? 'has' : 'have'} no number, which counts as 0; the first is ${where.replace(/^of /, '')}`;
  }
}

/** The option that states another range of colours than the one that some points showed. */
const optionFor = ({ colours }: ReadableCloud, attribute: string): string =>
  colours?.isGuess && COLOURS.includes(attribute) ? ' (--rgb-max says which number is full brightness)' : '';

const COLOURS: readonly string[] = ['red', 'green', 'blue'];

const spanOf = ([least, most]: Misfit['range']): string => `${least} … ${most}`;
