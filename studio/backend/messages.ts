import type { OperationName } from 'subray/browser';
import type { Failure, NamedFile } from './backend.js';

/** A message of the page to its worker. */
export type ToWorker =
  | { kind: 'ask'; id: number; name: OperationName; ask: unknown }
  | { kind: 'abort'; id: number }
  | { kind: 'add'; id: number; files: readonly NamedFile[] }
  | { kind: 'remove'; id: number; name: string }
  | { kind: 'file'; id: number; run: string; name: string };

/** A message of the worker to the page. */
export type FromWorker =
  | { kind: 'event'; id: number; event: unknown }
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'failure'; id: number; failure: Failure };

/** The memory of typed arrays in plain data, which goes to another thread with it. */
export function memoryOf(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (Array.isArray(value) || (value !== null && typeof value === 'object' && !(value instanceof Blob)))
    for (const part of Object.values(value)) memoryOf(part, found);
  return [...found];
}
