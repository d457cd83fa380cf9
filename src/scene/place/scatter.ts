import type { Affine } from '../../base/affine.js';
import { TURN } from '../../base/angle.js';
import { RandomStream } from '../../base/random-stream.js';
import { ROUNDS_A_STEP, type Steps } from '../../base/steps.js';
import type { ScatterPlacement } from '../scene-description.js';
import { uprightTransform } from './transforms.js';

/** Candidates drawn per requested place before the ground counts as full. */
const DRAWS_PER_PLACE = 30;
/** Maximum number of cells of the neighbour search along one side, so that their numbers stay exact. */
const MAX_CELLS_A_SIDE = 1 << 20;

/** Height of the ground at (x, y), or undefined. */
export type GroundHeight = (x: number, y: number) => number | undefined;

/**
 * Up to `count` places drawn at random in the rectangle, none closer than `spacing` to another (dart throwing, Cook
 * 1986), nor to the origin of one of `taken`, each with a random rotation and a scale within the limits. Returns fewer
 * if the ground is full. The same seed and name yield the same places on every machine.
 */
export function* scatterPlaces(
  placement: ScatterPlacement,
  name: string,
  ground: GroundHeight,
  taken: readonly Affine[] = [],
): Steps<Affine[]> {
  const { min, max, count, spacing, scaleMin, scaleMax } = placement;
  const darts = new RandomStream(placement.seed, `scatter ${name}`);
  const poses = new RandomStream(placement.seed, `pose ${name}`);
  const neighbours = new Neighbours(spacing, Math.max(max[0] - min[0], max[1] - min[1]));
  for (const [k, transform] of taken.entries()) {
    if (k % ROUNDS_A_STEP === 0) yield;
    neighbours.add(transform[3], transform[7]);
  }
  const places: Affine[] = [];
  for (let draw = 0; draw < count * DRAWS_PER_PLACE && places.length < count; draw++) {
    if (draw % ROUNDS_A_STEP === 0) yield;
    const x = darts.range(min[0], max[0]);
    const y = darts.range(min[1], max[1]);
    if (neighbours.isNear(x, y)) continue;
    const z = ground(x, y);
    if (z === undefined) continue;
    neighbours.add(x, y);
    places.push(uprightTransform([x, y, z], poses.range(0, TURN), poses.range(scaleMin, scaleMax)));
  }
  return places;
}

/** Points of the plane in square cells of at least the spacing: neighbours are in the nine cells around. */
class Neighbours {
  private readonly spacing: number;
  private readonly cell: number;
  private readonly cells = new Map<number, number[]>();

  constructor(spacing: number, side: number) {
    this.spacing = spacing;
    this.cell = Math.max(spacing, side / MAX_CELLS_A_SIDE);
  }

  add(x: number, y: number): void {
    if (this.spacing <= 0) return;
    const key = this.key(Math.floor(x / this.cell), Math.floor(y / this.cell));
    const points = this.cells.get(key);
    if (points) points.push(x, y);
    else this.cells.set(key, [x, y]);
  }

  isNear(x: number, y: number): boolean {
    if (this.spacing <= 0) return false;
    const column = Math.floor(x / this.cell);
    const row = Math.floor(y / this.cell);
    for (let c = column - 1; c <= column + 1; c++)
      for (let r = row - 1; r <= row + 1; r++) if (this.isNearIn(this.cells.get(this.key(c, r)), x, y)) return true;
    return false;
  }

  /**
   * Cells with numbers that differ by a multiple of the modulus share a list, which costs time but loses no neighbour.
   */
  private key(column: number, row: number): number {
    const modulus = 4 * MAX_CELLS_A_SIDE;
    return (column % modulus) * 2 * modulus + (row % modulus);
  }

  private isNearIn(points: number[] | undefined, x: number, y: number): boolean {
    if (!points) return false;
    for (let i = 0; i < points.length; i += 2) {
      const dx = points[i] - x;
      const dy = points[i + 1] - y;
      if (dx * dx + dy * dy < this.spacing * this.spacing) return true;
    }
    return false;
  }
}
