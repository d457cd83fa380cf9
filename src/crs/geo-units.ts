import { GEO_KEY, type GeoKeys } from './geo-keys.js';
import { DEGREE_UNIT, type Unit, unitOfCode, unitOfSize } from './units.js';

/** The unit of the plane that the keys state: by its code or, user-defined, by its size; undefined: none. */
export function linearUnit({ numbers }: GeoKeys): Unit | undefined {
  const size = numbers.get(GEO_KEY.linearUnitSize);
  const code = numbers.get(GEO_KEY.linearUnits);
  const known = code === undefined ? undefined : unitOfCode(code);
  if (known) return known.kind === 'length' ? known : undefined;
  return size !== undefined && size > 0 ? unitOfSize('length', size, `${size} metres`) : undefined;
}

/** The unit of longitudes, latitudes and the angles of parameters; degrees unless the keys state another. */
export function angularUnit({ numbers }: GeoKeys): Unit {
  const size = numbers.get(GEO_KEY.angularUnitSize);
  const known = unitOfCode(numbers.get(GEO_KEY.angularUnits) ?? 0);
  if (known?.kind === 'angle') return known;
  return size !== undefined && size > 0 ? unitOfSize('angle', size, `${size} radians`) : DEGREE_UNIT;
}

/** The unit of heights that the keys state; undefined: none. */
export function verticalUnit({ numbers }: GeoKeys): Unit | undefined {
  const unit = unitOfCode(numbers.get(GEO_KEY.verticalUnits) ?? 0);
  return unit?.kind === 'length' ? unit : undefined;
}
