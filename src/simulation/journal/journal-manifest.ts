import { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { dirname, joinPath } from '../../base/files/paths.js';
import { readBounded } from '../../base/files/read-bounded.js';
import { counted } from '../../base/text.js';
import type { Engine } from '../../engine/engine.js';
import type { PreparedScene } from '../../pack/prepared-scene.js';
import { firingLegs } from '../../scanner/leg-scanner.js';
import type { Scene } from '../../scene/scene.js';
import type { Survey } from '../../survey/survey.js';
import { SOFTWARE } from '../../version.js';
import { programOf, type ScanRun } from '../instrument-scan.js';
import { contentDigest, textDigest } from './content-digest.js';
import { keysOfParts } from './part-key.js';
import { MANIFEST_NAME } from './part-names.js';

/**
 * The identity of an engine's output: the engine itself, and the digests of its inputs. Later steps, such as formats,
 * coordinates and masks, are not in it and may differ from one run to the next.
 */
export interface JournalManifest {
  format: typeof FORMAT;
  software: string;
  engine: Engine['name'];
  device: string;
  /** Digest of the scene on the device. */
  scene: string;
  /** Legs with pulses, in the order in which they are traced. */
  legs: JournalLeg[];
}

interface JournalLeg {
  scanner: string;
  leg: string;
  pulses: number;
  /** Digest of its program, and of the settings for it. */
  digest: string;
}

const FORMAT = 'subray journal 1';
/** Formats of all versions. */
const FORMATS = /^subray journal \d+$/;

/** Subject of a journal: scans of a survey, on an engine. */
export interface JournalSubject {
  survey: Survey;
  scene: Scene;
  engine: Engine;
  runs: readonly ScanRun[];
  prepared: PreparedScene;
  signal?: AbortSignal;
}

/** Digest of a leg, from its settings and its program for the device. */
export type LegDigest = (run: Pick<ScanRun, 'settings'>, program: unknown) => Promise<string>;

/** The manifest of these scans. `digestOf` digests a leg. Throws AbortedError. */
export async function createManifest(subject: JournalSubject, digestOf: LegDigest): Promise<JournalManifest> {
  const { survey, scene, engine, runs, prepared, signal } = subject;
  const legs: JournalLeg[] = [];
  for (const [k, run] of runs.entries())
    for (const leg of firingLegs(run.scan, run.scan.legs)) {
      const program = programOf(run.scan, leg, scene);
      const { pulseCount: pulses } = program;
      const digest = await digestOf(run, program);
      legs.push({ scanner: survey.instruments[k].name, leg: survey.legs[leg].name, pulses, digest });
    }
  const { name, device } = engine;
  const digest = await contentDigest(prepared.device, signal);
  return { format: FORMAT, software: SOFTWARE, engine: name, device, scene: digest, legs };
}

/** The text of a manifest. */
export const manifestText = (manifest: JournalManifest): string => `${JSON.stringify(manifest, null, 1)}\n`;

/**
 * Whether `folder` has this manifest; false if it has none. Throws UserError if it has another one, with the
 * differences, or a damaged one.
 */
export async function hasManifest(files: Files, folder: string, manifest: JournalManifest): Promise<boolean> {
  const path = joinPath(folder, MANIFEST_NAME);
  if ((await files.stat(path).catch(() => undefined)) === undefined) return false;
  const text = manifestText(manifest);
  const found = await readManifest(files, path, 4 * text.length + 1e6);
  if (found === text) return true;
  const other = parseManifest(found);
  if (other === undefined || (await isAltered(files, folder, found)))
    throw damaged(path, 'it is not as a run wrote it');
  throw new UserError(
    `found the journal of another run, which does not fit this one: ${differenceOf(other, manifest)}`,
    {
      place: { file: folder },
      hint: 'go on with the survey and the engine of that run, or remove the folder to begin anew',
    },
  );
}

/** The text of the manifest at `path`. Throws UserError if it cannot be read, or is longer than any that could fit. */
async function readManifest(files: Files, path: string, bytesMax: number): Promise<string> {
  const bytes = await readBounded(files, path, { what: 'the manifest of a journal', bytesMax }).catch(
    (error: unknown) => {
      throw error instanceof UserError ? damaged(path, error.message) : error;
    },
  );
  return new TextDecoder().decode(bytes);
}

const damaged = (path: string, found: string): UserError =>
  new UserError(`the journal cannot be gone on with, since its manifest is damaged: ${found}`, {
    place: { file: path },
    hint: `remove ${dirname(path)} to begin anew`,
  });

/** A manifest, maybe of another version; undefined: the text is none. */
export function parseManifest(text: string): Partial<JournalManifest> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { format, legs } = (value ?? {}) as Partial<JournalManifest>;
  if (typeof format !== 'string' || !FORMATS.test(format)) return undefined;
  return format === FORMAT && !Array.isArray(legs) ? undefined : (value as Partial<JournalManifest>);
}

/** Whether the parts of a journal are of another manifest than this one beside them. */
async function isAltered(files: Files, folder: string, found: string): Promise<boolean> {
  const keys = await keysOfParts(files, folder);
  return keys.size > 0 && !keys.has(await textDigest(found));
}

/** The difference of a manifest from the one of this run, in words. */
function differenceOf(found: Partial<JournalManifest>, own: JournalManifest): string {
  if (found.format !== own.format || !found.legs) return 'it is by another version of subray';
  if (found.software !== own.software) return `it is by ${JSON.stringify(found.software)}, this is ${own.software}`;
  if (found.engine !== own.engine || found.device !== own.device)
    return `it is by the ${found.engine} engine (${found.device}), this run uses the ${own.engine} engine (${own.device}), which rounds otherwise`;
  const others = own.legs.filter(({ digest }, k) => found.legs?.[k]?.digest !== digest);
  const differences = [
    ...(found.scene === own.scene ? [] : ['the scene is another']),
    ...(found.legs.length === own.legs.length
      ? []
      : [`it has ${counted(found.legs.length, 'leg')} with pulses, this run ${own.legs.length}`]),
    ...(others.length === 0 ? [] : [otherLegs(others, own.legs.length)]),
  ];
  return differences.join('; ') || 'names of scanners or legs are others';
}

/** Says which legs have other pulses, or other settings, materials or random numbers. */
function otherLegs(others: readonly JournalLeg[], total: number): string {
  const [{ leg, scanner }] = others;
  if (others.length === total && total > 1) return 'all legs differ, as with another seed, scanner or footprint';
  const more = others.length > 1 ? ` and ${counted(others.length - 1, 'other')} differ` : ' differs';
  return `leg ${JSON.stringify(leg)} of scanner ${JSON.stringify(scanner)}${more} (pulses, settings, materials or seed)`;
}
