import type { SourcePlace } from '../errors.js';

/** Path to a value in a document: keys and list indices. */
export type ValuePath = readonly PropertyKey[];

/** A user's document as plain data, with the place of each part for messages. */
export interface SourceDocument {
  /** Its name in messages. */
  file: string;
  /** Maps, lists, text, numbers, booleans, null; for an object in memory, any content. */
  value: unknown;
  /** Start of the value at `path`, or of its nearest ancestor if it is absent. */
  placeOf(path: ValuePath): SourcePlace;
  /** Place of the key `key` in the map at `path`. */
  placeOfKey(path: ValuePath, key: string): SourcePlace;
  /**
   * The original form of the key `key` in the map at `path`: a text, a number, true or false. Absent: all keys are
   * texts.
   */
  writtenKey?(path: ValuePath, key: string): unknown;
}

/** An object in memory as a document called `name`. It has no lines, so the path in a message locates a fault. */
export function objectDocument(value: unknown, name: string): SourceDocument {
  const place = { file: name };
  return { file: name, value, placeOf: () => place, placeOfKey: () => place };
}
