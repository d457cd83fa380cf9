import { quoteText } from '../../../base/yaml/faults.js';
import type { HeliosReading } from '../helios-reading.js';
import type { HeliosPart, HeliosScene } from '../scene-xml.js';
import { placementOfWhole } from './cube-places.js';
import { modelFolders } from './model-folders.js';
import { placementKeys } from './placement-keys.js';
import { sourceFiles } from './source-files.js';
import { sourceKeys } from './source-keys.js';
import { type WrittenPart, writeEpochs } from './write-epochs.js';
import type { WrittenPlaces } from './written.js';

/** A scene in our keys; its parts stand, and lie in `parts` once more. */
interface SceneSection {
  scene: Record<string, unknown>;
  epochs?: Record<string, unknown>[];
  parts: readonly WrittenPart[];
}

/**
 * The scene in our keys, each part with the number of HELIOS++'s object, and the epochs of one with swaps. Notes files
 * that are missing, and features that cannot be expressed.
 */
export async function sceneSection(
  reading: HeliosReading,
  scene: HeliosScene,
  places: WrittenPlaces,
): Promise<SceneSection> {
  const parts: WrittenPart[] = [];
  let running = 0;
  for (const part of scene.parts) {
    const found = await sourceFiles(reading, part.source, partName(part, running));
    const keys = await sourceKeys(reading, part, found[0]);
    const own = ownNumber(reading, part, running);
    for (const [k, file] of found.entries()) {
      places.set(['scene', 'parts', parts.length], part.source.place);
      const instance = objectNumber(own ?? running + k);
      // Swaps name the part that they replace.
      const name = part.swaps.length > 0 && { name: found.length > 1 ? `part${running}-${k}` : `part${running}` };
      const section = { ...name, file, ...keys, ...placementKeys(placementOfWhole(part)), instance };
      parts.push({ helios: part, section });
    }
    running += Math.max(1, found.length);
  }
  const spectra = await reading.library.folders('spectra');
  const epochs = await writeEpochs(reading, scene, parts, places);
  const sections = parts.map((part) => part.section);
  const folders = await modelFolders(reading, filesOf([...sections, ...swappedParts(epochs)]));
  return {
    scene: {
      parts: sections,
      ...(spectra.length > 0 && { materialFolders: spectra }),
      ...(folders.length > 0 && { modelFolders: folders }),
    },
    ...(epochs && { epochs }),
    parts,
  };
}

/** The parts in our keys that stand in place of others. */
const swappedParts = (epochs: readonly Record<string, unknown>[] = []): (Record<string, unknown> | null)[] =>
  epochs.flatMap(({ parts }) => Object.values((parts ?? {}) as Record<string, Record<string, unknown> | null>));

/** The files of parts in our keys, each once. */
const filesOf = (parts: readonly (Readonly<Record<string, unknown>> | null)[]): Set<string> =>
  new Set(parts.flatMap((part) => (part === null ? [] : String(part.file))));

/** The number in a part's id, if it is one. */
function ownNumber({ quirks }: HeliosReading, { id, place }: HeliosPart, running: number): number | undefined {
  if (id !== undefined && /^\d{1,9}$/.test(id)) return Number(id);
  if (id !== undefined)
    quirks.note(
      35,
      place,
      `the part id ${quoteText(id)} is no number: its object has the index of the part, ${running}`,
    );
  return undefined;
}

/** A part in messages. */
const partName = ({ id }: HeliosPart, running: number): string =>
  id === undefined ? `part ${running} (by its index)` : `part ${quoteText(id)}`;

/** Our number of HELIOS++'s object: 0 is no object here, so all are one higher. */
const objectNumber = (helios: number): number => helios + 1;
