import { UserError } from '../../base/errors.js';
import { type DataSetName, dataSetLayout } from '../../io/data-sets/data-sets.js';

/**
 * The number of each object of a scene in a data set: its own, or, where one of them is too great for its files, their
 * numbers in turn from 1. Throws UserError for more objects than there are numbers.
 */
export function objectNumbers(objects: readonly number[], name: DataSetName): Map<number, number> {
  const { objectMax } = dataSetLayout(name);
  const sorted = [...objects].sort((a, b) => a - b);
  if (sorted.length > objectMax)
    throw new UserError(`found ${sorted.length} objects in the scene, ${name} can number ${objectMax}`, {
      hint: 'give classes without objects to their semantic names in a file of frames.classes',
    });
  const fits = (sorted.at(-1) ?? 0) <= objectMax;
  return new Map(sorted.map((object, k) => [object, fits ? object : k + 1]));
}
