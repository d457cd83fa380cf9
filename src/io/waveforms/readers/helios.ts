import { UserError } from '../../../base/errors.js';
import type { Files, InputFile } from '../../../base/files/files.js';
import { latin1 } from '../../../base/latin1.js';
import { counted } from '../../../base/text.js';
import { readBytes, withFile } from '../../bytes/read-head.js';
import { orderParts, type RecordedPulse, type WaveformReader } from '../recorded-pulse.js';

/** Numbers before the samples: pulse, place, direction, times of the first sample and behind the last, GPS time. */
const NUMBERS_BEFORE = 10;
const NANOSECOND = 1e-9;
const NANOWATT = 1e-9;

/** The full-wave text of HELIOS++, as subray and HELIOS++ write it; see formats/helios.ts. It contains no returns. */
export const HELIOS_READER: WaveformReader = {
  endings: ['.txt'],
  read: (files: Files, path: string, numbers: ReadonlySet<number>) =>
    withFile(files, path, async (handle) => {
      const pulses = new Map<number, RecordedPulse>();
      const last = Math.max(...numbers);
      let [number, index, time] = [0, Number.NaN, Number.NaN];
      for await (const { text, line } of readLines(handle, path)) {
        const fields = text.trim();
        if (fields === '') continue;
        const values = fields.split(/\s+/).map(Number);
        checkLine(values, path, line);
        if (values[0] !== index || values[9] !== time) number++;
        if (number > last) break;
        [index, time] = [values[0], values[9]];
        if (numbers.has(number)) addLine(pulses, number, values);
      }
      return [...pulses.values()].map(orderParts);
    }),
};

function checkLine(values: readonly number[], path: string, line: number): void {
  const fault = (found: string) =>
    new UserError(found, {
      place: { file: path, line },
      hint: 'a line has: pulse, x y z and direction of the beam, first and last time (ns), GPS time (s), then the samples',
    });
  if (values.length <= NUMBERS_BEFORE)
    throw fault(`found ${counted(values.length, 'number')}, expected more than ${NUMBERS_BEFORE}`);
  const wrong = values.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) throw fault(`found no number in column ${wrong + 1}`);
  if (!(values[8] > values[7])) throw fault(`found times from ${values[7]} to ${values[8]} ns, expected rising ones`);
}

/** The two times are one-way. */
function addLine(pulses: Map<number, RecordedPulse>, number: number, values: readonly number[]): void {
  const [pulse, , , , , , , from, to, time] = values;
  const power = Float64Array.from(values.slice(NUMBERS_BEFORE), (sample) => sample * NANOWATT);
  const start = 2 * from * NANOSECOND;
  const interval = (2 * (to - from) * NANOSECOND) / power.length;
  const known = pulses.get(number) ?? { number, pulse, time, fromEmission: true, parts: [] };
  known.parts.push({ start, interval, power, returns: [] });
  pulses.set(number, known);
}

const BLOCK_BYTES = 2 ** 20;
/** A million samples of ten digits. */
const LINE_CHARACTERS_MAX = 2 ** 24;

/** The lines of a text, with their numbers from 1. Throws UserError for a line of more than 16 million characters. */
async function* readLines(handle: InputFile, path: string): AsyncGenerator<{ text: string; line: number }> {
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
