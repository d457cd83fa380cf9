import { nastyNumber, nastyText } from './nasty-values.js';
import { howMany, longNumber, nestedJson } from './structures.js';

/** Numbers in [0, 1). */
export type Random = () => number;

/** A format's facts for `mutate`. */
export interface MutateOptions {
  isText: boolean;
  dictionary: readonly string[];
}

type Mutation = (bytes: Uint8Array, random: Random, dictionary: readonly string[]) => Uint8Array;

const below = (random: Random, limit: number): number => Math.floor(random() * limit);
const pick = <T>(random: Random, items: readonly T[]): T => items[below(random, items.length)];

/** Larger mutants would test the size of files, which has tests of its own. */
const BYTES_MAX = 1 << 18;
/** Repeats of a piece. */
const REPEATS_MAX = 10_000;

/** `bytes` with 1 to 4 damages of random kinds. */
export function mutate(bytes: Uint8Array, random: Random, { isText, dictionary }: MutateOptions): Uint8Array {
  const mutations = isText ? [...TEXT_MUTATIONS, ...TEXT_MUTATIONS, ...BYTE_MUTATIONS] : BYTE_MUTATIONS;
  let mutant = bytes;
  for (let count = 1 + below(random, 4); count > 0; count--)
    mutant = pick(random, mutations)(mutant, random, dictionary).subarray(0, BYTES_MAX);
  return mutant;
}

/** A copy with `insert` in place of the bytes from `start` to `end`. */
function splice(bytes: Uint8Array, start: number, end: number, insert: Uint8Array): Uint8Array {
  const out = new Uint8Array(start + insert.length + bytes.length - end);
  out.set(bytes.subarray(0, start));
  out.set(insert, start);
  out.set(bytes.subarray(end), start + insert.length);
  return out;
}

/** A random range of at most `longest` bytes. */
function rangeIn(bytes: Uint8Array, random: Random, longest = bytes.length): [start: number, end: number] {
  const start = below(random, bytes.length + 1);
  return [start, Math.min(bytes.length, start + below(random, 1 + longest))];
}

const NASTY_BYTES = [0, 1, 0x0a, 0x20, 0x22, 0x2d, 0x7f, 0x80, 0xfe, 0xff];
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);
/** The inverse of `decode`: letters above 255 are not among the inserted texts. */
const encodeLatin = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const BYTE_MUTATIONS: readonly Mutation[] = [
  // A bit.
  (bytes, random) => {
    const out = bytes.slice();
    if (out.length > 0) out[below(random, out.length)] ^= 1 << below(random, 8);
    return out;
  },
  // A byte.
  (bytes, random) => {
    const out = bytes.slice();
    if (out.length > 0) out[below(random, out.length)] = pick(random, NASTY_BYTES);
    return out;
  },
  // A number of 1 to 8 bytes, of either order.
  (bytes, random) => splice(bytes, ...sameLength(bytes, random, binaryNumber(random))),
  // A cut.
  (bytes, random) => bytes.slice(0, below(random, bytes.length + 1)),
  // A piece left out.
  (bytes, random) => splice(bytes, ...rangeIn(bytes, random, 64), new Uint8Array()),
  // A piece repeated.
  (bytes, random) => {
    const [start, end] = rangeIn(bytes, random, 256);
    return splice(bytes, end, end, bytes.slice(start, end));
  },
  // A few bytes again and again.
  (bytes, random) => {
    const [start, end] = rangeIn(bytes, random, 16);
    const piece = bytes.slice(start, end);
    const many = Buffer.concat(Array.from({ length: howMany(random, REPEATS_MAX) }, () => piece));
    return splice(bytes, end, end, many);
  },
  // A piece moved.
  (bytes, random) => {
    const [start, end] = rangeIn(bytes, random, 64);
    const rest = splice(bytes, start, end, new Uint8Array());
    const at = below(random, rest.length + 1);
    return splice(rest, at, at, bytes.slice(start, end));
  },
  // A word of the format.
  (bytes, random, dictionary) => {
    const at = below(random, bytes.length + 1);
    const word = encode(dictionary.length > 0 ? pick(random, dictionary) : '');
    return splice(bytes, at, random() < 0.5 ? Math.min(bytes.length, at + word.length) : at, word);
  },
];

