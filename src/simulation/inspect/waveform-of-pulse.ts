import type { WaveformBatch } from '../../cloud/waveform-batch.js';
import { Pulse } from '../../device/records.generated.js';
import type { PulseBuffers } from '../../engine/cpu/pulse-tracer.js';
import type { LegInspection } from './leg-inspection.js';
import { hitsInReach } from './pulse-echoes.js';
import {
  receivedWaveform,
  recordedWaveform,
  timeOfRange,
  type WaveformHits,
  type WaveformOfPulse,
} from './pulse-waveform.js';

/**
 * The waveform of a pulse: the `recorded` one, or the light that its receiver sees; `ranges` are those of its returns.
 */
export function waveformOfPulse(
  { numbers, recorder, scanner }: LegInspection,
  buffers: PulseBuffers,
  recorded: WaveformBatch | undefined,
  ranges: Float64Array,
): WaveformOfPulse {
  const zero = recorder?.zero ?? 0;
  const returnTimes = ranges.map((range) => timeOfRange(range) + zero);
  if (recorded === undefined) {
    const light = receivedWaveform(waveformHits(buffers, numbers), numbers);
    return {
      kind: 'received',
      ...light,
      returnTimes,
      ...(numbers.method === 'peaks' && { threshold: numbers.minPower }),
    };
  }
  const isBins = recorder?.bins !== undefined;
  const threshold = isBins ? numbers.minPower : (scanner.sampling?.threshold ?? 0);
  return { kind: isBins ? 'bins' : 'recorded', ...recordedWaveform(recorded), returnTimes, threshold };
}

/**
 * The hits that count, with middles and durations of their pulses as `echo` has them: it stretches none where all are
 * close together.
 */
function waveformHits(
  { pulse, hits, stretches, middles }: PulseBuffers,
  { method, pulseSpread }: LegInspection['numbers'],
): WaveformHits {
  const { distance: ranges, energy: energies } = hits;
  const limits = [Pulse.rangeMin, Pulse.rangeMax].map((field) => pulse.floats[field / 4]);
  const counted = hitsInReach({ hits }, limits[0], limits[1]);
  const [nearest, farthest] = [ranges[counted[0]], ranges[counted[counted.length - 1]]];
  const areStretched = method === 'peaks' && Math.fround(farthest - nearest) > pulseSpread;
  const durations = new Float32Array(ranges.length);
  for (const k of counted) durations[k] = areStretched ? stretches[k] : 1;
  return { ranges: areStretched ? middles : ranges, energies, stretches: durations };
}
