import type { PulseSource } from '../../simulation/leg-lister.js';
import { cellCentre } from '../height-raster.js';
import type { FlightRequest } from '../plan-request.js';
import type { DownScanner } from '../scanner/aim-scanner.js';
import { type PulseDirections, pulseDirections } from '../scanner/pulse-directions.js';
import { densityOf } from '../scanner/scan-density.js';
import type { SetPace } from '../scanner/set-pace.js';
import type { Swath } from '../scanner/swath.js';
import { medianShare, swathProfile } from '../scanner/swath-profile.js';
import type { FlightDensity } from '../survey-plan.js';
import { areaDensity } from './area-density.js';
import type { FlightArea } from './flight-area.js';
import { type FlightGround, flightHeights, type HeightPlan } from './flight-heights.js';
import { layOutLines, layOutTies } from './flight-lines.js';
import { runUp } from './leg-section.js';
import { type FlownLine, type StripCoverage, stripCoverage } from './strip-coverage.js';

/** All inputs that determine the place of the lines. */
export interface FlightParts {
  request: FlightRequest;
  camera: DownScanner;
  area: FlightArea;
  below: FlightGround;
  machine: PulseSource;
}

/** Lines with their heights, and the densities that they reach. */
export interface LaidLines extends SetPace {
  heights: HeightPlan;
  lines: FlownLine[];
  /** Lines across these, which densities and coverage leave out. */
  ties: FlownLine[];
  spacing: number;
  coverage: StripCoverage;
  density: FlightDensity;
}

/** Lays out the lines of a flight at a pace. Throws UserError if the scene is higher than the flight. */
export async function layLines(parts: FlightParts, set: SetPace): Promise<LaidLines> {
  const { request, camera, area, below, machine } = parts;
  const { height } = request;
  const { pace, rates, chosen } = set;
  const spacing = widthOf(camera.swath, height) * (1 - pace.overlap);
  const { heading } = area;
  const layout = { heading, spacing, swath: scaled(camera.swath, height), runIn: runInOf(request, set) };
  const block = layOutLines(area.outlines, layout);
  const across = request.tieLines === undefined ? [] : layOutTies(area.outlines, layout, request.tieLines);
  const heights = flightHeights(below, request, { lines: [...block, ...across], speed: pace.speed });
  const flown = [...block, ...across].map((line, k) => ({ ...line, path: heights.paths[k] }));
  const [lines, ties] = [flown.slice(0, block.length), flown.slice(block.length)];
  const directions = await pulseDirections(chosen.scanner, camera.mount.mount, camera.setting.sector, machine);
  const profile = swathProfile(directions, camera.swath);
  const coverage = stripCoverage(below.ground, lines, profile);
  const pulsesPerMetre = rates.pulseRateHz / pace.speed;
  const density = {
    ...densityOf(rates.pulseRateHz, widthOf(camera.swath, height), pace),
    median: (pulsesPerMetre * medianShare(profile)) / height,
    minimum: pulsesPerMetre * lowestShare(parts, coverage),
    area: meanOverArea(parts, lines, set, directions),
  };
  return { ...set, heights, lines, ties, spacing, coverage, density };
}

/** Metres that a swath covers from a height. */
export const widthOf = (swath: Swath, height: number): number => (swath.right - swath.left) * height;

const scaled = ({ left, right, back, ahead }: Swath, height: number) => ({
  left: left * height,
  right: right * height,
  back: back * height,
  ahead: ahead * height,
});

/**
 * One line of the scanner, so that the first and last of an area are complete, and the distance that a drone needs to
 * reach its speed.
 */
function runInOf({ kind }: FlightRequest, { pace, rates }: SetPace): number {
  const line = rates.lineRateHz === undefined ? 0 : pace.speed / rates.lineRateHz;
  return kind === 'uav' ? line + runUp(pace.speed) : line;
}

/** The lowest share of any cell inside of the area that has a surface. */
function lowestShare({ area, below }: FlightParts, { shares }: StripCoverage): number {
  const { top } = below;
  return shares.reduce(
    (least, share, cell) =>
      share < least && !Number.isNaN(top.heights[cell]) && area.has(...cellCentre(top, cell)) ? share : least,
    Infinity,
  );
}

function meanOverArea(
  { area, below }: FlightParts,
  lines: readonly FlownLine[],
  { rates, pace }: SetPace,
  directions: PulseDirections,
): number {
  const flown = { pulseRateHz: rates.pulseRateHz, speed: pace.speed };
  return areaDensity(area, below.ground, lines, flown, directions);
}
