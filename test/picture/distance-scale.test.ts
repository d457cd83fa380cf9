import { describe, expect, it } from 'vitest';
import { distanceScale, distanceTitle, formatDistance } from '../../src/picture/cloud/distance-scale.js';
import { gatherOverview } from '../../src/picture/cloud/gather-overview.js';
import { soloLooker } from '../../src/picture/crew/solo-crew.js';
import { legendFor } from '../../src/picture/raster/legend.js';
import { batchOf, cloudOf, square } from './picture-clouds.js';

describe('the scale of distances', () => {
  const distances = Float32Array.from({ length: 1000 }, (_, k) => k / 1000);

  it('ends at the 99th percentile, and counts what is beyond', () => {
    const scale = distanceScale(distances, 'b.las');
    expect(scale.high).toBeCloseTo(0.99, 6);
    expect(scale.low).toBeCloseTo(0.99e-4, 9);
    expect(scale.beyond).toBe(9);
    expect(distanceTitle(scale)).toBe('distance to b.las, logarithmic; 9 points farther');
  });

  it('tells few points that differ from many that do not', () => {
    const few = Float32Array.from({ length: 1000 }, (_, k) => (k < 5 ? 0.25 * (k + 1) : 0));
    expect(distanceScale(few, 'b.las')).toMatchObject({ high: 1.25, beyond: 0 });
  });

  it('ends at the limit where one is given', () => {
    const scale = distanceScale(distances, 'b.las', 2);
    expect(scale).toEqual({ low: 2e-4, high: 2, beyond: 0, other: 'b.las' });
    expect(distanceTitle(scale)).toBe('distance to b.las, logarithmic');
  });

  it('has a length where all points coincide', () => {
    expect(distanceScale(new Float32Array(5), 'b.las')).toMatchObject({ low: 1e-5, high: 1e-4, beyond: 0 });
  });

  it('has units in the legend', async () => {
    const overview = await gatherOverview(soloLooker(cloudOf(batchOf(square(1, 1, 0)))));
    const scale = { low: 1e-4, high: 0.04321, beyond: 1, other: 'b.las' };
    expect(legendFor('distance', overview, undefined, { distances: scale })).toMatchObject({
      kind: 'ramp',
      low: '0.100 mm',
      high: '43.2 mm',
      name: 'distance to b.las, logarithmic; 1 point farther',
    });
    expect([0.15, 12.34, 1234.5, 1e-5].map(formatDistance)).toEqual(['0.150 m', '12.3 m', '1235 m', '0.0100 mm']);
  });
});
