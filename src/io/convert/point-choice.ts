import type { SourcePlace } from '../../base/errors.js';
import { DRAW, draw, type StreamKey } from '../../base/random.js';
import type { Box3 } from '../../base/vec3.js';
import { CellSet } from '../../cloud/cell-set.js';
import { isSomewhere } from '../../cloud/is-somewhere.js';
import { type PointFilter, pointTest } from '../../cloud/point-filter.js';
import { SectionLine, type SectionStrip } from '../../cloud/section-line.js';
import type { Places } from './carrier.js';

/**
 * Thinning of a cloud.
 * - `distance`: keeps, in each cell of a grid of this width (metres, from 0, 0, 0), the first point in the order of the
 *   cloud.
 * - `part`: keeps about this part of the points, each by a hash of its number, so that a smaller part is within a
 *   larger one.
 */
export type Thinning = { distance: number } | { part: number };

/** Choice of points. */
export interface ChoiceOptions {
  /** Points in this box: its lower sides belong to it, its upper ones do not. */
  crop?: Box3;
  /** Points in this strip, whose edges belong to it. */
  section?: SectionStrip;
  /** Points of these classes and returns; absent: all. */
  filter?: PointFilter;
  thin?: Thinning;
}

/** Numbers of left-out points, by reason. */
export interface LeftOut {
  /** A coordinate is not a finite number. */
  placeless: number;
  /** Outside of the box or the section. */
  cropped: number;
  /** Of another class, or another return, than those of the filter. */
  ofClass: number;
  ofReturn: number;
  thinned: number;
}

const KEY: StreamKey = [0, 0];
const WORDS = 2 ** 32;

/** Chooses points of clouds, batch by batch in their order: first by place, then by the filter, then by thinning. */
export class PointChoice {
  readonly leftOut: LeftOut = { placeless: 0, cropped: 0, ofClass: 0, ofReturn: 0, thinned: 0 };
  private readonly crop: Box3 | undefined;
  private readonly section: { line: SectionLine; reach: number } | undefined;
  private readonly filteredBy: ReturnType<typeof pointTest> | undefined;
  private readonly thin: Thinning | undefined;
  private readonly cells = new CellSet();
  private readonly words = new Uint32Array(4);
  /** Number of the next point, from 0. */
  private next = 0;
  /** The file of the current points, for messages. */
  private place: SourcePlace | undefined;

  constructor({ crop, section, filter, thin }: ChoiceOptions) {
    this.crop = crop;
    this.section = section && { line: new SectionLine(section.places), reach: section.width / 2 };
    this.filteredBy = filter && pointTest(filter);
    this.thin = thin;
  }

  /**
   * The indices of the chosen points of the next batch, in `file`, ascending. Throws UserError if cells are too small.
   */
  choose(places: Places, file: string): Uint32Array {
    const { count } = places;
    this.place = { file };
    const chosen = new Uint32Array(count);
    let length = 0;
    for (let i = 0; i < count; i++) if (this.isWanted(places, i, this.next + i)) chosen[length++] = i;
    this.next += count;
    return chosen.subarray(0, length);
  }

  private isWanted(places: Places, i: number, number: number): boolean {
    const { leftOut } = this;
    const [x, y, z] = [places.x[i], places.y[i], places.z[i]];
    if (places.isKept?.[i] === 0) return false;
    if (!isSomewhere(x, y, z)) {
      leftOut.placeless++;
      return false;
    }
    const isOutside = !this.isInPlace(x, y, z);
    const filteredBy = isOutside ? undefined : this.filteredBy?.(places, i);
    if (isOutside) leftOut.cropped++;
    else if (filteredBy === 'class') leftOut.ofClass++;
    else if (filteredBy === 'return') leftOut.ofReturn++;
    else if (!this.isKept(x, y, z, number)) leftOut.thinned++;
    else return true;
    return false;
  }

  private isInPlace(x: number, y: number, z: number): boolean {
    const { crop, section } = this;
    return (crop === undefined || isIn(crop, x, y, z)) && (section?.line.place(x, y, section.reach) ?? true);
  }

  private isKept(x: number, y: number, z: number, number: number): boolean {
    const { thin } = this;
    if (!thin) return true;
    if ('distance' in thin) {
      const { distance } = thin;
      return this.cells.add(Math.floor(x / distance), Math.floor(y / distance), Math.floor(z / distance), this.place);
    }
    draw(KEY, number >>> 0, Math.floor(number / WORDS), DRAW.thinning, this.words);
    return this.words[0] < thin.part * WORDS;
  }
}

const isIn = ({ min, max }: Box3, x: number, y: number, z: number): boolean =>
  x >= min[0] && x < max[0] && y >= min[1] && y < max[1] && z >= min[2] && z < max[2];
