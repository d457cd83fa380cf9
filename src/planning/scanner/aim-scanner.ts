import { UserError } from '../../base/errors.js';
import type { FieldSetting, ScanRates } from '../../scanner/deflectors/deflector-kind.js';
import { deflectorKind, programsOf } from '../../scanner/deflectors/index.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { PulseSource } from '../../simulation/leg-lister.js';
import { type ChosenMount, chooseMount, withAttitude } from '../plan-mount.js';
import { FLIGHT_DEFAULTS, type FlightRequest } from '../plan-request.js';
import type { PlanSource } from '../plan-source.js';
import {
  changeDeflector,
  definitionOf,
  HEAD_STOPPED,
  type PlannedScanner,
  scannerOfPlan,
  stopHead,
} from './choose-scanner.js';
import { scanRates } from './field-of-view.js';
import { looksDown, nadirMount } from './nadir-mount.js';
import { setField } from './narrow-field.js';
import { choosePace, type FlightPace } from './scan-density.js';
import { type Swath, scannerOutline, swathOf } from './swath.js';

/** A scanner that looks down from its platform. */
export interface DownScanner {
  chosen: PlannedScanner;
  setting: FieldSetting;
  mount: ChosenMount;
  swath: Swath;
}

/**
 * The scanner of a flight: its head stopped, its field as requested, on the platform's mount if that looks down,
 * otherwise on one that does. Changes are added to `notes`. Throws UserError for a field that reaches up to the
 * horizon.
 */
export async function aimDown(
  source: PlanSource,
  request: FlightRequest,
  machine: PulseSource,
  notes: string[],
): Promise<DownScanner> {
  const first = scannerOfPlan(source, request.scanner);
  const still = stopHead(source, first);
  if (still !== first) notes.push(HEAD_STOPPED);
  const setting = setField(still.scanner, request.fieldOfView);
  const chosen = changeDeflector(source, still.section, setting.changes);
  const given = chooseMount(source, request.platform);
  const outline = await scannerOutline(chosen.scanner, machine, setting.sector);
  const asGiven = swathOf(outline, given.mount);
  if (looksDown(asGiven)) return { chosen, setting, mount: given, swath: asGiven };
  const mount = withAttitude(given, nadirMount(chosen.scanner));
  const swath = swathOf(outline, mount.mount);
  if (!looksDown(swath))
    throw new UserError(`${chosen.scanner.name} cannot look down: its field of view reaches up to the horizon`, {
      hint: 'use less of it, for example --fov 90',
    });
  notes.push('the scanner is mounted so that it looks straight down: see mount in the survey');
  return { chosen, setting, mount, swath };
}

/** Speed and overlap of a flight, and the scanner at the matching pulse rate. */
export interface SetPace {
  chosen: PlannedScanner;
  rates: ScanRates;
  pace: FlightPace;
}

const sectorOf = ({ sector }: FieldSetting): number | undefined => sector && sector[1] - sector[0];

/**
 * Sets speed and overlap. If both are given and the density is too low, takes the lowest pulse rate of the scanner's
 * programmes that reaches it, and adds this to `notes`. Throws UserError for a density that cannot be reached.
 */
export function setPace(source: PlanSource, camera: DownScanner, request: FlightRequest, notes: string[]): SetPace {
  const { chosen, setting, swath } = camera;
  const width = (swath.right - swath.left) * request.height;
  const paceWith = (candidate: PlannedScanner): SetPace => {
    const rates = scanRates(candidate.scanner, sectorOf(setting));
    const pace = choosePace(rates.pulseRateHz, width, request, FLIGHT_DEFAULTS[request.kind]);
    return { chosen: candidate, rates, pace };
  };
  const bothGiven = request.density !== undefined && request.speed !== undefined && request.overlap !== undefined;
  const others = bothGiven ? otherRates(source, chosen) : [];
  try {
    return paceWith(chosen);
  } catch (error) {
    for (const candidate of others) {
      const found = attempt(() => paceWith(candidate));
      if (found === undefined) continue;
      notes.push(`the pulse rate is chosen for the density: ${pulseRateOf(candidate.scanner)} Hz`);
      return found;
    }
    throw error;
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

const pulseRateOf = ({ deflector }: Scanner): number => deflectorKind(deflector).pulseRate(deflector);

/** The scanner at each of the other pulse rates of its maker, slowest first. */
function otherRates(source: PlanSource, { section }: PlannedScanner): PlannedScanner[] {
  const { deflector } = definitionOf(source, section);
  const rates = programsOf(deflector)
    .map(({ pulseRate }) => pulseRate)
    .sort((a, b) => a - b);
  return rates.map((pulseRate) => changeDeflector(source, section, { pulseRate }));
}
