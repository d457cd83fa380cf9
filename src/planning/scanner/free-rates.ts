import { UserError } from '../../base/errors.js';
import type { DeflectorChanges } from '../../scanner/deflectors/deflector-kind.js';
import { programsOf } from '../../scanner/deflectors/index.js';
import type { ScannerDefinition } from '../../scanner/scanner-schema.js';
import type { FlightRequest } from '../plan-request.js';
import type { PlanSource } from '../plan-source.js';
import { definitionOf, type PlannedScanner, type ScannerSection } from './choose-scanner.js';

type Described = Pick<ScannerDefinition, 'deflector' | 'limits'>;

/** Rates of a scanner that a plan may choose; absent: those that it has are fixed. */
export interface FreeRates {
  /** Pulses a second of one laser: those that the maker offers, ascending, or all between the first and the last. */
  pulseRates?: { hz: readonly number[]; between: boolean };
  /** Lines (of a mirror that swings: cycles) a second of one laser, and the key that sets them. */
  lines?: { key: 'lineRate' | 'scanRate'; current: number; min: number; max: number };
}

/** Rates that the user has set. */
export interface SetRates {
  pulses: boolean;
  lines: boolean;
}

/** Keys of a deflector that determine its lines. */
const LINE_KEYS = ['lineRate', 'scanRate', 'verticalStep', 'facetShots', 'rotationRate'];

/** Rates that a scanner's section in the survey sets: all of them if it describes the scanner in full. */
export function ratesSetBy(section: ScannerSection): SetRates {
  if (typeof section === 'string') return { pulses: false, lines: false };
  const isWhole = 'deflector' in section;
  return {
    pulses: isWhole || 'pulseRate' in section,
    lines: isWhole || LINE_KEYS.some((key) => key in section),
  };
}

/**
 * The rates that a request sets, as numbers of the deflector. Throws UserError for those that the scanner cannot be set
 * to, or does not have.
 */
export function askedRates(
  source: PlanSource,
  { scanner, section }: PlannedScanner,
  { pulseRate, lineRate }: Pick<FlightRequest, 'pulseRate' | 'lineRate'>,
): DeflectorChanges {
  const definition = definitionOf(source, section);
  const { deflector } = definition;
  if (pulseRate !== undefined) checkPulseRate(pulseRate, definition, scanner.name);
  const key = (['lineRate', 'scanRate'] as const).find((each) => each in deflector);
  if (lineRate !== undefined && key === undefined)
    throw new UserError(`--line-rate: the lines of ${scanner.name} are fixed`, { hint: 'leave out --line-rate' });
  return {
    ...(pulseRate !== undefined && { pulseRate }),
    ...(lineRate !== undefined && key !== undefined && { [key]: lineRate }),
  };
}

function checkPulseRate(found: number, definition: Described, name: string): void {
  if (!('pulseRate' in definition.deflector))
    throw new UserError(`--pulse-rate: the pulse rate of ${name} is fixed`, { hint: 'leave out --pulse-rate' });
  const offered = offeredPulseRates(definition);
  if (offered === undefined || offered.hz.includes(found)) return;
  const [lowest, highest] = offered.hz;
  if (offered.between && found >= lowest && found <= highest) return;
  const expected = offered.between ? `${lowest} to ${highest}` : `one of ${offered.hz.join(', ')}`;
  throw new UserError(`--pulse-rate: found ${found}, expected ${expected} (Hz): those of ${name}`);
}

/** Rates of a scanner that are free, within what its file tells of the instrument. */
export function freeRates(source: PlanSource, section: ScannerSection, set: SetRates): FreeRates {
  const definition = definitionOf(source, section);
  return {
    ...(!set.pulses && { pulseRates: offeredPulseRates(definition) }),
    ...(!set.lines && { lines: offeredLines(definition) }),
  };
}

/** Pulse rates that an instrument offers, as far as its file tells. */
export function offeredPulseRates({ deflector, limits = {} }: Described): FreeRates['pulseRates'] {
  const listed = programsOf(deflector).map(({ pulseRate }) => pulseRate);
  if (listed.length > 0) return { hz: listed.sort((a, b) => a - b), between: false };
  const { min, max } = limits.pulseRate ?? {};
  return min === undefined || max === undefined ? undefined : { hz: [min, max], between: true };
}

/** Any mirror can be slower than its file tells, but hardly than a line a second. */
const SLOWEST = 1;

function offeredLines({ deflector, limits = {} }: Described): FreeRates['lines'] {
  if ('lineRate' in deflector && deflector.lineRate !== undefined) {
    const max = limits.lineRate?.max ?? ('lineRateMax' in deflector ? deflector.lineRateMax : undefined);
    if (max === undefined) return undefined;
    return { key: 'lineRate', current: deflector.lineRate, min: limits.lineRate?.min ?? SLOWEST, max };
  }
  if (!('scanRate' in deflector) || limits.scanRate === undefined) return undefined;
  const { min = SLOWEST, max } = limits.scanRate;
  const product = limits.scanProduct ?? Infinity;
  const angle = 'halfAngle' in deflector ? deflector.halfAngle : 0;
  return { key: 'scanRate', current: deflector.scanRate, min, max: Math.max(min, Math.min(max, product / angle)) };
}
