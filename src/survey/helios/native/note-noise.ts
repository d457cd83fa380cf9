import { type HeliosReading, showPlace } from '../helios-reading.js';
import { type HeliosNoise, NOISE_ELEMENTS } from '../noise-xml.js';
import type { HeliosSurvey } from '../survey-xml.js';

/**
 * Warns of a platform's noise, which is left out: HELIOS++ moves beam and point alike by it, so that points stay on
 * surfaces, while errors of a survey's poses move points only.
 */
export function noteNoise(reading: HeliosReading, { noise }: HeliosSurvey): void {
  const found = NOISE_ELEMENTS.flatMap((name) => {
    const source = noise[name];
    return source === undefined || spreadOf(source) === 0 ? [] : [{ name, source }];
  });
  if (found.length === 0) return;
  const list = found.map(({ name, source }) => `${name} ${spreadOf(source)} ${name.startsWith('p') ? 'm' : 'rad'}`);
  const message = `noise of the platform is left out (${list.join(', ')}); in HELIOS++ it moves beams, and points on their surfaces with them`;
  const { place } = found[0].source;
  reading.quirks.note(10, place, message);
  reading.log.warn(`${showPlace(place)}: ${message}; poseError adds errors of the poses to points`);
}

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

/** Standard deviation of a noise, or what a constant mean makes of it. */
function spreadOf({ kind, mean, deviation, min, max }: HeliosNoise): number {
  if (kind === 'normal') return deviation === 0 ? Math.abs(mean) : deviation;
  return Number((Math.abs(max - min) / Math.sqrt(12)).toPrecision(3));
}
