import { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { endingOf, joinWords } from '../../base/text.js';
import { HELIOS_READER } from './readers/helios.js';
import { LAS_WAVEFORMS } from './readers/las.js';
import { NPZ_WAVEFORM_READER } from './readers/npz.js';
import type { RecordedPulse, WaveformReader } from './recorded-pulse.js';

/** Readers of waveforms: the one place that lists them. */
export const WAVEFORM_READERS: Readonly<Record<string, WaveformReader>> = Object.freeze({
  las: LAS_WAVEFORMS,
  npz: NPZ_WAVEFORM_READER,
  helios: HELIOS_READER,
});

/**
 * The pulses with these numbers in a file of waveforms, counted from 1 in its order, in the order of `numbers`. Throws
 * UserError for other files, unreadable ones, and numbers that the file does not have.
 */
export async function readWaveforms(files: Files, path: string, numbers: readonly number[]): Promise<RecordedPulse[]> {
  const readers = Object.values(WAVEFORM_READERS);
  const reader = readers.find(({ endings }) => endings.includes(endingOf(path)));
  if (!reader)
    throw new UserError('it is no file of waveforms', {
      place: { file: path },
      hint: `waveforms are read from ${joinWords(
        readers.flatMap(({ endings }) => endings),
        'or',
      )}`,
    });
  const pulses = await reader.read(files, path, new Set(numbers));
  return numbers.map((number) => {
    const found = pulses.find((pulse) => pulse.number === number);
    if (found) return found;
    throw new UserError(`there is no pulse ${number} with a waveform`, {
      place: { file: path },
      hint: 'pulses with waveforms are counted from 1, in the order of the file',
    });
  });
}
