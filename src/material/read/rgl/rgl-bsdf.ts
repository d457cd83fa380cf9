import { UserError } from '../../../base/errors.js';
import type { Vec3 } from '../../../base/vec3.js';
import { applyTo, azimuthReduction, intoSector, shareOfTurn, wrapFrom } from './rgl-azimuth.js';
import { type Grid, pickRglFields, type RglFields } from './rgl-fields.js';
import { cellOf, integrateNormals, type Slice, type VisibleNormals, warpNormal } from './rgl-warp.js';
import { parseTensorFile } from './tensor-file.js';

/** A file with at most two azimuths of incidence does not show the effect of turning the surface. */
const ISOTROPIC_AZIMUTHS_MAX = 2;

/**
 * A pair of directions in the layout of the measurement (radians): incidence and half vector, from the normal and about
 * it.
 */
interface Incidence {
  theta: number;
  phi: number;
  thetaHalf: number;
  phiHalf: number;
  /** Cosine of the other direction to the normal, above 0. */
  cosOut: number;
}

/**
 * f_r of a surface of the RGL material database, by Dupuy and Jakob (2018), "An Adaptive Parameterization for Efficient
 * Material Acquisition and Rendering": the measurement at the half vector's place among the visible normals, times D /
 * (4 σ). That product is f_r cos θ_o, so it is divided by the cosine here.
 */
export class RglBsdf {
  readonly fields: RglFields;
  readonly isIsotropic: boolean;
  /** 1: measured all round; 2, 4: half or a quarter of a turn was measured, and the rest follows by symmetry. */
  readonly reduction: 1 | 2 | 4;
  private readonly normals: VisibleNormals;
  /** Mixture of numbers in `spectra` that makes up a value, except for the wave; reused by each evaluation. */
  private readonly mixture: Slice[] = [];

  /**
   * Throws UserError if nothing would be visible, or for a sector of azimuths that is not a whole, half or quarter
   * turn.
   */
  constructor(fields: RglFields, file: string) {
    const normals = integrateNormals(fields.vndf);
    if (normals === undefined)
      throw new UserError('field "vndf": found a plane without any visible normals', { place: { file } });
    this.fields = fields;
    this.normals = normals;
    this.isIsotropic = fields.phi.length <= ISOTROPIC_AZIMUTHS_MAX;
    this.reduction = this.isIsotropic ? 1 : demandReduction(fields.phi, file);
  }

  /** Largest angle of incidence that was measured (radians). */
  get thetaMax(): number {
    return this.fields.theta[this.fields.theta.length - 1];
  }

  /**
   * f_r (1/sr) at a wavelength, linear between the file's; constant beyond the first and last. 0 below the surface.
   * Directions are unit vectors away from it, z along the normal, azimuth 0 along x.
   */
  evaluate(incoming: Vec3, outgoing: Vec3, wavelengthNm: number): number {
    if (incoming[2] <= 0 || outgoing[2] <= 0) return 0;
    const half = normalized([incoming[0] + outgoing[0], incoming[1] + outgoing[1], incoming[2] + outgoing[2]]);
    const scale = this.prepare({
      theta: angleFromNormal(incoming),
      phi: Math.atan2(incoming[1], incoming[0]),
      thetaHalf: angleFromNormal(half),
      phiHalf: Math.atan2(half[1], half[0]),
      cosOut: outgoing[2],
    });
    const { wavelengthsNm } = this.fields.bands;
    const value = neighbours(wavelengthsNm, wavelengthNm).reduce(
      (sum, { index, weight }) => sum + weight * this.mixed(index),
      0,
    );
    return scale * Math.max(0, value);
  }

  /**
   * Writes f_r (1/sr) of backscatter, with both directions at (`theta`, `phi`), at each of the file's wavelengths to
   * `values`. Precondition: `theta` is below π/2.
   */
  backscatter(theta: number, phi: number, values: Float64Array): void {
    const scale = this.prepare({ theta, phi, thetaHalf: theta, phiHalf: phi, cosOut: Math.cos(theta) });
    for (let wave = 0; wave < values.length; wave++) values[wave] = scale * Math.max(0, this.mixed(wave));
  }

