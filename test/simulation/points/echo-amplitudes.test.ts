import { describe, expect, it } from 'vitest';
import { createPointBatch } from '../../../src/cloud/point-batch.js';
import { fillAmplitudes } from '../../../src/simulation/points/echo-amplitudes.js';
import { samplingReceiver } from '../../support/sampling.js';
import { testScanner } from '../../support/scan.js';

/** Of an echo of 1e-12 J, 5 ns long, by this receiver. */
function amplitudeBy(sampling: ReturnType<typeof samplingReceiver> | undefined): number {
  const points = createPointBatch(1);
  points.energy[0] = 1e-12;
  points.echoWidth[0] = 5e-9;
  fillAmplitudes(points, testScanner({ sampling }));
  return points.amplitude![0];
}

/** 1e-12 J · √(4 ln 2 / π) / 5 ns. */
const PEAK = 1.878_874e-4;

describe('amplitudes of echoes', () => {
  it.each(['peak', 'leadingEdge', 'constantFraction', 'gaussian'] as const)('are peaks of Gaussians: %s', (kind) => {
    expect(amplitudeBy(samplingReceiver({ detector: { kind } })) / PEAK).toBeCloseTo(1, 4);
  });

  it('are those of the response, however long an echo that a peak detector finds', () => {
    expect(amplitudeBy(samplingReceiver({}, 10e-9)) / PEAK).toBeCloseTo(0.5, 4);
    expect(amplitudeBy(samplingReceiver({ detector: { kind: 'gaussian' } }, 10e-9)) / PEAK).toBeCloseTo(1, 4);
  });

  it('are those of the waveform without samples, and none of photons', () => {
    expect(amplitudeBy(undefined) / PEAK).toBeCloseTo(1, 4);
    expect(amplitudeBy(samplingReceiver({ detector: { kind: 'geiger' } }))).toBe(0);
  });
});
