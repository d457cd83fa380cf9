import { append } from '../../base/append.js';
import type { Files } from '../../base/files/files.js';
import { basename, dirname, joinPath } from '../../base/files/paths.js';
import { latin1 } from '../../base/latin1.js';
import { firingLegs, scannerIn } from '../../scanner/leg-scanner.js';
import type { BareSurvey } from '../../survey/bare-survey.js';
import type { DividedOutput } from '../divided-output.js';
import { createFrameClock } from './frame-clock.js';
import type { FrameOutput } from './frame-output.js';
import { frameNumber, framePath, nameInPaths } from './frame-paths.js';

/** The name of a scanner in the paths of its frames, and their number. */
interface NumberedFrames {
  name: string;
  count: number;
}

/** Number of frames of a scanner that are written. */
export interface FrameCount extends NumberedFrames {
  scanner: string;
  /** Legs whose last frame is incomplete, and is not written. */
  dropped: number;
}

/** The number of frames of each scanner of a survey, which has them. */
export function frameCounts(
  { instruments, legs }: Pick<BareSurvey, 'instruments' | 'legs'>,
  output: FrameOutput,
): FrameCount[] {
  return instruments.map((instrument) => {
    const clocks = firingLegs(instrument, legs).map((leg) =>
      createFrameClock(scannerIn(instrument, leg), legs[leg], output),
    );
    const count = clocks.reduce((sum, clock) => sum + clock.count, 0);
    const { name: scanner } = instrument;
    const dropped = clocks.filter(({ drops }) => drops).length;
    return { name: nameInPaths(output, scanner), scanner, count, dropped };
  });
}

/**
 * Paths of files that would look like frames of this run, but have numbers beyond its last: those of an older, longer
 * one. In order of scanner and number; empty if the folder is missing.
 */
export async function olderFrames(files: Files, pattern: string, counts: readonly NumberedFrames[]): Promise<string[]> {
  const older: string[] = [];
  for (const { name, count } of counts) {
    const folder = dirname(framePath(pattern, 0, name));
    const numbers = (await numbersIn(files, folder, pattern, name)).filter((number) => number >= count);
    const paths = numbers.map((number) => framePath(pattern, number, name));
    // Names of scanners may begin alike, so that a frame of one has a number of another.
    append(
      older,
      paths.filter((path) => !counts.some((scanner) => isFrameOf(pattern, scanner, folder, path))),
    );
  }
  return [...new Set(older)];
}

/** The numbers of the files in `folder` that are called as frames of the scanner `name`, rising. */
async function numbersIn(files: Files, folder: string, pattern: string, name: string): Promise<number[]> {
  const found = await files.taken(folder).catch(() => []);
  return found.flatMap((entry) => frameNumber(pattern, name, entry) ?? []).sort((a, b) => a - b);
}

/**
 * Paths of files that would look like files of legs of this run, but have numbers that it does not write: those of an
 * older one. Files that have names of legs, or folders of their own, cannot be distinguished from others.
 */
export async function olderLegFiles(files: Files, { path, files: own = [] }: DividedOutput): Promise<string[]> {
  const folders = new Set(own.map((file) => dirname(file.path)));
  const pattern = basename(path);
  if (folders.size !== 1 || pattern.includes('%s')) return [];
  const [folder] = folders;
  const written = new Set(own.map((file) => basename(file.path)));
  const numbers = await numbersIn(files, folder, pattern, '');
  const names = numbers.map((number) => framePath(pattern, number, ''));
  return names.filter((name) => !written.has(name)).map((name) => joinPath(folder, name));
}

/** The `paths` that this program wrote. */
export async function ownAmong(files: Files, paths: readonly string[]): Promise<string[]> {
  const own = await Promise.all(paths.map((path) => isOwnFrame(files, path)));
  return paths.filter((_, k) => own[k]);
}

/**
 * Paths of files that look like frames of scanners which this run does not have: of those that the survey had before,
 * since the pattern cannot tell them from other files. Empty if the names of files hold no name of a scanner.
 */
export async function framesOfOthers(files: Files, pattern: string, names: readonly string[]): Promise<string[]> {
  const form = foreignForm(basename(pattern));
  if (form === undefined) return [];
  const folders = new Set(names.map((name) => dirname(framePath(pattern, 0, name))));
  const others: string[] = [];
  for (const folder of folders)
    for (const entry of await files.taken(folder).catch(() => []))
      if (form.test(entry) && !names.some((name) => isNamedFor(pattern, name, entry)))
        others.push(joinPath(folder, entry));
  return others.sort();
}

/** Whether a file is called as the frames of a scanner, or its recording, are. */
const isNamedFor = (pattern: string, name: string, entry: string): boolean =>
  frameNumber(pattern, name, entry) !== undefined || basename(framePath(pattern, 0, name)) === entry;

/** A form that fits the names of frames of any scanner; undefined without a name in them. */
function foreignForm(name: string): RegExp | undefined {
  if (!name.includes('%s')) return undefined;
  const parts = name.split(/(%s|%0?[1-9]?d)/).map((part) => {
    if (part === '%s') return '.+';
    return /^%0?[1-9]?d$/.test(part) ? '\\d{1,15}' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`, 's');
}

function isFrameOf(pattern: string, { name, count }: NumberedFrames, folder: string, path: string): boolean {
  const number = frameNumber(pattern, name, path.slice(joinPath(folder, 'x').length - 1));
  return number !== undefined && number < count && framePath(pattern, number, name) === path;
}

/** Bytes, at the start or the end, that hold the program's name in every format that has one. */
const PART_BYTES = 1024;
/** The program's name and version, the titles of its tables, or the first keys of its boxes. */
const OWN_HEAD = new RegExp(
  [
    /\bsubray \d/,
    /^[^\r\n]*\bframe_time\b/,
    /^x,y,z,intensity,return_number,number_of_returns,/,
    /\('x', '<f8'\), .*\('number_of_returns', '\|u1'\)/,
    /^\{\s*"frame": \d+,\s*"startTime": /,
  ]
    .map(({ source }) => source)
    .join('|'),
);
/** Of archives and tables whose directory is behind their data. */
const OWN_END = /\bsubray \d/;

/** Whether the file at `path` names this program as its author. */
export async function isOwnFrame(files: Files, path: string): Promise<boolean> {
  const bytes = new Uint8Array(PART_BYTES);
  try {
    const file = await files.open(path);
    try {
      if (file.info.kind !== 'file') return false;
      const textAt = async (position: number) => latin1(bytes.subarray(0, await file.read(bytes, position)));
      return OWN_HEAD.test(await textAt(0)) || OWN_END.test(await textAt(Math.max(0, file.info.size - PART_BYTES)));
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}
