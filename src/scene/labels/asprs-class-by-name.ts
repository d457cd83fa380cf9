import { ASPRS_CLASS_NAMES } from './asprs-classes.js';

/** Additions of the specification in brackets, such as "(noise)", may be left out. */
const shortName = (name: string): string => name.replace(/\(.*\)/, '');

const normalized = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();

const RESERVED = 'Reserved';

/** Names that a survey may use for classes, in the order of their numbers. */
export const ASPRS_NAMES_FOR_SURVEYS: readonly string[] = ASPRS_CLASS_NAMES.filter((name) => name !== RESERVED).map(
  (name) => normalized(shortName(name)),
);

/** The number of the ASPRS class called `name`, or undefined. Case, hyphens and text in brackets do not matter. */
export function asprsClassByName(name: string): number | undefined {
  const wanted = normalized(shortName(name));
  const found = ASPRS_CLASS_NAMES.findIndex((known) => known !== RESERVED && normalized(shortName(known)) === wanted);
  return found < 0 ? undefined : found;
}
