import type { Files } from '../../base/files/files.js';
import { joinPath } from '../../base/files/paths.js';
import { readBounded } from '../../base/files/read-bounded.js';
import { parseManifest } from './journal-manifest.js';
import { MANIFEST_NAME, startOfPart } from './part-names.js';

/** Summary of a journal. */
export interface JournalSummary {
  /** Complete parts, and their bytes. */
  parts: number;
  bytes: number;
  /** Of the whole run. */
  legs: number;
  pulses: number;
  engine: string;
  software: string;
}

/** More than a manifest of the longest survey has. */
const BYTES_MAX = 1 << 30;

/** The journal in `folder`; undefined if it has none that this version can read. */
export async function summarizeJournal(files: Files, folder: string): Promise<JournalSummary | undefined> {
  const names: string[] = await files.list(folder).catch(() => []);
  if (!names.includes(MANIFEST_NAME)) return undefined;
  const path = joinPath(folder, MANIFEST_NAME);
  const limit = { what: 'the manifest of a journal', bytesMax: BYTES_MAX };
  const text = await readBounded(files, path, limit).catch(() => new Uint8Array());
  const manifest = parseManifest(new TextDecoder().decode(text));
  if (!manifest?.legs) return undefined;
  const { legs, engine = '', software = '' } = manifest;
  const parts = names.filter(startOfPart);
  let bytes = 0;
  for (const name of parts) bytes += (await files.stat(joinPath(folder, name)).catch(() => ({ size: 0 }))).size;
  const pulses = legs.reduce((sum, leg) => sum + leg.pulses, 0);
  return { parts: parts.length, bytes, legs: legs.length, pulses, engine, software };
}
