import { DecadeHistogram } from '../chart/decade-histogram.js';
import type { Crew } from '../crew/crew.js';
import { cellCount } from './cell-box.js';
import { DensityGrid } from './density-grid.js';
import { FacingGrid, facingBox } from './facing-grid.js';
import type { CloudOverview } from './overview.js';
import { percentile } from './percentile.js';
import { type CellSums, createCellSums, heightStepOf, type PointCounts, SPEED_STEP } from './point-tally.js';

const PERCENTILES = [0.01, 0.99] as const;

/** Passes over a cloud once, or twice if its box is unknown. Ignores points with coordinates that are not finite. */
export async function gatherOverview(crew: Crew): Promise<CloudOverview> {
  const sums = createCellSums(await crew.bounds(), crew.allocate);
  return overviewOf(sums, await crew.gather(sums), crew.allocate);
}

/** Combines all cells with the counts of all lookers. */
function overviewOf(sums: CellSums, counts: readonly PointCounts[], allocate: Crew['allocate']): CloudOverview {
  const { bounds } = sums;
  const total = (key: CountedKey) =>
    counts.map((part) => part[key]).reduce((sum, part) => sum.map((value, i) => value + part[i]));
  const step = heightStepOf(bounds);
  const ends = (histogram: Float64Array) => PERCENTILES.map((part) => percentile(histogram, part));
  const [intensities, [low, high]] = [ends(total('intensities')), ends(total('heights'))];
  const energies = new DecadeHistogram(total('energies'));
  const change = new DecadeHistogram(total('changes')).percentile(PERCENTILES[1]);
  const hasNormals = counts.some((part) => part.hasNormals);
  return {
    pointCount: counts.reduce((sum, { points }) => sum + points, 0),
    bounds,
    grid: new DensityGrid(bounds, sums.density),
    classCounts: total('classes'),
    semanticCounts: total('semantics'),
    returnCounts: total('returns'),
    instanceCounts: total('instances'),
    intensityRange: [intensities[0], intensities[1]],
    energyRange: [energies.percentile(PERCENTILES[0]), energies.percentile(PERCENTILES[1])],
    heightRange: [bounds.min[2] + low * step, bounds.min[2] + (high + 1) * step],
    radialVelocityRange: speedRange(total('speeds')),
    m3c2DistanceRange: [0 - change, change],
    hasColor: counts.some((part) => part.hasColor),
    facing: hasNormals ? facingGrid(sums, allocate) : undefined,
  };
}

type CountedKey = Exclude<keyof PointCounts, 'points' | 'hasNormals' | 'hasColor'>;

/** Speeds in both directions that hold 99 % of those counted. */
function speedRange(speeds: Float64Array): readonly [number, number] {
  if (!speeds.some((count) => count > 0)) return [0, 0];
  const most = (percentile(speeds, PERCENTILES[1]) + 1) * SPEED_STEP;
  return [-most, most];
}

function facingGrid({ bounds, facing }: CellSums, allocate: Crew['allocate']): FacingGrid {
  const box = facingBox(bounds);
  return new FacingGrid(box, facing, new Uint8Array(allocate(cellCount(box))));
}
