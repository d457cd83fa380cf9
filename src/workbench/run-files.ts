import { z } from 'zod';
import { isThere } from '../base/files/is-there.js';
import { writeTextFile } from '../base/files/text-file.js';
import type { Place } from './run-store.js';

/** The cloud of a run with all fields of its points, in the run's folder. */
export const CLOUD_FILE = 'points.subray.las';
/** File with the record of the run. */
const RUN_FILE = 'run.subray.json';

/** True if a file in the folder of a run is the workbench's own: the cloud, its labels, the record of the run. */
export const isOwnFile = (name: string): boolean => /^(points|run)\.subray\./.test(name);

const runSchema = z.object({
  /** The survey that was run. */
  text: z.string(),
  /** Milliseconds since 1970 when it began. */
  began: z.number(),
  seconds: z.number(),
  points: z.number(),
  /** True if it was ended early. */
  stopped: z.boolean(),
  /** The files that the survey asks for, by their names in the folder of the run. */
  outputs: z.array(z.object({ name: z.string(), points: z.number(), bytes: z.number() })),
  /** Other files for the user: names of labels, waveforms, pulses, frames; absent: of a run of an earlier version. */
  beside: z
    .object({
      files: z.array(z.object({ name: z.string(), bytes: z.number() })),
      /** Number of further ones. */
      more: z.number(),
    })
    .optional(),
  /** Origin of its points, by point source id; absent: of a run of an earlier version. */
  sources: z.array(z.object({ id: z.number(), name: z.string() })).optional(),
});

/** A run that has ended. */
export type StoredRun = z.output<typeof runSchema>;

/** Keeps the record of a run in its folder, so that it is known after a reload. */
export const noteRun = ({ files, folder }: Place, run: StoredRun): Promise<void> =>
  writeTextFile(files, files.resolve(folder, RUN_FILE), `${JSON.stringify(run)}\n`, { force: true });

/** The record of a run; undefined for one that did not end, or of another version. */
export async function readRun({ files, folder }: Place): Promise<StoredRun | undefined> {
  const path = files.resolve(folder, RUN_FILE);
  if (!(await isThere(files, path)) || !(await isThere(files, files.resolve(folder, CLOUD_FILE)))) return undefined;
  const parsed = runSchema.safeParse(parsedJson(new TextDecoder().decode(await files.read(path))));
  return parsed.success ? parsed.data : undefined;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
