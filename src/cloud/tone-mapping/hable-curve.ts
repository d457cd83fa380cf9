/** Settings of a filmic curve. */
export interface HableOptions {
  /** Factor of the light before the curve. */
  exposure: number;
  /** The curve's result is raised to the power of 1/gamma. */
  gamma: number;
  /** Light, after exposure, that becomes 1. */
  white: number;
}

/** No exposure, the gamma of screens, and Hable's white. */
export const HABLE_DEFAULTS: Readonly<HableOptions> = Object.freeze({ exposure: 1, gamma: 2.2, white: 11.2 });

// Shoulder strength, linear strength, linear angle, toe strength, toe numerator, toe denominator.
const [A, B, C, D, E, F] = [0.15, 0.5, 0.1, 0.2, 0.02, 0.3];

/**
 * The filmic curve of Hable 2010, "Uncharted 2: HDR Lighting" (GDC). It maps light from 0 on to 0 … 1 − E/F, with a
 * short toe and a long shoulder: f(x) = (x (A x + C B) + D E) / (x (A x + B) + D F) − E/F.
 */
function hableCurve(light: number): number {
  return (light * (A * light + C * B) + D * E) / (light * (A * light + B) + D * F) - E / F;
}

/**
 * Returns the function that maps light (≥ 0) to 0 … 1: (f(exposure · light) / f(white)) ^ (1/gamma), and 1 from white
 * on.
 */
export function hableTone({ exposure, gamma, white }: HableOptions): (light: number) => number {
  const [full, power] = [hableCurve(white), 1 / gamma];
  return (light) => {
    const exposed = exposure * light;
    if (!(exposed > 0)) return 0;
    return exposed < white ? (hableCurve(exposed) / full) ** power : 1;
  };
}
