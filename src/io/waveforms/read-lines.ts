import { UserError } from '../../base/errors.js';
import type { InputFile } from '../../base/files/files.js';
import { latin1 } from '../../base/latin1.js';
import { readBytes } from '../bytes/read-head.js';

const BLOCK_BYTES = 2 ** 20;
/** A million samples of ten digits. */
const LINE_CHARACTERS_MAX = 2 ** 24;

/** The lines of a text, with their numbers from 1. Throws UserError for a line of more than 16 million characters. */
export async function* readLines(handle: InputFile, path: string): AsyncGenerator<{ text: string; line: number }> {
  let [rest, line] = ['', 0];
  for (let at = 0; at < handle.info.size; at += BLOCK_BYTES) {
    const lines = (rest + latin1(await readBytes(handle, at, BLOCK_BYTES))).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_CHARACTERS_MAX)
      throw new UserError(`found a line of more than ${LINE_CHARACTERS_MAX} characters`, {
        place: { file: path, line: line + lines.length + 1 },
      });
    for (const text of lines) yield { text, line: ++line };
  }
  if (rest !== '') yield { text: rest, line: line + 1 };
}
