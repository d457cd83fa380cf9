import { attributesOf } from '../../cloud/point-fields.js';

/** Names of the columns of every CSV file with all fields. */
const ALL_NAMES: readonly string[] = attributesOf({}).map(({ name }) => name);

/**
 * Whether colours in a CSV file with columns of these `names` have 16 bits a channel, as in all files of subray with
 * every field that clouds have. In others they have 8, as in those of other programs, from which a file of a few fields
 * cannot be told.
 */
export const hasDeepColours = (names: readonly string[]): boolean => ALL_NAMES.every((name) => names.includes(name));
