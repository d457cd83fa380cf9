import type { StreamKey } from '../../base/random.js';
import type { WaveformBatch, WaveformSpans } from '../../cloud/waveform-batch.js';
import { secondsOfWeek } from '../../io/units/gps-week.js';
import type { LegShots } from '../shot-numbers.js';

/**
 * Waveforms of bins as HELIOS++ has them: `pulse` numbers those of each laser, from 1 through all legs of the scanner,
 * and times are seconds of the GPS week. `startTime` is the adjusted standard GPS time of the leg's first pulse. Their
 * spans have the noise, if any.
 */
export const heliosWaveforms = (
  waveforms: WaveformBatch,
  spans: WaveformSpans,
  startTime: number,
  { channelCount, shotsBefore }: LegShots,
  noise?: { deviation: number; key: StreamKey },
): WaveformBatch => ({
  ...waveforms,
  pulse: waveforms.pulse.map((pulse) => shotsBefore + Math.floor(pulse / channelCount) + 1),
  time: spans.after.map((seconds) => secondsOfWeek(startTime, seconds)),
  spans: { ...spans, pulse: waveforms.pulse, noise: noise && { ...noise, pulse: waveforms.pulse } },
});
