import { UserError } from '../../../src/base/errors.js';
import type { Trajectory } from '../../../src/platform/leg.js';
import type { TrajectoryParser } from '../../../src/platform/read/trajectory-parser.js';

/** Result of a parser for bytes or a text that come in pieces of `piece` bytes. */
export function parse(parser: TrajectoryParser, content: string | Uint8Array, piece = 7): Trajectory {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  for (let at = 0; at < bytes.length; at += piece) parser.push(bytes.subarray(at, at + piece));
  return parser.finish();
}

/** The message of the UserError that `action` ends with. */
export function failure(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof UserError) return error.format();
    throw error;
  }
  throw new Error('a UserError was expected');
}
