import { quoteText } from '../../../base/yaml/faults.js';
import { type HeliosReading, noteOrWarn } from '../helios-reading.js';
import type { HeliosPart, HeliosScene } from '../scene-xml.js';
import { placementOfWhole } from './cube-places.js';
import { modelFolders } from './model-folders.js';
import { placementKeys } from './placement-keys.js';
import { sourceFiles } from './source-files.js';
import { sourceKeys } from './source-keys.js';
import { type WrittenPart, writeEpochs } from './write-epochs.js';
import type { WrittenPlaces } from './written.js';

/**
 * The scene in our keys, each part with the number of HELIOS++'s object, and the epochs of one with swaps. Notes files
 * that are missing, and features that cannot be expressed.
 */
export async function sceneSection(
  reading: HeliosReading,
  scene: HeliosScene,
  places: WrittenPlaces,
): Promise<{ scene: Record<string, unknown>; epochs?: Record<string, unknown>[] }> {
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
  noteMotions(reading, scene.parts);
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

/** Notes that parts move, which they cannot here. */
function noteMotions(reading: HeliosReading, parts: readonly HeliosPart[]): void {
  const moving = parts.flatMap(({ moves }) => moves ?? []);
  if (moving.length === 0) return;
  const what = moving.length === 1 ? '1 part moves' : `${moving.length} parts move`;
  const hint = reading.lenient ? '' : '; with --lenient the scene stands still';
  const message = `${what} during the survey (<dmotion>), which is not simulated${hint}`;
  noteOrWarn(reading, moving[0], message, 'the scene stands still');
}

/** A part in messages. */
const partName = ({ id }: HeliosPart, running: number): string =>
  id === undefined ? `part ${running} (by its index)` : `part ${quoteText(id)}`;

/** Our number of HELIOS++'s object: 0 is no object here, so all are one higher. */
const objectNumber = (helios: number): number => helios + 1;
