import { type HeliosReading, showPlace } from '../helios-reading.js';
import type { HeliosScanner } from '../scanner-xml.js';

/**
 * The mechanical errors of a scanner as our `systematicErrors`; nothing where it has none. HELIOS++ has those of angles
 * only for a single mirror that rotates.
 */
export function systematicErrorsSection(scanner: HeliosScanner): { systematicErrors?: Record<string, unknown> } {
  const { rangeError, deflectionError, headError } = scanner;
  const angles = hasAngleErrors(scanner);
  const errors = {
    ...(rangeError && { range: ofAngle(rangeError) }),
    ...(angles && deflectionError && { deflection: inDegrees(ofAngle(deflectionError)) }),
    // Heads of HELIOS++ turn counterclockwise, ours clockwise.
    ...(angles && headError && { head: inDegrees(`-(${ofAngle(headError.expression)})`) }),
    ...(angles && headError?.threshold && { headAway: headError.threshold }),
  };
  return Object.keys(errors).length > 0 ? { systematicErrors: errors } : {};
}

/** Warns of errors that HELIOS++ has for other scanners than this one. */
export function noteMechanicalErrors(reading: HeliosReading, scanner: HeliosScanner): void {
  const names = (['deflectionError', 'headError'] as const).filter((name) => scanner[name] !== undefined);
  if (names.length === 0 || hasAngleErrors(scanner)) return;
  const elements = names.map((name) => `<${name}>`).join(', ');
  reading.log.warn(
    `${showPlace(scanner.place)}: ${elements} has no effect, as in HELIOS++: only scanners with optics="rotating" and without channels have errors of angles`,
  );
}

const hasAngleErrors = ({ isMultiple, devices }: HeliosScanner): boolean =>
  !isMultiple && devices[0].optics.kind === 'rotating';

/** An expression of the beam's angle, which HELIOS++ calls t or THETA. */
const ofAngle = (expression: string): string => expression.replace(/\b(t|THETA)\b/g, 'angle');

const inDegrees = (expression: string): string => `(${expression}) * 180 / pi`;