  /** Sets the mixture; returns the factor of its sum. */
  private prepare({ theta, phi, thetaHalf, phiHalf, cosOut }: Incidence): number {
    const { fields } = this;
    const azimuths = fields.phi;
    const symmetry = intoSector(phi, azimuths[0], azimuths[azimuths.length - 1], this.reduction);
    const phiIn = wrapFrom(applyTo(phi, symmetry), azimuths[0]);
    const slices = this.slicesAt(theta, phiIn);

    const x = squareOfAngle(thetaHalf);
    const y = shareOfTurn(applyTo(phiHalf, symmetry) - (this.isIsotropic ? phiIn : 0));
    const [warpedX, warpedY] = warpNormal(this.normals, slices, x, y);
    this.setMixture(slices, warpedX, warpedY);
    if (!fields.jacobian) return 1 / cosOut;
    const area = bilinear(fields.sigma, squareOfAngle(theta), shareOfTurn(phiIn));
    // A surface that shows no area to the light sends none back.
    return area > 0 ? bilinear(fields.ndf, x, y) / (4 * area * cosOut) : 0;
  }

  /** The measured incidences about a direction. */
  private slicesAt(theta: number, phi: number): Slice[] {
    const { fields } = this;
    const byTheta = neighbours(fields.theta, theta);
    return neighbours(fields.phi, phi).flatMap((azimuth) =>
      byTheta.map(({ index, weight }) => ({
        index: azimuth.index * fields.theta.length + index,
        weight: azimuth.weight * weight,
      })),
    );
  }

  private setMixture(slices: readonly Slice[], x: number, y: number): void {
    const { rows, columns } = this.fields.spectra;
    const [column, a] = cellOf(x, columns);
    const [row, b] = cellOf(y, rows);
    this.mixture.length = 0;
    for (const { index, weight } of slices) {
      const corner = (index * this.fields.bands.planes * rows + row) * columns + column;
      this.mixture.push(
        { index: corner, weight: weight * (1 - a) * (1 - b) },
        { index: corner + 1, weight: weight * a * (1 - b) },
        { index: corner + columns, weight: weight * (1 - a) * b },
        { index: corner + columns + 1, weight: weight * a * b },
      );
    }
  }

  /** The mixture at a wavelength of the file. */
  private mixed(wave: number): number {
    const { values, rows, columns } = this.fields.spectra;
    const plane = this.fields.bands.planeOf[wave] * rows * columns;
    let sum = 0;
    for (const { index, weight } of this.mixture) sum += weight * values[plane + index];
    return sum;
  }
}

/**
 * The surface in the bytes of an RGL material file; messages call it `file`. Throws UserError if it is another kind of
 * file.
 */
export function parseRglBsdf(bytes: Uint8Array, file: string): RglBsdf {
  return new RglBsdf(pickRglFields(parseTensorFile(bytes, file), file), file);
}

function demandReduction(phi: Float32Array, file: string): 1 | 2 | 4 {
  const reduction = azimuthReduction(phi);
  if (reduction !== undefined) return reduction;
  const [first, last] = [phi[0], phi[phi.length - 1]];
  throw new UserError(`field "phi_i": found azimuths from ${first} to ${last}, expected a turn, a half or a quarter`, {
    place: { file },
  });
}

/** The two of the rising `nodes` around `value`, with their shares; beyond the first or last, only the nearest. */
function neighbours(nodes: ArrayLike<number>, value: number): Slice[] {
  const last = nodes.length - 1;
  if (!(value > nodes[0])) return [{ index: 0, weight: 1 }];
  if (value >= nodes[last]) return [{ index: last, weight: 1 }];
  let above = 1;
  while (nodes[above] <= value) above++;
  const weight = (value - nodes[above - 1]) / (nodes[above] - nodes[above - 1]);
  return [
    { index: above - 1, weight: 1 - weight },
    { index: above, weight },
  ];
}

/** Value of a single plane at (`x`, `y`) of the unit square; x runs along its columns. */
function bilinear({ rows, columns, values }: Grid, x: number, y: number): number {
  const [column, a] = cellOf(x, columns);
  const [row, b] = cellOf(y, rows);
  const low = row * columns + column;
  const high = rows > 1 ? low + columns : low;
  const along = (at: number) => (1 - a) * values[at] + a * values[at + 1];
  return (1 - b) * along(low) + b * along(high);
}

/** θ in 0 … π/2 as a coordinate of the unit square, which magnifies small angles. */
const squareOfAngle = (theta: number): number => Math.sqrt((2 * theta) / Math.PI);

/**
 * Angle of a unit vector from z, exact for small ones too (Kahan 2006, "How Futile are Mindless
 * Assessments of Roundoff").
 */
const angleFromNormal = ([x, y, z]: Vec3): number => 2 * Math.asin(Math.min(1, 0.5 * Math.hypot(x, y, z - 1)));

function normalized([x, y, z]: Vec3): Vec3 {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
