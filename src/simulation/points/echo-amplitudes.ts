import { optionalArray, type PointBatch } from '../../cloud/point-batch.js';
import { binPulse } from '../../scanner/bins.js';
import { PHYSICS, type Physics } from '../../scanner/physics.js';
import type { SamplingReceiver } from '../../scanner/receiver/receiver.js';
import { responseSummit } from '../../scanner/receiver/response.js';
import type { Scanner } from '../../scanner/scanner.js';

/** Peak of a Gaussian over its area, times its full width at half maximum: 2 √(ln 2 / π). */
const GAUSSIAN_PEAK = 2 * Math.sqrt(Math.LN2 / Math.PI);

type Recorder = Pick<Scanner, 'sampling' | 'pulse' | 'detection'>;

/**
 * Gives points the peak power of their echoes, W, from energy and width: the level of a bin, the measurement of a
 * sampling receiver, or the peak of a Gaussian otherwise; 0 if photons are counted.
 */
export function fillAmplitudes(points: PointBatch, scanner: Recorder, { echoes }: Physics = PHYSICS.si): void {
  const amplitude = optionalArray(points, 'amplitude');
  const rate = echoes === 'bins' ? binPulse(scanner).peakRate : peakOverEnergy(scanner.sampling);
  for (let i = 0; i < points.count; i++) {
    const own = rate ?? (points.echoWidth[i] > 0 ? GAUSSIAN_PEAK / points.echoWidth[i] : 0);
    amplitude[i] = points.energy[i] * own;
  }
}

/** Peak power over energy, 1/s, by which a detector turns peaks into energies; undefined for energies of Gaussians. */
function peakOverEnergy(sampling: SamplingReceiver | undefined): number | undefined {
  if (sampling === undefined || sampling.detector.kind === 'gaussian') return undefined;
  const { kind } = sampling.detector;
  return kind === 'geiger' || kind === 'photonCounting' ? 0 : responseSummit(sampling.response).value;
}
