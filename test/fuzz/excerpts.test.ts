/*
 * Messages about texts with binary data in them quote them by their start, in letters that can be printed: each word of
 * the seeds of each kind is replaced in turn, and so is the end of the file.
 */
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { inLong } from '../support/long-run.js';
import type { FuzzSeed } from './fuzz-kind.js';
import { FUZZ_KINDS } from './kinds/index.js';

/** Bytes of all values but blanks and the ends of lines and fields, over and over, and no numbers. */
const GARBAGE = Buffer.from(
  Array.from({ length: 3000 }, (_, k) => (k * 73) % 256).filter(
    (byte) => byte !== 0x20 && !(byte >= 9 && byte <= 13) && !'0123456789,;"\'\\'.includes(String.fromCharCode(byte)),
  ),
);
/** The same in UTF-8. */
const LETTERS = Buffer.from(GARBAGE.toString('latin1'), 'utf8');
/** A long word of letters alone. */
const LONG = Buffer.from('é€x'.repeat(1000));
/** Kinds that name files: paths are quoted in full, since they differ at their ends. */
const NAME_FILES = ['survey', 'run', 'scanner', 'material'];

/** Words of a seed that are replaced. */
const WORDS = inLong(400, 10);
/** Letters of a message about one word, with the words that are expected. */
const LETTERS_MAX = 1500;

/** Whether a seed is a text. */
const isText = ({ bytes }: FuzzSeed): boolean => bytes.length > 0 && bytes.every((byte) => byte >= 9 && byte < 0x7f);

/** The seed with a garbage in place of some of its words, one at a time, and behind its end. */
function* withGarbage({ bytes }: FuzzSeed, garbage: Uint8Array): Generator<Uint8Array> {
  const text = Buffer.from(bytes);
  const words = [...text.toString('latin1').matchAll(/[^\s,;:="<>[\]{}()]+/g)];
  const step = Math.max(1, Math.floor(words.length / WORDS));
  for (let k = 0; k < words.length; k += step) {
    const { index, 0: word } = words[k];
    yield Buffer.concat([text.subarray(0, index), garbage, text.subarray(index + word.length)]);
  }
  yield Buffer.concat([text, garbage]);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNPRINTABLE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

const SEEDS = await Promise.all(FUZZ_KINDS.map(async (kind) => ({ kind, texts: (await kind.seeds()).filter(isText) })));

describe('an excerpt of binary data', () => {
  it.each(SEEDS.filter(({ texts }) => texts.length > 0).map(({ kind, texts }) => [kind.name, kind, texts] as const))(
    'is short and printable: %s',
    async (_, kind, texts) => {
      const odd: string[] = [];
      for (const seed of texts)
        for (const garbage of NAME_FILES.includes(kind.name) ? [GARBAGE] : [GARBAGE, LETTERS, LONG])
          for (const bytes of withGarbage(seed, garbage)) {
            const error: unknown = await kind.use(bytes, seed.file).catch((thrown: unknown) => thrown);
            if (!(error instanceof UserError)) continue;
            // The file itself may have the name.
            const message = error.format().replace(error.place?.file ?? '', '');
            if (UNPRINTABLE.test(message) || message.length > LETTERS_MAX) odd.push(message.slice(0, 300));
          }
      expect(odd).toEqual([]);
    },
  );
});
