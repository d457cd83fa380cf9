import type { Box3 } from '../../base/vec3.js';
import type { PointColumns, PointKey } from '../../cloud/point-batch.js';
import { DecadeHistogram } from '../chart/decade-histogram.js';
import { ownersOf, type Share } from '../crew/share.js';
import { type CellBox, cellCount, NOWHERE, placeInCells } from './cell-box.js';
import { densityBox } from './density-grid.js';
import { FACING_SUMS, facingBox } from './facing-grid.js';

/** Attributes of a point for the first pass, enough for every colouring; the last three if the cloud has them. */
export const FIRST_LOOK_KEYS = Object.freeze([
  'x',
  'y',
  'z',
  'normal',
  'intensity',
  'energy',
  'classification',
  'semantic',
  'returnNumber',
  'instance',
  'rgb',
  'radialVelocity',
  'm3c2Distance',
] as const satisfies PointKey[]);

type TallyKey = (typeof FIRST_LOOK_KEYS)[number];
/** Those that a cloud need not have. */
export type OptionalLook = 'rgb' | 'radialVelocity' | 'm3c2Distance';
export type TallyColumns = PointColumns<Exclude<TallyKey, OptionalLook>> & Partial<PointColumns<OptionalLook>>;

/** Cells of the points of a batch; NOWHERE for points without a place. */
export interface PointCells {
  density: Int32Array;
  facing: Int32Array;
}

/** The cells of a cloud that all lookers fill together, in shared memory. */
export interface CellSums {
  bounds: Box3;
  density: Uint32Array;
  /** FACING_SUMS numbers per cell. */
  facing: Float32Array;
}

/** Cells over `bounds`, all zero. `allocate` makes the shared memory. */
export const createCellSums = (bounds: Box3, allocate: (bytes: number) => ArrayBufferLike): CellSums => ({
  bounds,
  density: new Uint32Array(allocate(4 * cellCount(densityBox(bounds)))),
  facing: new Float32Array(allocate(4 * FACING_SUMS * cellCount(facingBox(bounds)))),
});

const HEIGHT_BINS = 4096;
/** Width of a bin of `speeds`, m/s, and their number: the last one has all that is faster. */
export const SPEED_STEP = 0.05;
const SPEED_BINS = 4096;
/**
 * Maximum number of points per cell that count for the percentiles, so that the area below the scanner does not
 * dominate.
 */
const COUNTED_PER_CELL = 4;
/** Adjacent cells in memory with one owner, as a power of two. */
const OWNED_BITS = 10;

/** Sums over the points of one looker. */
export interface PointCounts {
  points: number;
  hasNormals: boolean;
  hasColor: boolean;
  /** Points by class, semantic class, return number, and instance id modulo 65536. */
  classes: Float64Array;
  semantics: Float64Array;
  returns: Float64Array;
  instances: Float64Array;
  /** Some points of each cell by intensity, by energy (bins of DecadeHistogram) and by height (even bins). */
  intensities: Float64Array;
  energies: Float64Array;
  heights: Float64Array;
  /** Some points of each cell by their radial speed (bins of SPEED_STEP). */
  speeds: Float64Array;
  /** Some points of each cell by the size of their M3C2 distance (bins of DecadeHistogram). */
  changes: Float64Array;
}

/** Height of a bin of `heights`, metres. */
export const heightStepOf = ({ min, max }: Box3): number => (max[2] - min[2]) / HEIGHT_BINS || 1;

/**
 * A looker's share of the first pass over a cloud. One looker places a batch; then all count it, each in its own cells.
 * So every cell sees its points in the order of the cloud, and sums are the same for any number of lookers.
 */
