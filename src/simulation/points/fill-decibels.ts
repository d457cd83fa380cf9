import { optionalArray, type PointBatch } from '../../cloud/point-batch.js';
import { REFLECTANCE_FLOOR_DB, relativeEnergy } from '../../cloud/tone-mapping/intensity-scale.js';
import type { Physics } from '../../scanner/physics.js';
import type { SamplingReceiver } from '../../scanner/receiver/receiver.js';
import { responseWidth } from '../../scanner/receiver/response.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { InstrumentScan } from '../instrument-scan.js';
import { linkBudgetOf } from './link-budget-of.js';

/**
 * The function that gives points of a scanner what RIEGL's instruments tell of an echo (Pfennigbauer and Ullrich 2010,
 * Proc. SPIE 7684): `amplitudeDb`, 10 lg(E / E_min), at least 0; `reflectanceDb`, 10 lg(E / E_white), at least −50;
 * `deviation`, the area between the echo and a pulse of the same peak, per cent of that of the pulse. Of Gaussians of
 * the widths w and w₀ it is 100 |w / w₀ − 1|, with w₀ from a flat target across the beam; 0 of points without a width.
 */
export function decibelFiller(
  { atmosphere, physics }: Pick<InstrumentScan, 'atmosphere' | 'physics'>,
  scanner: Scanner,
): (points: PointBatch) => void {
  const budget = linkBudgetOf({ scanner, atmosphere });
  const ownWidth = widthAcross(scanner, physics);
  return (points) => {
    const [amplitude, reflectance, deviation] = (['amplitudeDb', 'reflectanceDb', 'deviation'] as const).map((key) =>
      optionalArray(points, key),
    );
    const { count, energy, range, echoWidth } = points;
    for (let i = 0; i < count; i++) {
      amplitude[i] = Math.max(0, decibels(energy[i] / budget.minEnergy));
      reflectance[i] = Math.max(REFLECTANCE_FLOOR_DB, decibels(relativeEnergy(energy[i], range[i], budget)));
      deviation[i] = echoWidth[i] > 0 ? 100 * Math.abs(echoWidth[i] / ownWidth - 1) : 0;
    }
  };
}

const decibels = (ratio: number): number => 10 * Math.log10(ratio);

/** Full width at half maximum of the echo of a flat target across the beam, as the instrument measures it, s. */
function widthAcross({ sampling, pulse }: Pick<Scanner, 'sampling' | 'pulse'>, physics?: Physics): number {
  const isSampled = sampling !== undefined && physics?.echoes !== 'bins';
  return isSampled ? responseWidth((sampling as SamplingReceiver).response) : pulse.duration;
}
