import { packetBytesOf, SAMPLES_MIN } from '../io/las/packet-form.js';
import { WAVEFORM_FORMATS } from '../io/waveforms/waveform-formats.js';
import type { SamplingReceiver } from '../scanner/receiver/receiver.js';
import type { Survey } from './survey.js';

/** Bytes of the waveform of a return, over all files of a survey with waveforms: of one whose light no other return's joins. */
export function waveformBytes(
  { outputs, waveforms }: Pick<Survey, 'outputs' | 'waveforms'>,
  sampling: SamplingReceiver | undefined,
): number {
  if (sampling === undefined) return 0;
  const { response, interval, samplesMax, digitiser } = sampling;
  const needed = (response.values.length * response.step) / interval + SAMPLES_MIN - 1;
  const samples = Math.min(samplesMax, SAMPLES_MIN * Math.ceil(needed / SAMPLES_MIN));
  const packets = outputs.filter((output) => output.waveforms !== undefined).length;
  const own = waveforms && WAVEFORM_FORMATS[waveforms.format];
  return (
    packets * packetBytesOf(samples, digitiser?.bits ?? 0) + (own ? own.bytesPerPart + samples * own.bytesPerSample : 0)
  );
}