export class PointTally {
  readonly counts: PointCounts = {
    points: 0,
    hasNormals: false,
    hasColor: false,
    classes: new Float64Array(256),
    semantics: new Float64Array(65536),
    returns: new Float64Array(16),
    instances: new Float64Array(65536),
    intensities: new Float64Array(65536),
    energies: new Float64Array(0),
    heights: new Float64Array(HEIGHT_BINS),
    speeds: new Float64Array(SPEED_BINS),
    changes: new Float64Array(0),
  };
  private readonly energies = new DecadeHistogram();
  private readonly changes = new DecadeHistogram();
  private readonly sums: CellSums;
  private readonly densityBox: CellBox;
  private readonly facingBox: CellBox;
  private readonly share: Share;
  private readonly owners: Uint8Array;

  constructor(sums: CellSums, share: Share) {
    this.sums = sums;
    this.densityBox = densityBox(sums.bounds);
    this.facingBox = facingBox(sums.bounds);
    this.share = share;
    this.owners = ownersOf(share);
    this.counts.energies = this.energies.counts;
    this.counts.changes = this.changes.counts;
  }

  /** Finds the cells of points, and counts everything that does not depend on their order. */
  place(columns: TallyColumns, cells: PointCells): void {
    placeInCells(this.densityBox, columns, cells.density);
    placeInCells(this.facingBox, columns, cells.facing);
    const { counts } = this;
    const { count, classification, semantic, returnNumber, instance, normal, rgb } = columns;
    counts.hasNormals ||= hasAny(normal.subarray(0, 3 * count), cells.density);
    counts.hasColor ||= rgb?.subarray(0, 3 * count).some((channel) => channel > 0) ?? false;
    for (let i = 0; i < count; i++) {
      if (cells.density[i] === NOWHERE) continue;
      counts.points++;
      counts.classes[classification[i]]++;
      counts.semantics[semantic[i]]++;
      counts.returns[Math.min(15, returnNumber[i])]++;
      counts.instances[instance[i] & 65535]++;
    }
  }

  /** Counts the points of the own cells. */
  count(columns: TallyColumns, cells: PointCells): void {
    this.countPoints(columns, cells.density);
    this.sumNormals(columns, cells.facing);
  }

  private countPoints(
    { count, z, intensity, energy, radialVelocity, m3c2Distance }: TallyColumns,
    cells: Int32Array,
  ): void {
    const { owners, energies, changes } = this;
    const { part } = this.share;
    const { density, bounds } = this.sums;
    const { intensities, heights, speeds } = this.counts;
    const [low, step] = [bounds.min[2], heightStepOf(bounds)];
    for (let i = 0; i < count; i++) {
      const cell = cells[i];
      if (cell === NOWHERE || owners[(cell >> OWNED_BITS) & (owners.length - 1)] !== part) continue;
      if (++density[cell] > COUNTED_PER_CELL) continue;
      intensities[intensity[i]]++;
      energies.add(energy[i]);
      heights[Math.min(HEIGHT_BINS - 1, Math.max(0, Math.floor((z[i] - low) / step)))]++;
      const speed = radialVelocity ? Math.abs(radialVelocity[i]) : Number.NaN;
      if (m3c2Distance) changes.add(Math.abs(m3c2Distance[i]));
      if (speed >= 0) speeds[Math.min(SPEED_BINS - 1, Math.floor(speed / SPEED_STEP))]++;
    }
  }

  private sumNormals({ count, normal }: TallyColumns, cells: Int32Array): void {
    const { owners } = this;
    const { part } = this.share;
    const { facing } = this.sums;
    for (let i = 0; i < count; i++) {
      const cell = cells[i];
      if (cell === NOWHERE || owners[(cell >> OWNED_BITS) & (owners.length - 1)] !== part) continue;
      const at = FACING_SUMS * cell;
      facing[at] += normal[3 * i];
      facing[at + 1] += normal[3 * i + 1];
      facing[at + 2] += normal[3 * i + 2];
      facing[at + 3]++;
    }
  }
}

/** Whether any point with a place has a normal. */
function hasAny(normal: Float32Array, cells: Int32Array): boolean {
  for (let k = 0; k < normal.length; k++) if (normal[k] !== 0 && cells[Math.floor(k / 3)] !== NOWHERE) return true;
  return false;
}
