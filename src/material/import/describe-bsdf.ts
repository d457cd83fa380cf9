import type { RglBsdf } from '../read/rgl/rgl-bsdf.js';

const DEGREES = 180 / Math.PI;

/** The unmeasured part of a surface's backscatter, and the values used for it. */
export function unmeasuredIn(bsdf: RglBsdf): string {
  const angle = `${(bsdf.thetaMax * DEGREES).toFixed(1)} deg`;
  return [
    'a goniophotometer cannot look along the light: f_r there is interpolated from directions some degrees away',
    `f_r beyond ${angle} from the normal, the largest angle measured, is that at ${angle}`,
    ...(bsdf.isIsotropic ? [] : ['f_r along the normal is the mean over azimuths']),
    ...(bsdf.fields.bands.kind === 'rgb' ? [rgbText(bsdf)] : []),
  ].join('; ');
}

/** Notes on importing a surface on `thetaCount` angles, one sentence each. */
export function importNotes(bsdf: RglBsdf, thetaCount: number): string[] {
  const { kind, wavelengthsNm } = bsdf.fields.bands;
  const [first, last] = [wavelengthsNm[0], wavelengthsNm[wavelengthsNm.length - 1]];
  const lobe = lobeNote(bsdf, thetaCount);
  return [
    ...(kind === 'rgb' ? [rgbText(bsdf)] : []),
    `valid from ${first} to ${last} nm`,
    ...(lobe === undefined ? [] : [lobe]),
  ];
}

const rgbText = ({ fields }: RglBsdf): string =>
  `the file is RGB and knows no wavelength: blue, green and red stand at ${fields.bands.wavelengthsNm.join(', ')} nm, which is approximate`;

/** Undefined if the table's steps follow the highlight. */
function lobeNote(bsdf: RglBsdf, thetaCount: number): string | undefined {
  const [step, lobe] = [90 / (thetaCount - 1), lobeWidth(bsdf) * DEGREES];
  if (step <= lobe) return undefined;
  const wanted = Math.ceil(90 / lobe) + 1;
  return `the highlight about the normal is ${lobe.toFixed(2)} deg wide, narrower than steps of ${step.toFixed(2)} deg: ${wanted} angles would resolve it`;
}

/** The point where the GGX distribution has fallen to half, relative to its α: tan² θ = α² (√2 − 1). */
const HALF_WIDTH = Math.sqrt(Math.SQRT2 - 1);

/**
 * Angle (radians) from the normal at which the facets' distribution has about half its largest density. Assumes GGX,
 * with the density 1 / (π α²) at the normal (Walter et al. 2007, eq. 33).
 */
export function lobeWidth({ fields }: RglBsdf): number {
  const peak = fields.ndf.values.reduce((largest, value) => Math.max(largest, value), 0);
  return Math.atan(HALF_WIDTH / Math.sqrt(Math.PI * peak));
}
