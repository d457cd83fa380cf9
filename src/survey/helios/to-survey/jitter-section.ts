import { DEGREE } from '../../../base/angle.js';
import type { HeliosReading } from '../helios-reading.js';
import { type HeliosNoise, NOISE_ELEMENTS } from '../noise-xml.js';
import type { HeliosSurvey } from '../survey-xml.js';
import { written } from './written.js';

/** The noise of a platform as our `jitter`; nothing where it has none. */
export function jitterSection(reading: HeliosReading, { noise }: HeliosSurvey): { jitter?: Record<string, unknown> } {
  const sources = NOISE_ELEMENTS.flatMap((name) => {
    const source = noise[name];
    return source === undefined || isNone(source) ? [] : [{ name, source }];
  });
  if (sources.length === 0) return {};
  const list = sources.map(({ name, source }) => `${name} ${spreadOf(source)} ${name.startsWith('p') ? 'm' : 'rad'}`);
  reading.quirks.note(
    10,
    sources[0].source.place,
    `noise of the platform moves beams, and points on their surfaces with them (${list.join(', ')})`,
  );
  const jitter: Record<string, Record<string, unknown>> = {};
  for (const { name, source } of sources) {
    const [, quantity, axis] = /^(position|attitude)([XYZ])/.exec(name) ?? [];
    jitter[quantity] = {
      ...jitter[quantity],
      [axis.toLowerCase()]: sourceOf(source, quantity === 'position' ? 1 : DEGREE),
    };
  }
  return { jitter };
}

/** A source in our keys; `unit` is that of its numbers. */
function sourceOf({ kind, mean, deviation, min, max, clip, lifespan }: HeliosNoise, unit: number) {
  const pair = (bounds: readonly number[]) => bounds.map((value) => written(value / unit));
  return {
    ...(kind === 'uniform' && { between: pair([min, max]) }),
    ...(kind === 'normal' && mean !== 0 && { mean: written(mean / unit) }),
    ...(kind === 'normal' && { sigma: written(deviation / unit) }),
    // HELIOS++ does not clip the one number that a whole run has.
    ...(clip && lifespan !== 0 && { clip: pair(clip) }),
    ...(lifespan !== 1 && { hold: lifespan === 0 ? 'survey' : lifespan }),
  };
}

const isNone = (source: HeliosNoise): boolean =>
  source.kind === 'normal'
    ? source.deviation === 0 && source.mean === 0 && source.clip === undefined
    : source.min === 0 && source.max === 0;

/** Standard deviation of a noise, or its equivalent for a constant mean. */
function spreadOf({ kind, mean, deviation, min, max }: HeliosNoise): number {
  if (kind === 'normal') return deviation === 0 ? Math.abs(mean) : deviation;
  return Number((Math.abs(max - min) / Math.sqrt(12)).toPrecision(3));
}