/** A place for `insert`, which replaces as many bytes. */
function sameLength(bytes: Uint8Array, random: Random, insert: Uint8Array): [number, number, Uint8Array] {
  const start = below(random, bytes.length + 1);
  return [start, Math.min(bytes.length, start + insert.length), insert];
}

const INTEGERS = [0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

function binaryNumber(random: Random): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  const little = random() < 0.75;
  const kind = below(random, 5);
  if (kind === 0) view.setFloat64(0, nastyNumber(random), little);
  else if (kind === 1) view.setFloat32(0, nastyNumber(random), little);
  else if (kind === 2) view.setUint32(0, pick(random, INTEGERS), little);
  else if (kind === 3) view.setUint16(0, pick(random, INTEGERS) & 0xffff, little);
  else view.setBigUint64(0, pick(random, [0n, 1n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n]), little);
  return new Uint8Array(view.buffer, 0, [8, 4, 4, 2, 8][kind]);
}

/** The mutation of a text as one of its bytes. */
const ofText =
  (change: (text: string, random: Random, dictionary: readonly string[]) => string): Mutation =>
  (bytes, random, dictionary) =>
    encodeLatin(change(decode(bytes), random, dictionary));

/** The mutation of the lines of a text. */
const ofLines = (change: (lines: string[], random: Random, dictionary: readonly string[]) => void): Mutation =>
  ofText((text, random, dictionary) => {
    const lines = text.split('\n');
    change(lines, random, dictionary);
    return lines.join('\n');
  });

const NUMBER = /[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?/g;
const WORD = /[A-Za-z_][\w-]*/g;

const TEXT_MUTATIONS: readonly Mutation[] = [
  // A number becomes extreme.
  ofText((text, random) => replaceOne(text, NUMBER, random, () => nastyText(random))),
  ofText((text, random) => replaceOne(text, NUMBER, random, () => nastyText(random))),
  // A number of many digits, or within many brackets.
  ofText((text, random) => replaceOne(text, NUMBER, random, () => longNumber(random, 20_000))),
  ofText((text, random) => replaceOne(text, NUMBER, random, (old) => nestedJson(random, 20_000, old))),
  // A number becomes another one.
  ofText((text, random) => replaceOne(text, NUMBER, random, (old) => String(Number(old) * (random() * 4 - 2)))),
  // A word becomes another one of the format.
  ofText((text, random, dictionary) =>
    replaceOne(text, WORD, random, (old) => (dictionary.length > 0 ? pick(random, dictionary) : old)),
  ),
  // A word becomes another one of the text.
  ofText((text, random) => replaceOne(text, WORD, random, () => pick(random, text.match(WORD) ?? ['']))),
  // A line left out, repeated, moved.
  ofLines((lines, random) => void lines.splice(below(random, lines.length), 1)),
  ofLines((lines, random) => {
    const at = below(random, lines.length);
    lines.splice(at, 0, ...Array.from({ length: 1 + below(random, 5) }, () => lines[at]));
  }),
  // A line again and again.
  ofLines((lines, random) => {
    const at = below(random, lines.length);
    const count = Math.min(howMany(random, REPEATS_MAX), BYTES_MAX / (1 + lines[at].length));
    lines.splice(at, 0, ...Array.from({ length: count }, () => lines[at]));
  }),
  ofLines((lines, random) => {
    const [line] = lines.splice(below(random, lines.length), 1);
    lines.splice(below(random, lines.length + 1), 0, line);
  }),
  // The end of a line left out, or a word added there.
  ofLines((lines, random) => {
    const at = below(random, lines.length);
    lines[at] = lines[at].slice(0, below(random, lines[at].length + 1));
  }),
  ofLines((lines, random, dictionary) => {
    const word = random() < 0.5 || dictionary.length === 0 ? nastyText(random) : pick(random, dictionary);
    lines[below(random, lines.length)] += ` ${word}`;
  }),
  // Indentation.
  ofLines((lines, random) => {
    const at = below(random, lines.length);
    lines[at] = ' '.repeat(below(random, 9)) + lines[at].trimStart();
  }),
];

/** `text` with one random match of `pattern` replaced. */
function replaceOne(text: string, pattern: RegExp, random: Random, change: (old: string) => string): string {
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) return text;
  const match = pick(random, matches);
  // Text of the dictionary may hold letters that are more than a byte.
  const put = decode(encode(change(match[0])));
  return text.slice(0, match.index) + put + text.slice(match.index + match[0].length);
}
