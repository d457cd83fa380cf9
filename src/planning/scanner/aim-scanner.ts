import { UserError } from '../../base/errors.js';
import type { FieldSetting } from '../../scanner/deflectors/deflector-kind.js';
import type { PulseSource } from '../../simulation/leg-lister.js';
import type { CarriedSource } from '../carried-scanners.js';
import { type ChosenMount, chooseMount, withAttitude } from '../plan-mount.js';
import type { FlightRequest } from '../plan-request.js';
import type { PlanSource } from '../plan-source.js';
import { changeDeflector, HEAD_STOPPED, type PlannedScanner, scannerOfPlan, stopHead } from './choose-scanner.js';
import { askedRates, type FreeRates, freeRates, ratesSetBy } from './free-rates.js';
import { looksDown, nadirMount } from './nadir-mount.js';
import { setField } from './narrow-field.js';
import { type Swath, scannerOutline, swathOf } from './swath.js';

/** A scanner that looks down from its platform. */
export interface DownScanner {
  chosen: PlannedScanner;
  setting: FieldSetting;
  mount: ChosenMount;
  swath: Swath;
  /** Rates that the user has not set. */
  free: FreeRates;
}

/** A request for one scanner. */
type AimRequest = Omit<FlightRequest, 'scanner' | 'platform'> & Omit<CarriedSource, 'source'>;

/**
 * The scanner of a flight: its head stopped, its field as requested, on the platform's mount if that looks down,
 * otherwise on one that does. Changes are added to `notes`. Throws UserError for a field that reaches up to the
 * horizon.
 */
export async function aimDown(
  source: PlanSource,
  request: AimRequest,
  machine: PulseSource,
  notes: string[],
): Promise<DownScanner> {
  const first = scannerOfPlan(source, request.scanner);
  const still = stopHead(source, first);
  if (still !== first) notes.push(HEAD_STOPPED);
  const setting = setField(still.scanner, request.fieldOfView);
  const chosen = changeDeflector(source, still.section, { ...setting.changes, ...askedRates(source, still, request) });
  const set = ratesSetBy(first.section);
  const free = freeRates(source, chosen.section, {
    pulses: set.pulses || request.pulseRate !== undefined,
    lines: set.lines || request.lineRate !== undefined,
  });
  const given = chooseMount(source, request.platform);
  const outline = await scannerOutline(chosen.scanner, machine, setting.sector);
  const asGiven = swathOf(outline, given.mount);
  if (looksDown(asGiven)) return { chosen, setting, mount: given, swath: asGiven, free };
  const mount = withAttitude(given, nadirMount(chosen.scanner));
  const swath = swathOf(outline, mount.mount);
  if (!looksDown(swath))
    throw new UserError(`${chosen.scanner.name} cannot look down: its field of view reaches up to the horizon`, {
      hint: 'use less of it, for example --fov 90',
    });
  notes.push('the scanner is mounted so that it looks straight down: see mount in the survey');
  return { chosen, setting, mount, swath, free };
}
