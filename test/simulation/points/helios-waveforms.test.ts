import { expect, it } from 'vitest';
import { createSpans, createWaveformBatch } from '../../../src/cloud/waveform-batch.js';
import { binSpan } from '../../../src/scanner/waveform-recorder.js';
import { heliosWaveforms } from '../../../src/simulation/points/helios-waveforms.js';

const BINS = { metres: 0.299792458 / 4, peak: 5, length: 16, longest: Number.POSITIVE_INFINITY };

it('waveforms are numbered by their laser through all legs, from 1, with the seconds of the week', () => {
  const waveforms = createWaveformBatch(3, 0, { interval: 5e-10, bits: 0, baseline: 0 });
  waveforms.pulse.set([0, 5, 17]);
  const spans = { ...createSpans(3), after: Float64Array.of(0, 0.25, 0.5) };
  // Ten seconds before the end of a week since 1980.
  const start = 604_800 * 1670 - 10 - 1e9;
  const { pulse, time } = heliosWaveforms(waveforms, spans, start, { channelCount: 4, shotsBefore: 100 });
  expect([...pulse]).toEqual([101, 102, 105]);
  expect([...time]).toEqual([604_790, 604_790.25, 604_790.5]);
});

it('begin a rise before the nearest hit, and end a pulse and a bin behind the farthest', () => {
  // 30 m are 400.277 bins.
  const { start, end, count } = binSpan(BINS, 30, 30 + 2.5 * BINS.metres);
  expect(start).toBeCloseTo(395.277, 3);
  expect(end).toBeCloseTo(395.277 + 2.5 + 17, 3);
  // From bin 396 to 415.
  expect(count).toBe(19);
});

it('end with the longest one', () => {
  const { start, end, count } = binSpan({ ...BINS, longest: 40 }, 30, 60);
  expect([end - start, count]).toEqual([40, 40]);
});
