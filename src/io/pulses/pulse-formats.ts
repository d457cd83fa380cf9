import { endingOf, joinWords } from '../../base/text.js';
import { CSV_PULSES } from './formats/csv.js';
import { HELIOS_PULSES } from './formats/helios.js';
import { NPZ_PULSES } from './formats/npz.js';
import { PARQUET_PULSES } from './formats/parquet.js';
import type { PulseFormat } from './pulse-format.js';

/** Formats in which pulses are written: the one place that lists them. */
export const PULSE_FORMATS = Object.freeze({
  csv: CSV_PULSES,
  helios: HELIOS_PULSES,
  npz: NPZ_PULSES,
  parquet: PARQUET_PULSES,
} satisfies Record<string, PulseFormat>);

export type PulseFormatName = keyof typeof PULSE_FORMATS;

const NAMES = Object.keys(PULSE_FORMATS) as PulseFormatName[];

/** The format for a path's ending. */
export const pulseFormatOf = (path: string): PulseFormatName | undefined =>
  NAMES.find((name) => PULSE_FORMATS[name].ending === endingOf(path));

/** Endings of all formats, for messages: `.csv or .txt`. */
export const pulseEndings = (): string =>
  joinWords(
    NAMES.map((name) => PULSE_FORMATS[name].ending),
    'or',
  );
