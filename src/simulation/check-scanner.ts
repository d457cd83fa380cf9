import { UserError } from '../base/errors.js';
import { CHANNELS_MAX } from '../scanner/channel-schema.js';
import { FACETS_MAX, PRISMS_MAX } from '../scanner/deflector-schema.js';
import { RETURNS_MAX } from '../scanner/detection-schema.js';
import { SHOTS_MAX } from '../scanner/resolve-pattern.js';
import type { Deflector, Scanner } from '../scanner/scanner.js';

/** What a division, a loop or the size of a list goes by, of every kind of deflector: numbers > 0. */
const POSITIVE: { [Kind in Deflector['kind']]: readonly (keyof Extract<Deflector, { kind: Kind }>)[] } = {
  spinning: ['rotationRateHz', 'firingPeriod'],
  polygon: ['pulseRateHz', 'verticalStep', 'lineRateMaxHz'],
  line: ['pulseRateHz', 'halfAngle', 'fibres'],
  parallel: ['pulseRateHz', 'scanRateHz', 'fieldOfView'],
  zigzag: ['pulseRateHz', 'scanRateHz', 'fieldOfView'],
  oscillating: ['pulseRateHz', 'scanRateHz', 'halfAngle'],
  conic: ['pulseRateHz'],
  palmer: ['pulseRateHz'],
  risley: ['pulseRateHz', 'airIndex'],
  mems: ['pulseRateHz'],
  pattern: ['pulseRateHz'],
};

/**
 * Checks of a scanner what the program cannot do without: that numbers are numbers, and that lists and what memory is laid out by
 * have their sizes. A description is checked whole by `readScanner`. Throws UserError.
 */
export function checkScanner(scanner: Scanner): void {
  const returns = scanner?.detection?.maxReturns;
  demand(
    isWithin(returns, 1, RETURNS_MAX),
    `scanner.detection.maxReturns must be a whole number from 1 to ${RETURNS_MAX}`,
  );
  const { deflector, channels } = scanner;
  const kinds = Object.keys(POSITIVE);
  demand(kinds.includes(deflector?.kind), `scanner.deflector.kind must be one of ${kinds.join(', ')}`);
  demand(
    Array.isArray(channels) && isWithin(channels.length, 1, CHANNELS_MAX),
    `scanner.channels must be a list of 1 to ${CHANNELS_MAX}`,
  );
  const notFinite = findNotFinite(scanner, 'scanner');
  demand(notFinite === undefined, `${notFinite} must be a finite number`);
  const numbers = deflector as unknown as Record<string, number>;
  const wrong = (POSITIVE[deflector.kind] as readonly string[]).find((key) => !(numbers[key] > 0));
  demand(wrong === undefined, `scanner.deflector.${wrong} must be a number > 0`);
  checkLists(deflector);
}

function checkLists(deflector: Deflector): void {
  switch (deflector.kind) {
    case 'risley':
      demand(isWithin(deflector.prisms?.length, 1, PRISMS_MAX), `scanner.deflector.prisms must be 1 to ${PRISMS_MAX}`);
      break;
    case 'polygon':
      demand(
        isWithin(deflector.facetTilts?.length ?? 1, 1, FACETS_MAX),
        `scanner.deflector.facetTilts must be 1 to ${FACETS_MAX}`,
      );
      demand(
        deflector.elevationMax >= deflector.elevationMin,
        'scanner.deflector.elevationMax must not be below elevationMin',
      );
      break;
    case 'oscillating':
      demand(deflector.turningPulses % 2 === 0, 'scanner.deflector.turningPulses must be an even number');
      break;
    case 'pattern':
      demand(
        deflector.directions instanceof Float64Array &&
          deflector.directions.length % 3 === 0 &&
          isWithin(deflector.directions.length / 3, 1, SHOTS_MAX),
        `scanner.deflector.directions must be a Float64Array of 1 to ${SHOTS_MAX} times three numbers`,
      );
      demand(deflector.directions.every(Number.isFinite), 'scanner.deflector.directions must be finite numbers');
  }
}

function demand(holds: boolean, message: string): asserts holds {
  if (!holds) throw new UserError(message);
}

const isWithin = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max;

/** Where a number that is not finite stands in plain objects and lists below `value`, or undefined. */
function findNotFinite(value: unknown, path: string): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined;
  for (const [key, child] of Object.entries(value)) {
    const found = findNotFinite(child, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
