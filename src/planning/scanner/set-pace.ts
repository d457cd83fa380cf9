import { UserError } from '../../base/errors.js';
import type { ScanRates } from '../../scanner/deflectors/deflector-kind.js';
import { deflectorKind } from '../../scanner/deflectors/index.js';
import type { Scanner } from '../../scanner/scanner.js';
import { FLIGHT_DEFAULTS, type FlightRequest } from '../plan-request.js';
import type { PlanSource } from '../plan-source.js';
import type { DownScanner } from './aim-scanner.js';
import { changeDeflector, type PlannedScanner } from './choose-scanner.js';
import { scanRates } from './field-of-view.js';
import { rangeZones } from './range-zones.js';
import { choosePace, densityOf, type FlightPace, formulaOf } from './scan-density.js';

/** Speed and overlap of a flight, and the scanner at the matching rates. */
export interface SetPace {
  chosen: PlannedScanner;
  rates: ScanRates;
  pace: FlightPace;
}

/** What is known of a flight before its lines are laid out. */
export interface Outlook {
  /** Density that the plan reaches, as a multiple of that of the formula. */
  gain: number;
  /** Nearest and longest range, metres. */
  nearest: number;
  longest: number;
}

/** Pulses a second of one laser of a working scanner. */
export const laserRateOf = ({ deflector }: Scanner): number => deflectorKind(deflector).pulseRate(deflector);

/** A way to reach a density, and its cost. */
interface Candidate extends SetPace {
  cost: number;
}

/** By how much dearer a pulse rate is at which ranges fall in two zones. */
const CROSSING_COST = 1.25;

/**
 * Sets speed, overlap and the rates of the scanner. Without a density they are as given. With one, of the pulse rates
 * that are free and see as far as the flight needs, that with the lowest product is taken of flight time, points, the
 * ratio of the distances between points along and across, and `CROSSING_COST` where ranges fall in two zones; the lines
 * make these distances alike. Throws UserError for a density that cannot be reached.
 */
export function setPace(source: PlanSource, camera: DownScanner, request: FlightRequest, outlook: Outlook): SetPace {
  if (request.density === undefined) return paceOf(camera, camera.chosen, request, outlook);
  const instruments = pulseRatesFor(camera, request, outlook).map((pulseRate) =>
    pulseRate === undefined ? camera.chosen : changeDeflector(source, camera.chosen.section, { pulseRate }),
  );
  const far = instruments.filter(({ scanner }) => scanner.detection.rangeMax >= outlook.longest);
  const usable = far.length > 0 ? far : instruments;
  const candidates = usable.flatMap((chosen) =>
    speedLimits(camera, chosen, request, outlook).flatMap((speedMax) => {
      const found = attempt(() => withEvenLines(source, camera, chosen, request, { ...outlook, speedMax }));
      return found === undefined ? [] : [found];
    }),
  );
  // The fastest instrument comes nearest: its error states the highest density of all.
  if (candidates.length === 0) return paceOf(camera, usable[usable.length - 1], request, outlook);
  return candidates.reduce((best, next) => (next.cost < best.cost * (1 - EVEN) ? next : best));
}

/** Costs that differ by less are alike. */
const EVEN = 1e-9;

/** Speed limits to try: that up to which lines can be as close as points of a line, and that of the platform. */
function speedLimits(
  camera: DownScanner,
  { scanner }: PlannedScanner,
  { kind, speed, density = 0, overlap, ...request }: FlightRequest,
  { gain }: Outlook,
): number[] {
  const usual = FLIGHT_DEFAULTS[kind];
  if (speed !== undefined) return [usual.speedMax];
  const lineRate = highestLineRate(camera, scanner);
  if (lineRate === undefined) return [usual.speedMax];
  const share = formulaOf(request.densityOf) === 'block' ? 1 - (overlap ?? usual.overlap) : 1;
  const even = lineRate / Math.sqrt((density * share) / gain);
  return [Math.min(usual.speedMax, Math.max(usual.speed, even)), usual.speedMax];
}

/** Lines a second of all lasers at the highest rate that can be set. */
function highestLineRate(camera: DownScanner, scanner: Scanner): number | undefined {
  const { lineRateHz } = scanRates(scanner, sectorOf(camera));
  const { lines } = camera.free;
  if (lineRateHz === undefined || lines === undefined) return lineRateHz;
  return (lineRateHz * lines.max) / lines.current;
}

