import { type HeliosReading, noteAt } from '../helios-reading.js';
import type { HeliosPart, HeliosScene, HeliosSwap } from '../scene-xml.js';
import { placementOfWhole } from './cube-places.js';
import { placementKeys } from './placement-keys.js';
import { sourceFiles } from './source-files.js';
import { sourceKeys } from './source-keys.js';
import type { WrittenPlaces } from './written.js';

/** A part of the scene in our keys, and HELIOS++'s part that it represents. */
export interface WrittenPart {
  helios: HeliosPart;
  /** With its file and name. */
  section: Readonly<Record<string, unknown>>;
}

/** More plays are more epochs than a survey takes. */
const PLAYS_MAX = 1000;

/**
 * The plays of a scene with swaps as epochs in our keys, `play1` and so on: the first one has the scene as it is, later
 * ones have the replacements of its parts. Undefined if nothing is swapped. Notes features that cannot be expressed.
 */
export async function writeEpochs(
  reading: HeliosReading,
  scene: HeliosScene,
  parts: readonly WrittenPart[],
  places: WrittenPlaces,
): Promise<Record<string, unknown>[] | undefined> {
  const swapped = scene.parts.filter(({ swaps }) => swaps.length > 0);
  if (swapped.length === 0) return undefined;
  const plays = playsOf(swapped);
  if (plays > PLAYS_MAX) {
    noteAt(reading, swapped[0].swaps[0].place, `found swaps for ${plays} plays, expected at most ${PLAYS_MAX}`);
    return undefined;
  }
  const timelines = new Map<string, PlayedPart[]>();
  for (const helios of swapped) {
    const own = parts.filter((part) => part.helios === helios);
    if (own.length > 1)
      noteAt(reading, helios.place, `the part loads ${own.length} files and has swaps, which is read of one file only`);
    if (own.length === 1) timelines.set(String(own[0].section.name), await timelineOf(reading, own[0]));
  }
  return Array.from({ length: plays }, (_, play) => epochOf(play, timelines, places));
}

/** HELIOS++ asks the part with the most swaps, the first of several. */
function playsOf(parts: readonly HeliosPart[]): number {
  const { swaps } = parts.reduce((most, part) => (part.swaps.length > most.swaps.length ? part : most));
  return 1 + swaps.reduce((sum, { step }) => sum + step, 0);
}

/** The replacement of a part from a play on. */
interface PlayedPart {
  /** From 0; the first swap takes effect in play 1, and lasts its steps. */
  from: number;
  place: HeliosSwap['place'];
  part: Record<string, unknown> | null;
}

async function timelineOf(reading: HeliosReading, { helios, section }: WrittenPart): Promise<PlayedPart[]> {
  const timeline: PlayedPart[] = [];
  let from = 1;
  for (const swap of helios.swaps) {
    timeline.push({ from, place: swap.place, part: await swappedPart(reading, helios, swap, section) });
    from += swap.step;
  }
  return timeline;
}

/** The part that a swap makes of another; null: none. Filters that load nothing place the part's own file anew. */
async function swappedPart(
  reading: HeliosReading,
  helios: HeliosPart,
  { removes, source = helios.source, placement, place }: HeliosSwap,
  { name, file: own, instance }: WrittenPart['section'],
): Promise<Record<string, unknown> | null> {
  if (removes) return null;
  const files = source === helios.source ? [own] : await sourceFiles(reading, source, `swap of ${name}`);
  if (files.length > 1) noteAt(reading, place, `the swap loads ${files.length} files, which is read of one file only`);
  if (files.length === 0) return null;
  const part = { ...helios, source, placement };
  const keys = await sourceKeys(reading, part, String(files[0]));
  return { file: files[0], ...keys, ...placementKeys(placementOfWhole(part)), instance };
}

function epochOf(play: number, timelines: ReadonlyMap<string, PlayedPart[]>, places: WrittenPlaces) {
  const parts: Record<string, PlayedPart['part']> = {};
  for (const [name, timeline] of timelines) {
    const current = timeline.findLast(({ from }) => from <= play);
    if (current === undefined) continue;
    parts[name] = current.part;
    places.set(['epochs', play, 'parts'], current.place);
    places.set(['epochs', play, 'parts', name], current.place);
  }
  return { name: `play${play + 1}`, ...(Object.keys(parts).length > 0 && { parts }) };
}
