import type { Files, OutputSet } from '../../base/files/files.js';
import { readBounded } from '../../base/files/read-bounded.js';
import { writeWhole } from '../../base/files/text-file.js';
import type { Log } from '../../base/log.js';
import { labelNamesPath, labelsBeside } from '../opened/labels-beside.js';
import { type LabelsFile, readLabels } from '../opened/read-labels.js';

/** Largest file of names that is carried over, and of all copies together. */
const BYTES_MAX = 256 * 2 ** 20;

/** What is written beside outputs. */
interface CarriedLabels {
  files: Files;
  set: OutputSet;
  inputs: readonly string[];
  outputs: readonly string[];
  force: boolean;
  log: Log;
}

/**
 * Writes the names of label ids that lie beside the inputs beside each of the outputs, and returns the paths of these
 * files. Those of several inputs are joined; names that contradict each other, and a file with other names that lies
 * there already, stay as they are, with a warning.
 */
export async function carryLabels({ files, set, inputs, outputs, force, log }: CarriedLabels): Promise<string[]> {
  const sources = new Set<string>();
  for (const input of inputs) {
    const found = await labelsBeside(files, input);
    if (found !== undefined) sources.add(found);
  }
  if (sources.size === 0) return [];
  const bytes = await namesOf(files, [...sources], log);
  if (bytes === undefined) return [];
  const targets = [...new Set(outputs.map(labelNamesPath))].filter((path) => !sources.has(path));
  if (bytes.length * targets.length > BYTES_MAX) {
    log.warn(
      `${[...sources][0]}: the names of labels are not written beside ${outputs.length} files: they are too long`,
    );
    return [];
  }
  const written: string[] = [];
  for (const path of targets) {
    const old = await wholeFile(files, path);
    if (old && isSame(old, bytes)) continue;
    if (old && !force) {
      log.warn(
        `${path} is there and has other names of labels than ${[...sources][0]}: it stays (--force replaces it)`,
      );
      continue;
    }
    await writeWhole(set, path, bytes);
    written.push(path);
  }
  return written;
}

/** The bytes of the file of names of all sources; undefined, with a warning, if they cannot be read or joined. */
async function namesOf(files: Files, sources: readonly string[], log: Log): Promise<Uint8Array | undefined> {
  const [first] = sources;
  try {
    // One file is copied as it is: others may have written more into it.
    if (sources.length === 1) {
      await readLabels(files, first);
      return await wholeFile(files, first);
    }
    const joined: LabelsFile = { instances: {}, materials: {}, semantics: {}, classes: {} };
    for (const source of sources) {
      const names = await readLabels(files, source);
      for (const part of ['instances', 'materials', 'semantics', 'classes'] as const)
        for (const [id, name] of Object.entries(names[part])) {
          const other = joined[part][id] ?? name;
          if (other !== name) {
            log.warn(
              `${source}: ${part} ${id} is "${name}", and "${other}" in ${first}: no names of labels are written`,
            );
            return undefined;
          }
          joined[part][id] = name;
        }
    }
    return new TextEncoder().encode(`${JSON.stringify(joined, null, 2)}\n`);
  } catch (error) {
    log.warn(`the names of labels are not carried over: ${first}: ${(error as Error).message}`);
    return undefined;
  }
}

const wholeFile = async (files: Files, path: string): Promise<Uint8Array | undefined> =>
  (await isThere(files, path))
    ? readBounded(files, path, { what: 'a file of label names', bytesMax: BYTES_MAX })
    : undefined;

const isThere = (files: Files, path: string): Promise<boolean> =>
  files.stat(path).then(
    ({ kind }) => kind === 'file',
    () => false,
  );

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, k) => byte === b[k]);
