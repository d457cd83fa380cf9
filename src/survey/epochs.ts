import { didYouMean } from '../base/yaml/check-document.js';
import type { Fault } from '../base/yaml/faults.js';
import { formatPath, quoteText } from '../base/yaml/faults.js';
import type { SourceDocument, ValuePath } from '../base/yaml/source-document.js';
import { modelName } from '../scene/read/scene-formats.js';
import { uniqueNames } from './resolve/unique-names.js';
import { EPOCH_SECTIONS, epochsSchema } from './schema/epochs-schema.js';

/** The survey of an epoch. */
export interface Epoch {
  name: string;
  /** The survey with the epoch's parts and sections, and without epochs. */
  document: SourceDocument;
  /** Names of the scene's parts that it replaces or takes away. */
  replaced: readonly string[];
}

/** The epochs of a survey, and the contradictions between them. */
export interface Epochs {
  epochs: readonly Epoch[];
  faults: readonly Fault[];
}

type Parts = readonly Readonly<Record<string, unknown>>[];

/**
 * The surveys of the epochs of a document as written. Undefined if it has none, or if its epochs or parts are not of
 * the form that the schema demands, whose check names the faults.
 */
export function epochsOf(document: SourceDocument): Epochs | undefined {
  const { epochs: given, ...survey } = asMap(document.value);
  if (given === undefined) return undefined;
  const parsed = epochsSchema.safeParse(given);
  const { parts } = asMap(survey.scene);
  if (!parsed.success || !isListOfMaps(parts)) return undefined;
  const written = given as Readonly<Record<string, unknown>>[];
  const names = partNames(parts);
  const faults = epochFaults(document, parsed.data, names);
  const epochs = parsed.data.map(({ name }, index) => {
    const path = ['epochs', index, 'parts'];
    let placed = replaceParts(parts, names, asMap(written[index].parts), path);
    if (placed.length === 0 && parts.length > 0) {
      faults.push(emptinessFault(document, name, path));
      // An epoch whose scene stays empty would have faults that only follow from this one.
      placed = replaceParts(parts, names, {}, path);
    }
    const own = Object.entries(written[index]).filter(([key]) => EPOCH_SECTIONS.includes(key));
    const scene = { ...asMap(survey.scene), parts: placed.map(({ part }) => part) };
    const value = { ...withoutRivals(survey, own), ...Object.fromEntries(own), scene };
    const places = { parts: placed.map(({ from }) => from), index, keys: own.map(([key]) => key) };
    const replaced = Object.keys(asMap(written[index].parts));
    return { name, document: documentOf(document, value, places), replaced };
  });
  return { epochs, faults };
}

/** Sections of which a survey has one. */
const RIVALS: Readonly<Record<string, string>> = { scanner: 'scanners', scanners: 'scanner' };

/** The sections of a survey without those in whose place an epoch has another kind of its `own`. */
function withoutRivals(survey: Readonly<Record<string, unknown>>, own: readonly (readonly [string, unknown])[]) {
  const replaced = new Set(own.map(([key]) => RIVALS[key]));
  return Object.fromEntries(Object.entries(survey).filter(([key]) => !replaced.has(key)));
}

const emptinessFault = (document: SourceDocument, name: string, path: ValuePath): Fault => ({
  place: document.placeOf(path),
  message: `${formatPath(path)}: the epoch ${quoteText(name)} removes all parts of the scene, expected at least one left`,
});

const asMap = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const isListOfMaps = (value: unknown): value is Parts =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null && !Array.isArray(entry));

/** The names that the parts get, see `uniqueNames`. */
function partNames(parts: Parts): string[] {
  const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const wishes = parts.map(({ name, file, generate }) => ({
    given: textOf(name),
    stem: typeof file === 'string' ? modelName(file) : (textOf(asMap(generate).kind) ?? ''),
  }));
  return uniqueNames(wishes, () => {});
}

/** A part, and its place in the document. */
interface PlacedPart {
  part: Readonly<Record<string, unknown>>;
  from: ValuePath;
}

/** The parts of an epoch, which keep the names that they have in the scene. */
function replaceParts(
  parts: Parts,
  names: readonly string[],
  others: Readonly<Record<string, unknown>>,
  path: ValuePath,
): PlacedPart[] {
  return parts.flatMap((part, k): PlacedPart[] => {
    const name = names[k];
    if (!Object.hasOwn(others, name))
      return [{ part: { ...part, name: part.name ?? name }, from: ['scene', 'parts', k] }];
    const other = others[name];
    return other === null ? [] : [{ part: { ...asMap(other), name }, from: [...path, name] }];
  });
}

/** Places in the document of what an epoch has of its own: of its parts, and of sections by their keys. */
interface OwnPlaces {
  parts: readonly ValuePath[];
  index: number;
  keys: readonly string[];
}

/** `value` as a document whose own parts and sections are at their `places` in `document`. */
function documentOf(document: SourceDocument, value: unknown, { parts, index, keys }: OwnPlaces): SourceDocument {
  const isOwn = (key: PropertyKey | undefined) => typeof key === 'string' && keys.includes(key);
  const written = (path: ValuePath): ValuePath => {
    const [section, list, number, ...rest] = path;
    if (isOwn(section)) return ['epochs', index, ...path];
    const place = section === 'scene' && list === 'parts' ? parts[Number(number)] : undefined;
    return place === undefined ? path : [...place, ...rest];
  };
  const writtenMap = (path: ValuePath, key: string) =>
    path.length === 0 && isOwn(key) ? ['epochs', index] : written(path);
  return {
    file: document.file,
    value,
    placeOf: (path) => document.placeOf(written(path)),
    placeOfKey: (path, key) => document.placeOfKey(writtenMap(path, key), key),
    writtenKey: document.writtenKey && ((path, key) => document.writtenKey?.(writtenMap(path, key), key)),
  };
}

function epochFaults(
  document: SourceDocument,
  epochs: readonly { name: string; parts?: Readonly<Record<string, unknown>> }[],
  names: readonly string[],
): Fault[] {
  const known = new Set(names);
  const taken = new Set<string>();
  return epochs.flatMap(({ name, parts = {} }, index) => {
    const path = ['epochs', index, 'parts'];
    const faults = Object.keys(parts)
      .filter((part) => !known.has(part))
      .map((part) => ({
        place: document.placeOfKey(path, part),
        message: `${formatPath([...path, part])}: the scene has no part of this name${didYouMean(part, names)}`,
      }));
    // File systems that ignore case do so for folders, too.
    const folder = name.toLowerCase();
    const at = ['epochs', index, 'name'];
    if (taken.has(folder))
      faults.push({
        place: document.placeOf(at),
        message: `${formatPath(at)}: found "${name}", expected a name that no other epoch has`,
      });
    taken.add(folder);
    return faults;
  });
}
