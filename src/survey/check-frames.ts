import type { Files } from '../base/files/files.js';
import { outputExists } from '../base/files/output-fault.js';
import { basename, dirname } from '../base/files/paths.js';
import { type Fault, quoteText } from '../base/yaml/faults.js';
import { firingLegs, scannerIn } from '../scanner/leg-scanner.js';
import { createFrameClock } from './frame-clock.js';
import { framePath } from './schema/frames-schema.js';
import type { FrameOutput, Survey } from './survey.js';

/** Largest number of files of one scanner. */
const FRAMES_MAX = 1_000_000;

/**
 * Faults in the frames of a survey, found before anything is computed: their number, their folder, files in their way.
 * `taken` lists paths that other parts of the survey use.
 */
export async function frameFaults(
  files: Files,
  { frames, instruments, legs }: Survey,
  taken: ReadonlySet<string>,
  force: boolean,
): Promise<Fault[]> {
  if (!frames) return [];
  const faults: Fault[] = [];
  for (const instrument of instruments) {
    const { name } = instrument;
    const framesOf = (leg: number) => createFrameClock(scannerIn(instrument, leg), legs[leg], frames.by).count;
    const count = firingLegs(instrument, legs).reduce((sum, leg) => sum + framesOf(leg), 0);
    const message =
      count > FRAMES_MAX
        ? `frames: ${name} has ${count} of them, at most ${FRAMES_MAX} are possible`
        : await pathFault(files, frames, name, count, taken, force);
    if (message !== undefined) faults.push({ place: frames.place, message });
  }
  return faults;
}

async function pathFault(
  files: Files,
  { pattern }: FrameOutput,
  name: string,
  count: number,
  taken: ReadonlySet<string>,
  force: boolean,
): Promise<string | undefined> {
  const folder = dirname(framePath(pattern, 0, name));
  const found = await files.taken(folder).catch(() => undefined);
  if (found === undefined)
    return `frames ${quoteText(pattern)}: there is no folder ${folder}; create it first, or check the path`;
  const there = new Set(force ? [] : found);
  for (let number = 0; number < count; number++) {
    const path = framePath(pattern, number, name);
    if (taken.has(path)) return `frame ${quoteText(path)} is another output, or a file that the scene is read from`;
    if (!there.has(basename(path))) continue;
    const { message, hint } = outputExists(path);
    return `frame ${quoteText(path)}: ${message}; ${hint}`;
  }
  return undefined;
}