/**
 * Pulse rates of one laser to try: those that the maker lists, or of a range that which the density needs at the lowest
 * overlap, once for each speed limit; undefined: as it is.
 */
function pulseRatesFor(camera: DownScanner, request: FlightRequest, outlook: Outlook): (number | undefined)[] {
  const offered = camera.free.pulseRates;
  if (offered === undefined) return [undefined];
  if (!offered.between) return [...offered.hz];
  const { scanner } = camera.chosen;
  const [lowest, highest] = offered.hz;
  const { speed, overlap, densityOf: measure, density = 0 } = request;
  const defaults = FLIGHT_DEFAULTS[request.kind];
  const speeds = speed === undefined ? speedLimits(camera, camera.chosen, request, outlook) : [speed];
  return speeds.map((each) => {
    const pace = { speed: each, overlap: overlap ?? defaults.overlap };
    const formula = densityOf(scanRates(scanner, sectorOf(camera)).pulseRateHz, widthOf(camera, request), pace);
    const needed = (laserRateOf(scanner) * density) / (formula[formulaOf(measure)] * outlook.gain);
    return Math.min(highest, Math.max(lowest, Math.ceil(needed / RATE_STEP) * RATE_STEP));
  });
}

/** Step of a pulse rate that is chosen between two, Hz. */
const RATE_STEP = 100;

interface PaceOutlook extends Outlook {
  speedMax?: number;
}

/** Speed and overlap of a scanner at the rates that it has. */
function paceOf(camera: DownScanner, chosen: PlannedScanner, request: FlightRequest, outlook: PaceOutlook): SetPace {
  const rates = scanRates(chosen.scanner, sectorOf(camera));
  const usual = FLIGHT_DEFAULTS[request.kind];
  const limits = { ...usual, speedMax: outlook.speedMax ?? usual.speedMax };
  const pace = choosePace(rates.pulseRateHz * outlook.gain, widthOf(camera, request), request, limits);
  return { chosen, rates, pace };
}

/** The same with lines as far apart as the points of a line, as far as the scanner can, and its cost. */
function withEvenLines(
  source: PlanSource,
  camera: DownScanner,
  chosen: PlannedScanner,
  request: FlightRequest,
  outlook: PaceOutlook,
): Candidate {
  const first = paceOf(camera, chosen, request, outlook);
  const even = evenLines(camera, first, request.height);
  const better = even && attempt(() => changeDeflector(source, chosen.section, even));
  const found = better === undefined ? first : paceOf(camera, better, request, outlook);
  return { ...found, cost: costOf(camera, found, request, outlook) };
}

/** The change of the lines for which points are as far apart along the flight as across. */
function evenLines(
  { free: { lines } }: DownScanner,
  { rates, pace }: SetPace,
  height: number,
): Record<string, number> | undefined {
  const ratio = spacingRatio(rates, pace, height);
  if (lines === undefined || ratio === undefined) return undefined;
  const { key, current, min, max } = lines;
  const wanted = current * Math.sqrt(ratio);
  return { [key]: Math.round(Math.min(max, Math.max(min, wanted)) * 10) / 10 };
}

/** Distance between points along the flight, divided by that across in the middle of a line. */
function spacingRatio({ lineRateHz, stepAngle }: ScanRates, { speed }: FlightPace, height: number): number | undefined {
  if (lineRateHz === undefined || stepAngle === undefined) return undefined;
  return speed / lineRateHz / (height * stepAngle);
}

function costOf(camera: DownScanner, { chosen, rates, pace }: SetPace, request: FlightRequest, outlook: Outlook) {
  const ratio = spacingRatio(rates, pace, request.height) ?? 1;
  const { [formulaOf(request.densityOf)]: formula } = densityOf(rates.pulseRateHz, widthOf(camera, request), pace);
  const { first, last } = rangeZones(laserRateOf(chosen.scanner), outlook.nearest, outlook.longest);
  const time = 1 / (pace.speed * (1 - pace.overlap));
  return time * formula * Math.max(ratio, 1 / ratio) * (first === last ? 1 : CROSSING_COST);
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

const widthOf = ({ swath }: DownScanner, { height }: FlightRequest): number => (swath.right - swath.left) * height;

const sectorOf = ({ setting: { sector } }: DownScanner): number | undefined => sector && sector[1] - sector[0];
