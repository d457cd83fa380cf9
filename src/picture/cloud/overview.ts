import type { Box3 } from '../../base/vec3.js';
import { isEmptyBox } from '../../base/vec3.js';
import { EnergyHistogram } from '../chart/energy-histogram.js';
import { DensityGrid } from './density-grid.js';
import { FacingGrid } from './facing-grid.js';
import { percentile } from './percentile.js';
import { boundsOf, isSomewhere, type PointSource } from './point-source.js';

/** What one look at all points tells about how to draw them. */
export interface CloudOverview {
  pointCount: number;
  /** Box of all points. */
  bounds: Box3;
  grid: DensityGrid;
  /** Points of each class, return number, and instance id modulo 65536. */
  classCounts: Float64Array;
  returnCounts: Float64Array;
  instanceCounts: Float64Array;
  /** Darkest and brightest intensity worth telling apart: 1st and 99th percentile. */
  intensityRange: readonly [number, number];
  /** Likewise for energies, joules, to 1 %; 0 and 0 where no point has one. */
  energyRange: readonly [number, number];
  /** Likewise for z. */
  heightRange: readonly [number, number];
  /** Whether points have a colour other than black, which stands for none in formats that always have room for one. */
  hasColor: boolean;
  /** Where the cloud has normals: which of its surfaces have a back that was not scanned. */
  facing: FacingGrid | undefined;
}

const PERCENTILES = [0.01, 0.99] as const;
const HEIGHT_BINS = 4096;
/** Points of one cell that count for the percentiles: what lies under the scanner must not speak for everything. */
const COUNTED_PER_CELL = 4;

/**
 * One pass over `source` (two where it has no bounds), in constant memory.
 * Points that are nowhere (coordinates not finite) are left out.
 */
export async function gatherOverview(source: PointSource): Promise<CloudOverview> {
  const known =
    source.bounds &&
    !isEmptyBox(source.bounds) &&
    isSomewhere(...source.bounds.min) &&
    isSomewhere(...source.bounds.max);
  const found = known ? source.bounds! : await boundsOf(source);
  const bounds: Box3 = isEmptyBox(found) ? { min: [0, 0, 0], max: [0, 0, 0] } : found;
  const grid = new DensityGrid(bounds);
  const intensities = new Float64Array(65536);
  const energies = new EnergyHistogram();
  const heights = new Float64Array(HEIGHT_BINS);
  const heightStep = (bounds.max[2] - bounds.min[2]) / HEIGHT_BINS || 1;
  const counts = { classes: new Float64Array(256), returns: new Float64Array(16), instances: new Float64Array(65536) };
  const facing = new FacingGrid(bounds);
  let hasNormals = false;
  let pointCount = 0;
  let hasColor = false;
  for await (const batch of source.batches()) {
    hasColor ||= batch.rgb?.some((channel) => channel > 0) ?? false;
    for (let i = 0; i < batch.count; i++) {
      const [x, y, z] = [batch.x[i], batch.y[i], batch.z[i]];
      if (!isSomewhere(x, y, z)) continue;
      pointCount++;
      const [nx, ny, nz] = [batch.normal[3 * i], batch.normal[3 * i + 1], batch.normal[3 * i + 2]];
      hasNormals ||= nx !== 0 || ny !== 0 || nz !== 0;
      facing.add(x, y, z, nx, ny, nz);
      if (grid.add(x, y, z) <= COUNTED_PER_CELL) {
        intensities[batch.intensity[i]]++;
        energies.add(batch.energy[i]);
        heights[Math.min(HEIGHT_BINS - 1, Math.max(0, Math.floor((z - bounds.min[2]) / heightStep)))]++;
      }
      counts.classes[batch.classification[i]]++;
      counts.returns[Math.min(15, batch.returnNumber[i])]++;
      counts.instances[batch.instance[i] & 65535]++;
    }
  }
  const [low, high] = PERCENTILES.map((part) => percentile(heights, part));
  return {
    pointCount,
    bounds,
    grid,
    classCounts: counts.classes,
    returnCounts: counts.returns,
    instanceCounts: counts.instances,
    intensityRange: [percentile(intensities, PERCENTILES[0]), percentile(intensities, PERCENTILES[1])],
    energyRange: [energies.percentile(PERCENTILES[0]), energies.percentile(PERCENTILES[1])],
    heightRange: [bounds.min[2] + low * heightStep, bounds.min[2] + (high + 1) * heightStep],
    hasColor,
    facing: hasNormals ? facing : undefined,
  };
}
