import { InvariantError, invariant, UserError } from '../../base/errors.js';
import { errorCode, fileError } from '../../base/files/file-error.js';
import type { Files, WithFiles } from '../../base/files/files.js';
import { joinPath } from '../../base/files/paths.js';
import { writeWhole } from '../../base/files/text-file.js';
import { formatCount, formatCounted } from '../../base/format-count.js';
import type { Log } from '../../base/log.js';
import { counted } from '../../base/text.js';
import type { RunSettings } from '../../device/run-settings.js';
import type { Engine } from '../../engine/engine.js';
import { contentDigest, textDigest } from './content-digest.js';
import { JournalEngine } from './journal-engine.js';
import { createManifest, hasManifest, type JournalSubject, type LegDigest, manifestText } from './journal-manifest.js';
import { JournalReader } from './journal-reader.js';
import { JournalWriter } from './journal-writer.js';
import { MANIFEST_NAME, startOfPart } from './part-names.js';
import { removeJournal } from './remove-journal.js';

/** Place of a journal, and its policy. */
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
  /** Keeps the traced pulses, since the run ends early by `reason`, and says how to resume it. */
  leave(reason: unknown): Promise<void>;
}

/**
 * The journal in `folder` of these scans: new, or with the parts that an interrupted run kept there. Throws UserError
 * if it is that of other scans or cannot be written, AbortedError.
 */
export async function openJournal(subject: JournalSubject, options: JournalOptions): Promise<Journal> {
  const { files, folder, log, seconds } = options;
  const digestOf = legDigester(subject.signal);
  const manifest = await createManifest(subject, digestOf);
  await demandFolder(files, folder);
  await files.recover([folder], log);
  const isOld = await hasManifest(files, folder, manifest);
  const text = manifestText(manifest);
  if (!isOld) await begin(files, folder, text);
  const key = await textDigest(text);
  const reader = await JournalReader.open({ files, folder, key, log });
  if (reader.partCount > 0)
    log.info(`${folder}: going on with ${counted(reader.partCount, 'part')} of an interrupted run`);
  const writer = new JournalWriter({ files, folder, key, seconds, log });
  const total = manifest.legs.reduce((sum, { pulses }) => sum + pulses, 0);
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
    leave: async (reason) => {
      await reader.close();
      await writer.stop();
      const names = await files.list(folder).catch(() => []);
      if (!names.some(startOfPart)) return removeJournal(options);
      // Parts of an earlier run that this one has not come to are not among them.
      const least = reader.partCount > 0 ? 'at least ' : '';
      const kept = `${least}${formatCount(engine.kept.pulses + writer.pulses)} of ${formatCounted(total, 'pulse')}`;
      log.warn(`${folder} keeps ${kept}: ${adviceAfter(reason)}`);
    },
  };
}

/** Advice after a run that ended by `reason`: the same command would meet a fault of its user, or ours, once more. */
function adviceAfter(reason: unknown): string {
  if (isOutOfSpace(reason)) return 'free some space there; the same command with --resume goes on';
  if (reason instanceof UserError)
    return 'once the fault is mended, --resume goes on from there, unless that changes the scene, the scanner or the legs';
  if (reason instanceof InvariantError) return 'a version without the fault begins anew; remove it if it is of no use';
  return 'the same command with --resume goes on from there';
}

const isOutOfSpace = (reason: unknown): boolean =>
  reason instanceof UserError && ['ENOSPC', 'EDQUOT'].includes(errorCode(reason.cause) ?? '');

/** Digests legs; settings, which many legs share, once. */
function legDigester(signal: AbortSignal | undefined): LegDigest {
  const known = new Map<RunSettings, Promise<string>>();
  return async ({ settings }, program) => {
    const ofSettings = known.get(settings) ?? contentDigest(settings, signal);
    known.set(settings, ofSettings);
    return contentDigest([await ofSettings, program], signal);
  };
}

/** Throws UserError if something other than a folder has its name. */
async function demandFolder(files: Files, folder: string): Promise<void> {
  const info = await files.stat(folder).catch(() => undefined);
  if (info && info.kind !== 'folder') throw notKept(folder, `it is no folder`);
}

const notKept = (folder: string, found: string, cause?: unknown): UserError =>
  new UserError(`--resume keeps in a folder of this name what is traced, which cannot be written: ${found}`, {
    place: { file: folder },
    hint: 'remove or rename what is there, write the outputs into another folder, or leave out --resume',
    cause,
  });

/** Makes the folder, with a manifest in it. */
async function begin(files: Files, folder: string, manifest: string): Promise<void> {
  const set = files.openSet();
  try {
    await writeWhole(set, joinPath(folder, MANIFEST_NAME), new TextEncoder().encode(manifest));
    await set.commit();
  } catch (error) {
    await set.abort();
    const fault = fileError(files, 'write', folder, error);
    throw fault instanceof UserError ? notKept(folder, fault.message.replace(/^cannot write: /, ''), error) : fault;
  }
}
