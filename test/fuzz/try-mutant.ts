import { UserError } from '../../src/base/errors.js';
import { testRandom } from '../support/random.js';
import type { FuzzKind, FuzzSeed } from './fuzz-kind.js';
import { mutate } from './mutate.js';

/** Verdict on one mutant; `fault` breaks the rule. */
export interface Verdict {
  outcome: 'read' | 'refused' | 'fault';
  /** For a fault, its description; for a refusal, its message. */
  message: string;
}

/** Share of the inputs that are grown, where a kind can. */
const GROWN = 0.25;

/** A mutant: its file and its bytes. The same kind, seed and number make the same mutant. */
export function mutantOf(kind: FuzzKind, seeds: readonly FuzzSeed[], seed: number, number: number): FuzzSeed {
  const random = testRandom(hashOf(`${kind.name} ${seed} ${number}`));
  if (kind.grow && random() < GROWN) return kind.grow(random);
  const { file, bytes } = seeds[Math.floor(random() * seeds.length)];
  const mutant = mutate(bytes, random, kind);
  return { file, bytes: kind.mend && random() < 0.75 ? kind.mend(mutant) : mutant };
}

/**
 * Tries a mutant. The rule: a result without numbers that are not finite, or a `UserError` with a place. The caller
 * watches time and memory.
 */
export async function tryMutant(kind: FuzzKind, { file, bytes }: FuzzSeed): Promise<Verdict> {
  try {
    const fault = await kind.use(bytes, file);
    return fault === undefined ? { outcome: 'read', message: '' } : { outcome: 'fault', message: fault };
  } catch (error) {
    if (!(error instanceof UserError)) return { outcome: 'fault', message: stackOf(error) };
    const message = error.format();
    if (error.place === undefined) return { outcome: 'fault', message: `no place: ${message}` };
    const odd = oddityOf(message);
    return odd === undefined ? { outcome: 'refused', message } : { outcome: 'fault', message: `${odd}: ${message}` };
  }
}

/** The first oddity that a message must not have, or undefined. */
function oddityOf(message: string): string | undefined {
  if (/\bundefined\b|\[object |\bat .*\.js:\d/.test(message)) return 'a message of the program, not for its user';
  return message.length > LONGEST_MESSAGE ? `a message of ${message.length} letters` : undefined;
}

/** Twenty faults of a file, each with all the keys that are allowed. */
const LONGEST_MESSAGE = 40_000;

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}
