import type { SourcePlace } from '../../base/errors.js';
import { childOf, type XmlElement } from '../../base/xml/xml-element.js';
import { quoteText } from '../../base/yaml/faults.js';
import { Attributes } from './attributes.js';
import { type HeliosReading, noteAt } from './helios-reading.js';

/** A noise source of HELIOS++. */
export interface HeliosNoise {
  place: SourcePlace;
  kind: 'normal' | 'uniform';
  mean: number;
  /** Of a normal distribution: standard deviation. */
  deviation: number;
  /** Of a uniform one. */
  min: number;
  max: number;
  clip?: readonly [number, number];
  /** Uses of one draw; 0: one draw for ever. */
  lifespan: number;
}

const QUANTITIES = ['position', 'attitude'] as const;
const AXES = ['X', 'Y', 'Z'] as const;

type NoiseElement = `${(typeof QUANTITIES)[number]}${(typeof AXES)[number]}Noise`;

/** The names of the elements: positions in metres, attitudes in radians. */
export const NOISE_ELEMENTS: readonly NoiseElement[] = QUANTITIES.flatMap((quantity) =>
  AXES.map((axis) => `${quantity}${axis}Noise` as const),
);

/** The noise of a platform, by element. */
export type PlatformNoise = Partial<Record<NoiseElement, HeliosNoise>>;

/** The noise elements of a platform or survey. */
export function readPlatformNoise(reading: HeliosReading, parent: XmlElement): PlatformNoise {
  const found = NOISE_ELEMENTS.flatMap((name) => {
    const element = childOf(parent, name);
    return element === undefined ? [] : [[name, readNoise(reading, element)]];
  });
  return Object.fromEntries(found);
}

function readNoise(reading: HeliosReading, element: XmlElement): HeliosNoise {
  const attributes = new Attributes(reading, element);
  const type = attributes.text('type')?.toUpperCase() ?? 'NORMAL';
  if (type !== 'NORMAL' && type !== 'UNIFORM')
    noteAt(reading, element.place, `type of <${element.name}>: found ${quoteText(type)}, expected NORMAL or UNIFORM`);
  const clips = attributes.flag('clipEnabled') ?? false;
  const clip = [attributes.number('clipMin') ?? 0, attributes.number('clipMax') ?? 1] as const;
  const noise: HeliosNoise = {
    place: element.place,
    kind: type === 'UNIFORM' ? 'uniform' : 'normal',
    mean: attributes.number('mean') ?? 0,
    deviation: attributes.number('stdev', { min: 0 }) ?? 1,
    min: attributes.number('min') ?? 0,
    max: attributes.number('max') ?? 1,
    clip: clips ? clip : undefined,
    lifespan: attributes.whole('fixedLifespan', { min: 0 }) ?? 1,
  };
  if (noise.kind === 'uniform') noteReversed(reading, element, 'min, max', [noise.min, noise.max]);
  if (clips) noteReversed(reading, element, 'clipMin, clipMax', clip);
  attributes.finish();
  return noise;
}

/** Notes a lower bound above the upper one. */
function noteReversed(
  reading: HeliosReading,
  { name, place }: XmlElement,
  names: string,
  [min, max]: readonly [number, number],
): void {
  if (min > max)
    noteAt(reading, place, `${names} of <${name}>: found ${min} and ${max}, expected the lower bound first`);
}
