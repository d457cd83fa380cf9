import { invariant } from '../../base/errors.js';
import { fileError } from '../../base/files/file-error.js';
import type { Files, WithFiles } from '../../base/files/files.js';
import { joinPath } from '../../base/files/paths.js';
import { writeWhole } from '../../base/files/text-file.js';
import type { Log } from '../../base/log.js';
import { counted } from '../../base/text.js';
import type { RunSettings } from '../../device/run-settings.js';
import type { Engine } from '../../engine/engine.js';
import { contentDigest, textDigest } from './content-digest.js';
import { JournalEngine } from './journal-engine.js';
import { createManifest, hasManifest, type JournalSubject, type LegDigest, manifestText } from './journal-manifest.js';
import { JournalReader } from './journal-reader.js';
import { JournalWriter } from './journal-writer.js';
import { isOfJournal, MANIFEST_NAME, startOfPart } from './part-names.js';

/** Where a journal is kept, and how. */
export interface JournalOptions extends WithFiles {
  /** Made if it is missing. */
  folder: string;
  /** Seconds of tracing that are kept at once: so much is lost if the program is killed. */
  seconds: number;
  /** Whether it stays when the run is complete. */
  keep: boolean;
  log: Log;
}

/** The journal of a run. */
export interface Journal {
  /** Traces in place of the engine. */
  readonly engine: Engine;
  /** Pulses and subrays that were kept and not traced again. */
  readonly resumed: { pulses: number; subrays: number };
  /** Removes it, since the run is complete, unless it is to stay. */
  finish(): Promise<void>;
  /** Keeps what was traced, since the run ends early, and says how to go on. */
  leave(): Promise<void>;
}

/**
 * The journal in `folder` of these scans: begun anew, or with what an interrupted run kept there. Throws UserError if it is that of
 * other scans or cannot be written, AbortedError.
 */
export async function openJournal(subject: JournalSubject, options: JournalOptions): Promise<Journal> {
  const { files, folder, log, seconds } = options;
  const digestOf = legDigester(subject.signal);
  const manifest = await createManifest(subject, digestOf);
  await files.recover([folder], log);
  const isOld = await hasManifest(files, folder, manifest);
  const text = manifestText(manifest);
  if (!isOld) await begin(files, folder, text);
  const key = await textDigest(text);
  const reader = await JournalReader.open({ files, folder, key, log });
  if (reader.partCount > 0)
    log.info(`${folder}: going on with ${counted(reader.partCount, 'part')} of an interrupted run`);
  const writer = new JournalWriter({ files, folder, key, seconds, log });
  const numbers = new Map(manifest.legs.map(({ digest }, k) => [digest, k]));
  const engine = new JournalEngine(subject.engine, {
    reader,
    writer,
    legOf: async (settings, program) => {
      const number = numbers.get(await digestOf({ settings }, program));
      invariant(number !== undefined, 'legs are traced as the journal was told');
      return number;
    },
  });
  return {
    engine,
    get resumed() {
      const { pulses, subrays } = engine.kept;
      return { pulses, subrays };
    },
    finish: async () => {
      await reader.close();
      if (options.keep) return writer.stop();
      await writer.abort();
      await removeJournal(options);
    },
    leave: async () => {
      await reader.close();
      await writer.stop();
      const names = await files.list(folder).catch(() => []);
      if (!names.some(startOfPart)) await removeJournal(options);
      else log.warn(`${folder} keeps what was traced: the same command with --resume goes on from there`);
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Digests legs; settings, which many legs share, once. */
function legDigester(signal: AbortSignal | undefined): LegDigest {
  const known = new Map<RunSettings, Promise<string>>();
  return async ({ settings }, program) => {
    const ofSettings = known.get(settings) ?? contentDigest(settings, signal);
    known.set(settings, ofSettings);
    return contentDigest([await ofSettings, program], signal);
  };
}

/** Makes the folder, with a manifest in it. */
async function begin(files: Files, folder: string, manifest: string): Promise<void> {
  const set = files.openSet();
  try {
    await writeWhole(set, joinPath(folder, MANIFEST_NAME), new TextEncoder().encode(manifest));
    await set.commit();
  } catch (error) {
    await set.abort();
    throw fileError(files, 'write', folder, error);
  }
}

/** Removes the journal of a run that is complete. A failure is a warning, since nothing is lost by it. */
export async function removeJournal({
  files,
  folder,
  log,
}: Pick<JournalOptions, 'files' | 'folder' | 'log'>): Promise<void> {
  await discard(files, folder).catch((error: unknown) =>
    log.warn(`${folder}: the journal of this run is no longer needed, but cannot be removed: ${messageOf(error)}`),
  );
}

/** Removes the files of a journal, and its folder if it has no others. Another run with the same outputs may have done so. */
async function discard(files: Files, folder: string): Promise<void> {
  if ((await files.stat(folder).catch(() => undefined)) === undefined) return;
  for (const name of await files.list(folder)) if (isOfJournal(name)) await files.remove(joinPath(folder, name));
  await files.removeFolder(folder);
}
