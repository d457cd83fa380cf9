import type { CreateOptions, CreatesFiles } from '../../base/files/files.js';
import { endingOf, joinWords } from '../../base/text.js';
import { HELIOS_WAVEFORMS } from './formats/helios.js';
import { NPZ_WAVEFORMS } from './formats/npz.js';
import type { WaveformFormat, WaveformSink } from './waveform-format.js';

/** Formats in which waveforms are written to files of their own: the one place that lists them. */
export const WAVEFORM_FORMATS = Object.freeze({ npz: NPZ_WAVEFORMS, helios: HELIOS_WAVEFORMS });

export type WaveformFormatName = keyof typeof WAVEFORM_FORMATS;

const NAMES = Object.keys(WAVEFORM_FORMATS) as WaveformFormatName[];
const formatNamed = (name: WaveformFormatName): WaveformFormat => WAVEFORM_FORMATS[name];

/** The format for a path's ending. */
export const waveformFormatOf = (path: string): WaveformFormatName | undefined =>
  NAMES.find((name) => formatNamed(name).endings.includes(endingOf(path)));

/** Path endings of the formats, for messages: `.npz or .txt`. */
export const waveformEndings = (): string =>
  joinWords(
    NAMES.flatMap((name) => formatNamed(name).endings),
    'or',
  );

/** A file at `path` in the format called `format`. Throws UserError if it cannot be written. */
export const createWaveformSink = (
  path: string,
  format: WaveformFormatName,
  options: CreateOptions & CreatesFiles,
): Promise<WaveformSink> => formatNamed(format).create(path, options);
