import type { Species } from './species.js';

/** Height at which diameters are measured [m]. */
export const BREAST_HEIGHT = 1.3;

/** Diameters of trees of the least and the greatest height of a grown tree of their species [m]. */
const THIN = 0.12;
const THICK = 0.45;
/** Heights beyond this share of a curve's limit have no diameter of their own. */
const MOST_OF_LIMIT = 0.9;

/**
 * The curve of Näslund (1936, Skogsförsöksanstaltens gallringsförsök i tallskog), equation h = 1.3 + (d / (a + b d))²,
 * heights h and diameters at breast height d in metres. Its coefficients are fitted to the species' own range of
 * heights: a tree 0.12 m thick has the least of them, one 0.45 m thick the greatest.
 */
export class HeightCurve {
  private readonly a: number;
  private readonly b: number;

  constructor({ height: [low, high] }: Pick<Species, 'height'>) {
    const thin = THIN / Math.sqrt(low - BREAST_HEIGHT);
    const thick = THICK / Math.sqrt(high - BREAST_HEIGHT);
    this.b = (thick - thin) / (THICK - THIN);
    this.a = thin - this.b * THIN;
  }

  /** Height of a tree of this diameter. */
  heightOf(diameter: number): number {
    return BREAST_HEIGHT + (diameter / (this.a + this.b * diameter)) ** 2;
  }

  /** Diameter of a tree of this height; near the limit of the curve and above, that of 90 % of the limit. */
  diameterOf(height: number): number {
    const root = Math.min(Math.sqrt(Math.max(0, height - BREAST_HEIGHT)), Math.sqrt(MOST_OF_LIMIT) / this.b);
    return (this.a * root) / (1 - this.b * root);
  }
}
