import { formatBytes, formatCount } from '../../ui/format.js';

/** Points of which a tab draws no more well: the page holds 20 bytes of each, and the GPU as many. */
export const TAB_POINTS_MAX = 20e6;
/** Bytes that a tab can hold with 32-bit addresses. Trees and results of the CPU engine share one memory. */
const TAB_BYTES_MAX = 2 ** 32;
const BYTES_OF_POINT = 40;

/** The needs of a run. */
export interface RunSize {
  points: number;
  /** Bytes of its files. */
  runBytes: number;
  /** Bytes of scene and trees. */
  memoryBytes: number;
}

/**
 * Reasons why a run is too large for a tab, a sentence each; none: it is not. `diskLeft`: bytes left for the page's
 * files; undefined: the browser keeps none, so they are in memory.
 */
export function sizeDoubts({ points, runBytes, memoryBytes }: RunSize, diskLeft: number | undefined): string[] {
  const doubts: string[] = [];
  if (points > TAB_POINTS_MAX)
    doubts.push(`A tab draws ${formatCount(TAB_POINTS_MAX)} points well; more make it slow, or end it.`);
  const bytes = memoryBytes + BYTES_OF_POINT * points + (diskLeft === undefined ? runBytes : 0);
  if (bytes > TAB_BYTES_MAX)
    doubts.push(`About ${formatBytes(bytes)} of memory are needed; a tab has ${formatBytes(TAB_BYTES_MAX)}.`);
  if (diskLeft !== undefined && runBytes > diskLeft)
    doubts.push(
      `The files of the run need about ${formatBytes(runBytes)}; ` +
        `the browser has ${formatBytes(diskLeft)} left for this page.`,
    );
  return doubts;
}
