import { UserError } from '../base/errors.js';
import { showValue } from '../base/yaml/faults.js';
import { CHANNELS_MAX } from './channel-schema.js';
import { DEFLECTOR_KINDS, deflectorKind, isDeflectorKind } from './deflectors/index.js';
import { DETECTION_METHODS } from './detection-method.js';
import { LEAST_EXIT_ANGLE } from './exit-angle.js';
import { formulaFault } from './range-noise.js';
import { samplingFault } from './receiver/sampling-fault.js';
import { RETURN_MODES, RETURNS_MAX } from './return-mode.js';
import type { Scanner } from './scanner.js';
import { systematicErrorsFault } from './systematic-errors.js';

/** Numbers without which there is no pulse, echo or noise, and whether they may be 0. */
const LIMITS = {
  wavelengthNm: '> 0',
  exitRadius: '>= 0',
  'divergence.horizontal': '>= 0',
  'divergence.vertical': '>= 0',
  'pulse.energy': '> 0',
  'pulse.duration': '> 0',
  'receiver.diameter': '> 0',
  'receiver.efficiency': '> 0',
  'detection.rangeMin': '>= 0',
  'detection.rangeMax': '> 0',
  'detection.minEnergy': '>= 0',
  'detection.rangeResolution': '>= 0',
  'detection.rangeNoise': '>= 0',
  'detection.rangeNoisePerMetre': '>= 0',
  'detection.axisAngleNoise': '>= 0',
  'detection.rayAngleNoise': '>= 0',
} as const;

/**
 * Checks that numbers are finite and physically possible, and that lists and sizes that lay out memory are valid. A
 * description is checked in full by `readScanner`. Throws UserError, which calls the scanner `name`.
 */
export function checkScanner(scanner: Scanner, name = 'scanner'): void {
  const returns = scanner?.detection?.maxReturns;
  demand(
    isWithin(returns, 1, RETURNS_MAX),
    `${name}.detection.maxReturns must be a whole number from 1 to ${RETURNS_MAX}`,
  );
  const { method = 'peaks', returns: mode = 'all', rangeNoiseFormula = '0' } = scanner.detection;
  demand(
    RETURN_MODES.includes(mode),
    `${name}.detection.returns must be one of ${RETURN_MODES.join(', ')}, found ${showValue(mode)}`,
  );
  const noiseFault = formulaFault(rangeNoiseFormula);
  demand(noiseFault === undefined, `${name}.detection.rangeNoiseFormula: ${noiseFault}`);
  const errorFault = systematicErrorsFault(scanner.detection.systematicErrors ?? {});
  demand(errorFault === undefined, `${name}.detection.systematicErrors.${errorFault}`);
  demand(
    DETECTION_METHODS.includes(method),
    `${name}.detection.method must be one of ${DETECTION_METHODS.join(', ')}, found ${showValue(method)}`,
  );
  const { deflector, channels } = scanner;
  demand(
    isDeflectorKind(deflector?.kind),
    `${name}.deflector.kind must be one of ${Object.keys(DEFLECTOR_KINDS).join(', ')}`,
  );
  demand(
    Array.isArray(channels) && isWithin(channels.length, 1, CHANNELS_MAX),
    `${name}.channels must be a list of 1 to ${CHANNELS_MAX}`,
  );
  const notFinite = findNotFinite(scanner, name);
  demand(notFinite === undefined, `${notFinite} must be a finite number`);
  checkNumbers(scanner, name);
  const kind = deflectorKind(deflector);
  const wrong = kind.positive.find((key) => !(Number(deflector[key]) > 0));
  demand(wrong === undefined, `${name}.deflector.${wrong} must be a number > 0`);
  const fault = kind.fault(deflector);
  demand(fault === undefined, `${name}.deflector.${fault}`);
  const unsampled = scanner.sampling && samplingFault(scanner.sampling);
  demand(unsampled === undefined, `${name}.sampling.${unsampled}`);
}

function checkNumbers(scanner: Scanner, name: string): void {
  const { divergence, exitRadius } = scanner;
  demand(
    typeof divergence === 'object' && divergence !== null,
    `${name}.divergence must be { horizontal, vertical }, 1/e² half angles in radians, found ${showValue(divergence)}`,
  );
  for (const [path, limit] of Object.entries(LIMITS)) {
    const value = path.split('.').reduce<unknown>(fieldOf, scanner);
    const holds = typeof value === 'number' && (limit === '> 0' ? value > 0 : value >= 0);
    demand(holds, `${name}.${path} must be a number ${limit}, found ${showValue(value)}`);
  }
  const { bins } = scanner.detection;
  demand(
    bins === undefined || (bins.size > 0 && bins.window >= 0 && bins.longest >= 0),
    `${name}.detection.bins must be { size, window, longest } with size > 0 and the others >= 0 (s), found ${showValue(bins)}`,
  );
  const { overlap } = scanner.receiver;
  demand(
    overlap === undefined || (overlap.from >= 0 && overlap.to > overlap.from),
    `${name}.receiver.overlap must be { from, to } with 0 <= from < to (m), found ${showValue(overlap)}`,
  );
  for (const way of ['horizontal', 'vertical'] as const)
    demand(
      exitRadius === 0 || divergence[way] >= LEAST_EXIT_ANGLE,
      `${name}.divergence.${way} must be a number >= ${LEAST_EXIT_ANGLE}, found ${divergence[way]}: no beam of a width at its exit (exitRadius ${exitRadius}) is parallel`,
    );
}

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

function demand(holds: boolean, message: string): asserts holds {
  if (!holds) throw new UserError(message);
}

const isWithin = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max;

/** Path of a number that is not finite in plain objects and lists below `value`, or undefined. */
function findNotFinite(value: unknown, path: string): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined;
  for (const [key, child] of Object.entries(value)) {
    const found = findNotFinite(child, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
