import { UserError } from '../base/errors.js';
import type { Files } from '../base/files/files.js';
import type { SourceDocument, ValuePath } from '../base/yaml/source-document.js';
import { createFrom } from '../survey/create-survey.js';
import type { Survey } from '../survey/survey.js';

/** The scene of a survey, as far as it is sound. */
export interface SoundScene extends Pick<Survey, 'scene'> {
  /** Numbers of the parts that it lacks, since they are at fault. */
  lacks: readonly number[];
  /** Faults of the missing parts; absent: none is missing. */
  fault?: UserError;
}

/** A scanner for a document with a scene alone, and a part for one without sound parts. */
const ANY_SCANNER = 'velodyne-vlp-16';
const ANY_PART = Object.freeze({ generate: { kind: 'terrain' } });

/**
 * The scene of `document`, the survey at `path`, without the parts at fault. Other things may be wrong, such as missing
 * legs, or a part that stands on none. Throws UserError if it describes no scene.
 */
export async function soundScene(document: SourceDocument, path: string, files: Files): Promise<SoundScene> {
  const read = async (kept?: readonly number[], others?: readonly unknown[]) => {
    const { scene } = await createFrom(sceneOnly(document, kept, others), path, { files, placingTells: true });
    return scene;
  };
  try {
    return { scene: await read(), lacks: [] };
  } catch (fault) {
    const count = partsIn(document).length;
    if (!(fault instanceof UserError) || count < 2) throw fault;
    const isSound = (given: Promise<unknown>) => given.then(() => true, isUsers);
    // A fault beside the parts is one of any of them.
    const sound = (await isSound(read([], [ANY_PART])))
      ? await soundOnes([...Array(count).keys()], (kept) => isSound(read(kept)))
      : [];
    if (sound.length === 0) throw fault;
    const lacks = [...Array(count).keys()].filter((part) => !sound.includes(part));
    return { scene: await read(sound), lacks, fault };
  }
}

function isUsers(error: unknown): false {
  if (!(error instanceof UserError)) throw error;
  return false;
}

/** The sound parts of some, found by halves: few are at fault. */
async function soundOnes(
  parts: readonly number[],
  areSound: (parts: readonly number[]) => Promise<boolean>,
): Promise<readonly number[]> {
  if (await areSound(parts)) return parts;
  if (parts.length === 1) return [];
  const middle = parts.length >> 1;
  const halves = [parts.slice(0, middle), parts.slice(middle)];
  const [first, second] = [await soundOnes(halves[0], areSound), await soundOnes(halves[1], areSound)];
  return [...first, ...second];
}

const PARTS_PATH: ValuePath = ['scene', 'parts'];

function partsIn({ value }: SourceDocument): readonly unknown[] {
  const { scene } = (value ?? {}) as { scene?: { parts?: unknown } };
  return Array.isArray(scene?.parts) ? scene.parts : [];
}

/** A document with another's scene alone: these of its parts (absent: all) and `others`. Values keep their places. */
function sceneOnly(
  document: SourceDocument,
  kept?: readonly number[],
  others: readonly unknown[] = [],
): SourceDocument {
  const { scene, physics, seed } = (document.value ?? {}) as Record<string, never>;
  const rest = { physics, seed, scanner: ANY_SCANNER, legs: [{ position: [0, 0, 0] }] };
  if (kept === undefined) return { ...document, value: { scene, ...rest } };
  const written = (path: ValuePath): ValuePath =>
    PARTS_PATH.every((key, k) => key === path[k]) && path.length > PARTS_PATH.length
      ? path.with(PARTS_PATH.length, kept[Number(path[PARTS_PATH.length])])
      : path;
  const all = partsIn(document);
  const parts = [...kept.map((part) => all[part]), ...others];
  const { writtenKey } = document;
  return {
    ...document,
    value: { scene: { ...(scene as object), parts }, ...rest },
    placeOf: (path) => document.placeOf(written(path)),
    placeOfKey: (path, key) => document.placeOfKey(written(path), key),
    ...(writtenKey && { writtenKey: (path: ValuePath, key: string) => writtenKey(written(path), key) }),
  };
}
