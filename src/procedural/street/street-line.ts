import type { Affine } from '../../base/affine.js';
import { fractalNoise } from '../noise.js';

/** Radius of the street's gentle bend. */
const BEND_RADIUS = 650;
/** Cross fall of carriageway and pavement: 2.5 % and 2 %, as in road design guides (e.g. RASt 06). */
const CARRIAGEWAY_FALL = 0.025;
const PAVEMENT_FALL = 0.02;

/** Half of a cross-section, metres from the centre line, the same on both sides. */
export interface StreetSection {
  /** Middle of the lane markings between lanes and parking bays. */
  lane: number;
  /** Kerb face; lanes and parking bays are inside it. */
  kerb: number;
  kerbBack: number;
  pavement: number;
  /** Backs of the gardens. */
  end: number;
}

/** Width of two lanes of a usual street, metres. */
export const LANES_WIDTH = 6.1;

/** The cross-section of a street with lanes of `width` metres together. */
export function streetSection(width: number = LANES_WIDTH): StreetSection {
  const more = (width - LANES_WIDTH) / 2;
  return { lane: 3.05 + more, kerb: 5.25 + more, kerbBack: 5.4 + more, pavement: 8.4 + more, end: 40 + more };
}

export const KERB_HEIGHT = 0.12;

/** The centre line of the street, and the height of everything on it; (0, 0) is on the carriageway's crown. */
export class StreetLine {
  readonly length: number;
  readonly section: StreetSection;
  /** Number of lanes, both ways together. */
  readonly lanes: number;
  private readonly noiseSeed: number;

  constructor(length: number, noiseSeed: number, lanes = 2, width?: number) {
    this.length = length;
    this.lanes = lanes;
    this.section = streetSection(width);
    this.noiseSeed = noiseSeed;
  }

  /** Model coordinates of the point `along` metres along the line and `left` metres to its left. */
  point(along: number, left: number): [number, number] {
    const slope = along / BEND_RADIUS;
    const s = 1 / Math.sqrt(1 + slope * slope);
    return [along - left * slope * s, (along * slope) / 2 + left * s];
  }

  /** Height of the ground; on the kerb's face, that of its top. */
  height(along: number, left: number): number {
    const side = Math.abs(left);
    const { kerb, pavement } = this.section;
    const undulation = 0.012 * fractalNoise(along / 14, left / 14, this.noiseSeed, 2);
    if (side < kerb) return undulation - CARRIAGEWAY_FALL * side;
    const kerbTop = undulation - CARRIAGEWAY_FALL * kerb + KERB_HEIGHT;
    const beyond = Math.min(side, pavement) - kerb;
    return kerbTop + PAVEMENT_FALL * beyond + this.gardenRelief(along, left, side - pavement);
  }

  /**
   * Frame at a point of the ground: x along the street, y to its left, z up; with `facing` −1, x and y are reversed.
   */
  frame(along: number, left: number, facing: 1 | -1 = 1): Affine {
    const [x, y] = this.point(along, left);
    const slope = along / BEND_RADIUS;
    const c = facing / Math.sqrt(1 + slope * slope);
    const s = c * slope;
    return [c, -s, 0, x, s, c, 0, y, 0, 0, 1, this.height(along, left)];
  }

  /** Middles of the lanes to the left of the centre line, from the right one on, metres. */
  laneMiddles(): number[] {
    const lane = (2 * this.section.lane) / this.lanes;
    return Array.from({ length: this.lanes }, (_, k) => (k + 0.5) * lane - this.section.lane);
  }

  /** Lawns undulate slightly, and are level at the back of the pavement. */
  private gardenRelief(along: number, left: number, depth: number): number {
    if (depth <= 0) return 0;
    return 0.25 * Math.min(1, depth / 10) * fractalNoise(along / 7, left / 7, this.noiseSeed + 1, 4);
  }
}
