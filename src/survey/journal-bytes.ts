import { OUTPUTS } from '../device/buffers.js';
import type { Scanner } from '../scanner/scanner.js';
import { type Survey, wantsWaveforms } from './survey.js';
import { waveformSamples } from './waveform-bytes.js';

const bytesOf = Object.fromEntries(OUTPUTS.map(({ name, bytes }) => [name, bytes])) as Record<
  (typeof OUTPUTS)[number]['name'],
  number
>;

/** Bytes of a return that a run to be resumed keeps of a scanner: its record, and the waveform of one whose light no other's joins. */
export function journalBytes(
  survey: Pick<Survey, 'outputs' | 'waveforms' | 'physics'>,
  scanner: Pick<Scanner, 'sampling' | 'pulse' | 'detection'>,
): number {
  const samples = wantsWaveforms(survey) ? waveformSamples(survey, scanner) : 0;
  return bytesOf.points + (samples > 0 ? bytesOf.parts + samples * bytesOf.samples : 0);
}
