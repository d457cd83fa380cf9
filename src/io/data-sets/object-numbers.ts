import { UserError } from '../../base/errors.js';
import { type DataSetName, dataSetLayout } from './data-sets.js';

/** The numbers of objects in files of labels. */
export interface ObjectNumbers {
  /** By their numbers in the scene. */
  numbers: ReadonlyMap<number, number>;
  /** The number of the scene that is too great for the files, so that all objects have new ones; absent: none is. */
  tooGreat?: number;
}

/**
 * The numbers that objects of a scene have in a data set: their own, or, where one of them is too great for its files,
 * numbers in turn from 1. Throws UserError for more objects than there are numbers.
 */
export function objectNumbers(objects: Iterable<number>, name: DataSetName): ObjectNumbers {
  const { objectMax } = dataSetLayout(name);
  const sorted = [...objects].sort((a, b) => a - b);
  if (sorted.length > objectMax)
    throw new UserError(`found ${sorted.length} objects in the scene, ${name} can number ${objectMax}`, {
      hint: 'give classes without objects to their semantic names in a file of frames.classes',
    });
  const greatest = sorted.at(-1) ?? 0;
  if (greatest <= objectMax) return { numbers: new Map(sorted.map((object) => [object, object])) };
  return { numbers: new Map(sorted.map((object, k) => [object, k + 1])), tooGreat: greatest };
}
