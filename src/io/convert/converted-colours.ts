import type { PointKey } from '../../cloud/point-batch.js';
import { type CloudFormatName, cloudFormat } from '../clouds/cloud-formats.js';
import { recordColumnsOf } from '../clouds/readable-clouds.js';
import { withColourMax } from '../clouds/settle-ranges.js';
import type { Misfit } from '../records/misfits.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import { COLOUR_MAXIMA, type ColourMax, FULL_16_BITS, UNIT_EXCESS } from '../units/value-ranges.js';

/**
 * The clouds with their colours as an output of `format` is to have them: those of 8 bits in fields of 16 keep their
 * numbers where all colours are of this kind and the output has such fields, too.
 */
export function colouredClouds(clouds: readonly ReadableCloud[], format: CloudFormatName): ReadableCloud[] {
  const coloured = clouds.filter((cloud) => hasColumn(cloud, 'rgb'));
  const isKept = coloured.every(({ colours }) => colours?.type === 'u16' && colours.max === 255 && colours.isFound);
  if (!cloudFormat(format).keepsColours || !isKept) return [...clouds];
  return clouds.map((cloud) => (cloud.colours ? withColourMax(cloud, FULL_16_BITS) : cloud));
}

const hasColumn = (cloud: ReadableCloud, key: PointKey): boolean =>
  recordColumnsOf(cloud).some((column) => column.key === key);

/** Thrown for a colour beyond the range that the first points of a cloud showed. */
export class BrighterColour extends Error {
  readonly path: string;
  readonly found: number;

  constructor(path: string, found: number) {
    super(`${path}: a colour of ${found}`);
    this.path = path;
    this.found = found;
  }

  /** The number of full brightness that this colour shows. */
  get max(): ColourMax {
    return COLOUR_MAXIMA.find((most) => most >= this.found) ?? FULL_16_BITS;
  }

  /** The clouds with that range. */
  corrected(clouds: readonly ReadableCloud[]): ReadableCloud[] {
    return clouds.map((cloud) => (cloud.path === this.path ? withColourMax(cloud, this.max) : cloud));
  }
}

/** Throws BrighterColour if numbers that a cloud's colours cannot hold show that its range was guessed too small. */
export function checkColours({ path, colours }: ReadableCloud, misfits: readonly Misfit[]): void {
  if (!colours?.isGuess || colours.max === FULL_16_BITS) return;
  const most = colours.max === 1 ? UNIT_EXCESS : colours.max;
  const brighter = misfits.find(
    ({ kind, attribute, number }) => kind === 'outside' && COLOURS.includes(attribute) && number > most,
  );
  if (brighter) throw new BrighterColour(path, brighter.number);
}

const COLOURS: readonly string[] = ['red', 'green', 'blue'];
