import { DEGREE, writtenDegrees } from '../../base/angle.js';
import { UserError } from '../../base/errors.js';
import type { FieldSetting } from '../../scanner/deflectors/deflector-kind.js';
import { deflectorKind } from '../../scanner/deflectors/index.js';
import type { Scanner } from '../../scanner/scanner.js';

/** Default field of a scanner that sees all round, radians. */
const DEFAULT_FIELD = 90 * DEGREE;
/** A wider field looks above the horizon when the scanner looks down. */
const HALF_TURN = Math.PI;

/**
 * The setting for a field of `wish` radians across. Without a wish: the whole field, or a quarter turn for a scanner
 * that sees all round. Throws UserError for a field wider than the scanner's, and for one that cannot be narrowed.
 */
export function setField(
  { deflector, name }: Pick<Scanner, 'deflector' | 'name'>,
  wish: number | undefined,
): FieldSetting {
  const kind = deflectorKind(deflector);
  const whole = kind.field(deflector);
  const field = wish ?? (whole !== undefined && whole >= HALF_TURN ? DEFAULT_FIELD : undefined);
  if (field === undefined || (whole !== undefined && Math.abs(field - whole) < 1e-9)) return { changes: {} };
  if (whole !== undefined && field > whole)
    throw new UserError(
      `--fov: found ${writtenDegrees(field)}, expected at most ${writtenDegrees(whole)} (deg): more is not in the field of view of ${name}`,
    );
  const setting = kind.narrow(deflector, field);
  if (whole === undefined || setting === undefined)
    throw new UserError(`--fov: the field of view of ${name} is fixed`, { hint: 'leave out --fov' });
  return setting;
}
