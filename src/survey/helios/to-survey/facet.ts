import { DEGREE } from '../../../base/angle.js';
import type { HeliosScannerSettings } from '../scanner-settings-xml.js';
import type { HeliosOptics } from '../scanner-xml.js';

/** A facet of HELIOS++'s rotating mirror, in degrees. */
export interface HeliosFacet {
  /** Angle from step to step. */
  step: number;
  /** Steps from the beginning of a facet to that of the next. */
  shots: number;
  /** Angle of the first pulse of a line. */
  first: number;
  /**
   * An angle between that of the last pulse and the one behind it, for the facet under way when a leg begins, too,
   * whose pulses lie at other angles.
   */
  end: number;
}

/** Steps of a facet that are counted out. */
const COUNTED_MAX = 10_000_000;

/**
 * The facet that the settings make, or undefined if no pulse leaves in it. The angle grows from −A by steps of 2 A s/f
 * in radians, added up in f64, until it reaches A, where the next facet begins at −A; pulses leave where it is above
 * the lower end of the window, and not above the upper one. A leg begins at 0.
 */
export function facetOf(optics: HeliosOptics, settings: HeliosScannerSettings): HeliosFacet | undefined {
  const half = optics.scanAngleMax * DEGREE;
  const step = (2 * half * settings.scanFreq) / settings.pulseFreq;
  const [low, high] = windowOf(optics, settings).map((degrees) => degrees * DEGREE);
  if (!(step > 0) || (2 * half) / step > COUNTED_MAX) return undefined;
  const whole = sweep(-half, { half, step, low, high });
  const under = sweep(0, { half, step, low, high });
  if (whole.first === undefined || whole.last === undefined) return undefined;
  const last = Math.max(whole.last, under.last ?? whole.last);
  const behind = Math.min(whole.last, under.last ?? whole.last) + step;
  return {
    step: step / DEGREE,
    shots: whole.shots,
    first: whole.first / DEGREE,
    end: (last < behind ? (last + behind) / 2 : whole.last + step / 2) / DEGREE,
  };
}

interface Sweep {
  /** Steps to the end of the facet. */
  shots: number;
  /** Angles in the window. */
  first?: number;
  last?: number;
}

/** A facet from an angle on. */
function sweep(start: number, { half, step, low, high }: Record<'half' | 'step' | 'low' | 'high', number>): Sweep {
  const found: Sweep = { shots: 0 };
  for (let angle = start; angle < half; found.shots++, angle += step) {
    if (!(angle > low && angle <= high)) continue;
    found.first ??= angle;
    found.last = angle;
  }
  return found;
}

/** The window in which pulses leave, degrees: that of the leg, or else as wide as mirror and leg allow. */
export function windowOf(
  { scanAngleEffectiveMax, scanAngleMax }: HeliosOptics,
  { verticalAngleMin, verticalAngleMax, scanAngle }: HeliosScannerSettings,
): [low: number, high: number] {
  const half = Math.min(scanAngleEffectiveMax, halfAngleOf(scanAngle, scanAngleMax));
  return [
    Number.isNaN(verticalAngleMin) ? -half : verticalAngleMin,
    Number.isNaN(verticalAngleMax) ? half : verticalAngleMax,
  ];
}

/** The half angle of a leg: at most that of the mirror, which stands for 0. */
export const halfAngleOf = (scanAngle: number, most: number): number =>
  scanAngle > 0 && (most === 0 || scanAngle < most) ? scanAngle : most;
