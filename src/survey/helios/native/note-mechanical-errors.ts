import { type HeliosReading, showPlace } from '../helios-reading.js';
import type { HeliosSurvey } from '../survey-xml.js';

const MECHANICAL = ['rangeError', 'deflectionError', 'headError'] as const;

/** Warns of the mechanical errors of a scanner, which are left out. */
export function noteMechanicalErrors(reading: HeliosReading, { scanner }: HeliosSurvey): void {
  const found = MECHANICAL.filter((name) => scanner[name] !== undefined);
  if (found.length === 0) return;
  const elements = found.map((name) => `<${name}>`).join(', ');
  reading.log.warn(
    `${showPlace(scanner.place)}: mechanical errors are left out (${elements}); detector.rangeNoise and its angle noises are errors of ranges and angles`,
  );
}
