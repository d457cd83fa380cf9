import { DEGREE } from '../../base/angle.js';
import { type SourcePlace, UserError } from '../../base/errors.js';
import { quoteText } from '../../base/yaml/faults.js';

/** A sentence of NMEA 0183: its type without the talker (GGA, RMC, HDT; PASHR of Ashtech), and the fields after it. */
export interface NmeaSentence {
  type: string;
  fields: readonly string[];
  place: SourcePlace;
}

/**
 * The texts of the sentences in a line, each from behind its $: loggers put a time stamp before it, and a sentence that
 * lost its end is followed by the next one.
 */
export const sentencesIn = (line: string): string[] => line.split('$').slice(1);

/**
 * The sentence of a text from behind its $, or undefined if it is not one of `types`. Throws UserError at `place` if
 * its checksum is wrong; the checksum is optional.
 */
export function parseSentence(text: string, types: ReadonlySet<string>, place: SourcePlace): NmeaSentence | undefined {
  const [body, checksum] = text.split('*', 2);
  const [address, ...fields] = body.trim().split(',');
  const type = address.startsWith('P') ? address : address.slice(2);
  if (!types.has(type)) return undefined;
  if (checksum !== undefined) checkSum(body, checksum.trim().split(/\s/, 1)[0], place);
  return { type, fields, place };
}

/** The checksum is the exclusive or of all characters between $ and *, as two hexadecimal digits (NMEA 0183). */
function checkSum(body: string, stated: string, place: SourcePlace): void {
  let sum = 0;
  for (let k = 0; k < body.length; k++) sum ^= body.charCodeAt(k);
  const computed = sum.toString(16).toUpperCase().padStart(2, '0');
  if (computed === stated.toUpperCase()) return;
  throw new UserError(`found the checksum ${quoteText(stated)}, expected ${computed} for this sentence`, { place });
}

/** The number in a field. Throws UserError if it is not a number. */
export function fieldNumber({ fields, type, place }: NmeaSentence, index: number, what: string): number {
  const text = fields[index] ?? '';
  if (/^[+-]?\d+(\.\d*)?$/.test(text)) return Number(text);
  throw new UserError(`${type}: found ${quoteText(text)} as ${what} (field ${index + 1}), expected a number`, {
    place,
  });
}

/** Seconds since midnight of a field hhmmss.sss. */
export function timeOfDay({ fields, type, place }: NmeaSentence, index: number): number {
  const text = fields[index] ?? '';
  const [, hours, minutes, seconds] = /^(\d\d)(\d\d)(\d\d(?:\.\d*)?)$/.exec(text) ?? [];
  if (hours !== undefined && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 61)
    return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  throw new UserError(`${type}: found ${quoteText(text)} (field ${index + 1}), expected a time hhmmss.ss`, { place });
}

/** Radians of a latitude ddmm.mmm or a longitude dddmm.mmm, with the letter N, S, E or W in the next field. */
export function angleOf({ fields, type, place }: NmeaSentence, index: number): number {
  const [text, side] = [fields[index] ?? '', fields[index + 1] ?? ''];
  const [, degrees, minutes] = /^(\d{2,3})(\d\d(?:\.\d*)?)$/.exec(text) ?? [];
  if (degrees === undefined || !/^[NSEW]$/.test(side) || Number(minutes) >= 60)
    throw new UserError(
      `${type}: found ${quoteText(`${text},${side}`)} (field ${index + 1}), expected degrees and minutes such as 4807.038,N`,
      { place },
    );
  const angle = (Number(degrees) + Number(minutes) / 60) * DEGREE;
  return side === 'S' || side === 'W' ? -angle : angle;
}
