import type { SourcePlace } from '../errors.js';

/** Path to a value in a document: keys and list indices. */
export type ValuePath = readonly PropertyKey[];

/** Something that a user wrote down, as plain data, and where each part of it stands, for messages. */
export interface SourceDocument {
  /** As messages name it. */
  file: string;
  /** Maps, lists, text, numbers, booleans, null; of an object in memory whatever it holds. */
  value: unknown;
  /** Where the value at `path` starts; where it is absent, its nearest ancestor. */
  placeOf(path: ValuePath): SourcePlace;
  /** Where `key` itself stands in the map at `path`. */
  placeOfKey(path: ValuePath, key: string): SourcePlace;
}

/** An object in memory as a document called `name`: it has no lines, so that the path in a message says where a fault is. */
export function objectDocument(value: unknown, name: string): SourceDocument {
  const place = { file: name };
  return { file: name, value, placeOf: () => place, placeOfKey: () => place };
}
