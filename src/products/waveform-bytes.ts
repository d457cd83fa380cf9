import { packetBytesOf, SAMPLES_MIN } from '../io/las/packet-form.js';
import { WAVEFORM_FORMATS, type WaveformFormatName } from '../io/waveforms/waveform-formats.js';
import { binPulse } from '../scanner/bins.js';
import type { Scanner } from '../scanner/scanner.js';
import type { BareSurvey } from '../survey/bare-survey.js';
import type { CloudOutput } from './resolve-clouds.js';

/**
 * Bytes of the waveform of a return, over all files of a survey with waveforms: of one whose light no other return's
 * joins. 0 of a scanner that records none.
 */
export function waveformBytes(
  {
    outputs,
    waveforms,
    physics,
  }: { outputs: readonly CloudOutput[]; waveforms?: { format: WaveformFormatName } } & Pick<BareSurvey, 'physics'>,
  scanner: Pick<Scanner, 'sampling' | 'pulse' | 'detection'>,
): number {
  const inBins = physics?.echoes === 'bins';
  const samples = waveformSamples({ physics }, scanner);
  if (samples === 0) return 0;
  const bits = inBins ? 0 : (scanner.sampling?.digitiser?.bits ?? 0);
  const packets = outputs.filter((output) => output.waveforms !== undefined).length;
  const own = waveforms && WAVEFORM_FORMATS[waveforms.format];
  return packets * packetBytesOf(samples, bits) + (own ? own.bytesPerPart + samples * own.bytesPerSample : 0);
}

/** Samples of the waveform of a return whose light no other return's joins; 0 of a scanner that records none. */
export const waveformSamples = (
  { physics }: Pick<BareSurvey, 'physics'>,
  scanner: Pick<Scanner, 'sampling' | 'pulse' | 'detection'>,
): number => (physics?.echoes === 'bins' ? wholePackets(binPulse(scanner).powers.length) : samplesOf(scanner));

/** Samples of the response to a pulse. */
function samplesOf({ sampling }: Pick<Scanner, 'sampling'>): number {
  if (sampling === undefined) return 0;
  const { response, interval, samplesMax } = sampling;
  return Math.min(samplesMax, wholePackets((response.values.length * response.step) / interval));
}

/** Samples of the part that holds so many, wherever they begin. */
const wholePackets = (samples: number): number => SAMPLES_MIN * Math.ceil((samples + SAMPLES_MIN - 1) / SAMPLES_MIN);
