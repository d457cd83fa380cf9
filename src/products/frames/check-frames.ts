import type { Files } from '../../base/files/files.js';
import { outputExists } from '../../base/files/output-fault.js';
import { basename, dirname, joinPath } from '../../base/files/paths.js';
import { type Fault, messageOf, quotePath } from '../../base/yaml/faults.js';
import type { BareSurvey, Instrument } from '../../survey/bare-survey.js';
import type { DividedOutput } from '../divided-output.js';
import type { FrameOutput } from './frame-output.js';
import { framePath, nameInPaths } from './frame-paths.js';
import {
  type FrameCount,
  frameCounts,
  framesOfOthers,
  isOwnFrame,
  olderFrames,
  olderLegFiles,
} from './older-frames.js';

/** Largest number of files of one scanner. */
const FRAMES_MAX = 1_000_000;

/**
 * Faults in the frames of a survey, found before anything is computed: their number, their folder, files in their way.
 * `taken` lists paths, with all links followed, that other parts of the survey use.
 */
export async function frameFaults(
  files: Files,
  survey: Pick<BareSurvey, 'instruments' | 'legs'>,
  frames: FrameOutput,
  taken: ReadonlySet<string>,
  force: boolean,
): Promise<Fault[]> {
  const { place } = frames;
  const counts = frameCounts(survey, frames);
  const messages: string[] = [];
  for (const scanner of counts) {
    const message = await scannerFault(files, frames, scanner, taken, force);
    if (message !== undefined) messages.push(message);
  }
  if (messages.length === 0 && frames.format !== 'stream') {
    const message = await olderFault(files, frames, counts, force);
    if (message !== undefined) messages.push(message);
  }
  return messages.map((message) => ({ place, message }));
}

async function scannerFault(
  files: Files,
  { pattern, format }: FrameOutput,
  { name, scanner, count, dropped }: FrameCount,
  taken: ReadonlySet<string>,
  force: boolean,
): Promise<string | undefined> {
  if (count === 0 && dropped > 0)
    return `frames: the legs of ${scanner} are too short for a whole frame; incomplete: keep writes what there is`;
  if (format === 'stream') return undefined;
  if (count > FRAMES_MAX) return `frames: ${scanner} has ${count} of them, at most ${FRAMES_MAX} are possible`;
  const first = framePath(pattern, 0, name);
  const folder = dirname(first);
  try {
    await files.checkOutput(joinPath(folder, `${basename(first)}.tmp`), { force: true, makeFolders: true });
  } catch (error) {
    return `frames ${quotePath(pattern)}: ${messageOf(error)}`;
  }
  const there = new Set(await files.taken(folder).catch(() => []));
  const real = await files.realPath(folder).catch(() => folder);
  for (let number = 0; number < count; number++) {
    const path = framePath(pattern, number, name);
    if (taken.has(joinPath(real, basename(path))))
      return `frame ${quotePath(path)} is another output, or a file that the survey reads`;
    if (force || !there.has(basename(path))) continue;
    const { message, hint } = outputExists(path);
    return `frame ${quotePath(path)}: ${message}; ${hint}`;
  }
  return undefined;
}

/** A frame of an older run that would stay among the new ones and must not be removed. */
async function olderFault(
  files: Files,
  { pattern }: FrameOutput,
  counts: readonly FrameCount[],
  force: boolean,
): Promise<string | undefined> {
  for (const path of await olderFrames(files, pattern, counts)) {
    const shown = `frame ${quotePath(path)} is beyond the last of this run and would stay among its frames`;
    const message = await staleFault(files, path, shown, force);
    if (message !== undefined) return message;
  }
  return undefined;
}

/**
 * The fault of a file that would stay beside new ones, with `shown` before the advice; undefined if it will be removed,
 * or is none of a run.
 */
async function staleFault(files: Files, path: string, shown: string, force: boolean): Promise<string | undefined> {
  const isOwn = await isOwnFrame(files, path);
  if (!force && isOwn) return `${shown}; choose another name, or pass --force to remove it`;
  if (force && !isOwn)
    return `${shown}; it does not say that subray wrote it: remove it yourself, or choose another name`;
  return undefined;
}

/**
 * Faults of files of legs of an older run that would stay among the new ones and must not be removed; one for each
 * output.
 */
export async function olderLegFaults(
  files: Files,
  outputs: readonly DividedOutput[],
  force: boolean,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const output of outputs)
    for (const path of await olderLegFiles(files, output)) {
      const shown = `output ${quotePath(path)} is of no leg of this run and would stay among its files`;
      const message = await staleFault(files, path, shown, force);
      if (message === undefined) continue;
      faults.push({ place: output.place, message });
      break;
    }
  return faults;
}

/** Maximum number of paths in the warning. */
const STRAYS_LISTED = 5;

/** A warning of frames that subray wrote for scanners which the survey does not have; undefined without any. */
export async function strayFrames(
  files: Files,
  output: FrameOutput,
  instruments: readonly Pick<Instrument, 'name'>[],
): Promise<string | undefined> {
  const { pattern } = output;
  const names = instruments.map(({ name }) => nameInPaths(output, name));
  const strays: string[] = [];
  for (const path of await framesOfOthers(files, pattern, names)) if (await isOwnFrame(files, path)) strays.push(path);
  if (strays.length === 0) return undefined;
  const more = strays.length > STRAYS_LISTED ? ` and ${strays.length - STRAYS_LISTED} more` : '';
  const listed = strays.slice(0, STRAYS_LISTED).map(quotePath).join(', ');
  return `beside the frames of this run lie frames of scanners that the survey does not have: ${listed}${more}; remove them if they are of an older run`;
}
