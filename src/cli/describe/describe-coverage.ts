import { type CloudStatistics, missesIn } from '../../cloud/statistics.js';
import { cloudUnits } from '../../io/clouds/cloud-units.js';
import type { ReadableCloud } from '../../io/records/readable-cloud.js';
import { formatCount, formatTable } from './format.js';

/** Points and pulses over an area: metres. */
interface Density {
  points: number;
  pulses: number;
  /** Square metres of the cells with points. */
  area: number;
  pointsPerSquareMetre: number;
  pulsesPerSquareMetre: number;
  /** Side of the square of a pulse, metres. */
  spacing: number;
}

/** The density of a cloud and of its strips, and their overlap. */
export interface CloudDensity extends Density {
  /** Side of the cells in which areas are counted, metres. */
  cell: number;
  /** Share of the area in which points of more than one strip lie; absent: there is one strip. */
  overlap?: number;
  /** By point source id; none where there are more than 1,024. */
  strips: Record<string, Density>;
}

/** The density of a cloud in metres; undefined of too few points, and of coordinates in degrees. */
export function cloudDensity(
  cloud: Pick<ReadableCloud, 'units'>,
  { coverage, pointsBySource, missesBySource, points, placeless }: CloudStatistics,
): CloudDensity | undefined {
  const { plane } = cloudUnits(cloud);
  if (coverage === undefined || plane.kind !== 'length') return undefined;
  const cell = coverage.cell * plane.size;
  const density = (count: number, pulses: number, cells: number): Density => {
    const area = cells * cell ** 2;
    const [pointsPerSquareMetre, pulsesPerSquareMetre] = [count / area, pulses / area];
    return {
      points: count,
      pulses,
      area,
      pointsPerSquareMetre,
      pulsesPerSquareMetre,
      spacing: Math.sqrt(area / pulses),
    };
  };
  const strips = Object.entries(coverage.strips).map(([strip, { pulses, cells }]) => [
    strip,
    density((pointsBySource[Number(strip)] ?? 0) - (missesBySource[Number(strip)] ?? 0), pulses, cells),
  ]);
  return {
    cell,
    ...density(points - placeless - missesIn({ missesBySource }), coverage.pulses, coverage.cells),
    ...(strips.length > 1 && { overlap: coverage.overlapping / coverage.cells }),
    strips: Object.fromEntries(strips),
  };
}

/** Facts of a density for the table of a cloud. */
export const densityFacts = ({ area, cell, overlap, strips, ...density }: CloudDensity): string[][] => [
  ['area', `${areaText(area)} m² in cells of ${Number(cell.toPrecision(3))} m with points`],
  ['density', `${perArea(density.pulsesPerSquareMetre)} pulses, ${perArea(density.pointsPerSquareMetre)} points a m²`],
  ['spacing', `${metres(density.spacing)} m between pulses on average`],
  ...(Object.keys(strips).length === 0 ? [['strips', 'more than 1,024 point source ids, not told apart']] : []),
  ...(overlap === undefined ? [] : [['overlap', `${(100 * overlap).toFixed(1)} % of the area is in several strips`]]),
];

/** Rows of the table of strips; JSON has all. */
const ROWS_MAX = 40;

/** A table of the strips, if there are several. */
export function describeStrips({ strips }: CloudDensity): string[] {
  const all = Object.entries(strips);
  if (all.length < 2) return [];
  const rows = all
    .slice(0, ROWS_MAX)
    .map(([strip, { points, pulses, area, pulsesPerSquareMetre, spacing }]) => [
      strip,
      formatCount(points),
      formatCount(pulses),
      areaText(area),
      perArea(pulsesPerSquareMetre),
      metres(spacing),
    ]);
  const rest = all.length - rows.length;
  return [
    'strips, by point source id',
    ...formatTable([HEAD, ...rows], [0, 1, 2, 3, 4, 5]).map((line) => `  ${line}`),
    ...(rest > 0 ? [`  … ${formatCount(rest)} more; --json has them`] : []),
  ];
}

const HEAD = ['', 'points', 'pulses', 'm²', 'pulses/m²', 'spacing, m'];

const areaText = (area: number): string => (area < 100 ? area.toFixed(2) : formatCount(Math.round(area)));
const perArea = (density: number): string =>
  density < 1000 ? density.toPrecision(3) : formatCount(Math.round(density));
const metres = (length: number): string => (length < 1000 ? length.toPrecision(3) : formatCount(length));
