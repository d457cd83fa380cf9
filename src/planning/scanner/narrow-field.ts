import { UserError } from '../../base/errors.js';
import type { Deflector, Scanner } from '../../scanner/scanner.js';
import type { DeflectorChanges } from './choose-scanner.js';

/** How a scanner is set so that it sees a wished angle and no more. */
export interface FieldSetting {
  /** Numbers of the deflector to replace. */
  changes: DeflectorChanges;
  /** Sector [from, to] of a head that spins, radians; undefined for other kinds. */
  sector?: readonly [number, number];
}

const DEGREE = Math.PI / 180;
/** What is used of a scanner that sees all round, where nobody says: radians. */
const DEFAULT_FIELD = 90 * DEGREE;
/** What sees more than this looks above the horizon when it looks down. */
const HALF_TURN = Math.PI;
/** Angles are written in degrees with so many digits. */
const DIGITS = 1e6;

const degrees = (angle: number): number => Math.round((angle / DEGREE) * DIGITS) / DIGITS + 0;

/** The angle across that a deflector sees as it is set; undefined for patterns that have no lines. */
function wholeField(deflector: Deflector): number | undefined {
  switch (deflector.kind) {
    case 'spinning':
      return 2 * Math.PI;
    case 'polygon':
      return deflector.elevationMax - deflector.elevationMin;
    case 'parallel':
    case 'zigzag':
      return deflector.fieldOfView;
    case 'line':
    case 'oscillating':
      return 2 * deflector.halfAngle;
    case 'conic':
      return 2 * deflector.halfAngleAcross;
    default:
      return undefined;
  }
}

/**
 * The setting for a field of `wish` radians across; the whole field, but of a scanner that sees all round a quarter turn, where
 * there is no wish. Throws UserError for a field wider than the scanner's, and for one that cannot be narrowed.
 */
export function setField(
  { deflector, name }: Pick<Scanner, 'deflector' | 'name'>,
  wish: number | undefined,
): FieldSetting {
  const whole = wholeField(deflector);
  const field = wish ?? (whole !== undefined && whole >= HALF_TURN ? DEFAULT_FIELD : undefined);
  if (field === undefined || (whole !== undefined && Math.abs(field - whole) < 1e-9)) return { changes: {} };
  if (whole === undefined)
    throw new UserError(`--fov: the field of view of ${name} is fixed`, { hint: 'leave out --fov' });
  if (field > whole)
    throw new UserError(
      `--fov: found ${degrees(field)}, expected at most ${degrees(whole)} (deg): more is not in the field of view of ${name}`,
    );
  return narrowed(deflector, field, name);
}

function narrowed(deflector: Deflector, field: number, name: string): FieldSetting {
  switch (deflector.kind) {
    case 'spinning':
      return { changes: {}, sector: [-field / 2, field / 2] };
    case 'polygon': {
      const middle = (deflector.elevationMin + deflector.elevationMax) / 2;
      return { changes: { elevationMin: degrees(middle - field / 2), elevationMax: degrees(middle + field / 2) } };
    }
    case 'parallel':
    case 'zigzag':
      return { changes: { fieldOfView: degrees(field) } };
    case 'line':
    case 'oscillating':
      return { changes: { halfAngle: degrees(field / 2) } };
    default:
      if (deflector.kind === 'conic' && deflector.halfAngleAcross === deflector.halfAngleAlong)
        return { changes: { halfAngle: degrees(field / 2) } };
      throw new UserError(`--fov: the field of view of ${name} is fixed`, { hint: 'leave out --fov' });
  }
}
