import { RECORD_BYTES, WAVE_PACKET_AT } from '../../../src/io/las/point-layout.js';
import { type LayeredFormat, type PackedLayout, packedLayout } from '../../../src/io/laz/packed-layout.js';
import { testRandom } from '../../support/random.js';

/** Random numbers of a pattern. */
interface Dice {
  /** Below 1. */
  unit(): number;
  /** A whole number below `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
}

function diceOf(seed: number): Dice {
  const unit = testRandom(seed);
  return { unit, below: (limit) => Math.floor(unit() * limit), chance: (probability) => unit() < probability };
}

/** One point of a pattern: writes its record; `last` is that of the point before. */
type Pattern = (view: DataView, last: DataView | undefined, point: number, dice: Dice) => void;

const AT = { intensity: 12, returns: 14, flags: 15, class: 16, user: 17, angle: 18, source: 20, time: 22 } as const;

/** Lines of a scanner: steps that repeat, one to three returns, times at a constant rate. */
function lines(channels: number): Pattern {
  let [returns, number, channel] = [1, 1, 0];
  return (view, last, point, { below, chance, unit }) => {
    if (number < returns) number++;
    else [returns, number, channel] = [1 + below(chance(0.3) ? 3 : 1), 1, below(channels)];
    const [x, y] = last ? [last.getInt32(0, true), last.getInt32(4, true)] : [5_000_000, -3_000_000];
    const isNewLine = point % 311 === 0;
    view.setInt32(0, x + (isNewLine ? -31_000 : 100 + below(5)), true);
    view.setInt32(4, y + (isNewLine ? 900 : below(3) - 1), true);
    view.setInt32(8, 120_000 - 700 * number + below(40), true);
    view.setUint16(AT.intensity, 900 + below(300) + 40 * number, true);
    view.setUint8(AT.returns, number | (returns << 4));
    view.setUint8(AT.flags, (channel << 4) | (point % 2000 < 1000 ? 0x40 : 0) | (isNewLine ? 0x80 : 0));
    view.setUint8(AT.class, number === returns ? 2 : 5);
    view.setUint8(AT.user, 0);
    view.setInt16(AT.angle, (point % 311) * 10 - 1500, true);
    view.setUint16(AT.source, 7, true);
    const before = last ? last.getFloat64(AT.time, true) : 3e8;
    view.setFloat64(AT.time, number === 1 ? before + 1e-5 * (1 + (chance(0.05) ? below(700) : 0)) : before, true);
    if (unit() < 0.002) view.setFloat64(AT.time, 3e8 + below(1e6), true);
  };
}

/** Anything in every bit. */
const noise: Pattern = (view, _last, _point, { below }) => {
  for (let byte = 0; byte < view.byteLength; byte++) view.setUint8(byte, below(256));
};

/** Anything, but seldom. */
const rare: Pattern = (view, last, _point, { below, chance }) => {
  for (let byte = 0; byte < view.byteLength; byte++)
    view.setUint8(byte, last && !chance(0.01) ? last.getUint8(byte) : below(256));
};

/** Equal points. */
const constant: Pattern = (view, last) => {
  for (let byte = 0; byte < view.byteLength; byte++) view.setUint8(byte, last ? last.getUint8(byte) : byte);
};

/** Times that stand, jump, go back, run in several sequences and by large multiples. */
const times: Pattern = (view, _last, point, { below, chance, unit }) => {
  const sequence = below(chance(0.2) ? 5 : 1);
  const step = [1, 2, 17, 499, 500, 501, -9, -10, -11, 0][below(10)];
  view.setUint8(AT.returns, 0x11);
  view.setFloat64(AT.time, sequence * 1e5 + (point + step) * 1e-6, true);
  if (chance(0.02)) view.setBigUint64(AT.time, BigInt(Math.floor(unit() * 2 ** 62)), true);
};

export const PATTERNS: Readonly<Record<string, () => Pattern>> = {
  'lines of one channel': () => lines(1),
  'lines of four channels': () => lines(4),
  noise: () => noise,
  'rare changes': () => rare,
  'equal points': () => constant,
  'times that jump': () => times,
};

/** Colours that are grey or not, extra bytes that drift, packets that follow each other. */
function fillItems(view: DataView, last: DataView | undefined, format: LayeredFormat, point: number, dice: Dice): void {
  const { below, chance } = dice;
  if (format === 7 || format === 8 || format === 10) {
    const grey = chance(0.2) ? below(65_536) : undefined;
    for (let k = 0; k < 3; k++) view.setUint16(30 + 2 * k, grey ?? 20_000 + below(300) + 4000 * k, true);
    if (format !== 7) view.setUint16(36, 1000 + below(600), true);
  }
  const packetAt = WAVE_PACKET_AT[format];
  if (packetAt !== undefined) {
    const offset = last ? last.getBigUint64(packetAt + 1, true) + BigInt(last.getUint32(packetAt + 9, true)) : 60n;
    view.setUint8(packetAt, 1 + below(3));
    view.setBigUint64(
      packetAt + 1,
      chance(0.1) ? offset + BigInt(below(5000)) : chance(0.02) ? offset << 20n : offset,
      true,
    );
    view.setUint32(packetAt + 9, 80 + 8 * below(3), true);
    for (let k = 0; k < 4; k++) view.setFloat32(packetAt + 13 + 4 * k, dice.unit() + k, true);
  }
  for (let byte = RECORD_BYTES[format]; byte < view.byteLength; byte++)
    view.setUint8(byte, (point * (byte % 3)) / 7 + below(1 + (byte % 5)));
}

/** `count` records of a pattern. Noise and equal points fill their items, too. */
export function patternRecords(
  name: string,
  { format, extraBytes, count, seed }: { format: LayeredFormat; extraBytes: number; count: number; seed: number },
): { records: Uint8Array; layout: PackedLayout } {
  const recordLength = RECORD_BYTES[format] + extraBytes;
  const records = new Uint8Array(count * recordLength);
  const dice = diceOf(seed);
  const pattern = PATTERNS[name]();
  let last: DataView | undefined;
  for (let point = 0; point < count; point++) {
    const view = new DataView(records.buffer, point * recordLength, recordLength);
    if (!name.startsWith('lines') && name !== 'times that jump') pattern(view, last, point, dice);
    else {
      fillItems(view, last, format, point, dice);
      pattern(view, last, point, dice);
    }
    // A NaN that is compared with itself differs in every implementation; no file has such times.
    if (Number.isNaN(view.getFloat64(AT.time, true))) view.setFloat64(AT.time, point, true);
    last = view;
  }
  return { records, layout: packedLayout(format, recordLength) };
}
