import { UserError } from '../../base/errors.js';
import type { ScanRates } from '../../scanner/deflectors/deflector-kind.js';
import type { Scanner } from '../../scanner/scanner.js';
import { cellCentre } from '../height-raster.js';
import { openProbe, planSourceOf } from '../held-plan.js';
import type { PlanMap } from '../plan-map.js';
import { FLIGHT_DEFAULTS, type FlightRequest, type PlanningOptions } from '../plan-request.js';
import type { PlanSource } from '../plan-source.js';
import { aimDown, type DownScanner, type SetPace, setPace } from '../scanner/aim-scanner.js';
import { type PulseDirections, pulseDirections } from '../scanner/pulse-directions.js';
import { densityOf, type FlightPace } from '../scanner/scan-density.js';
import { angleAcross, type Swath } from '../scanner/swath.js';
import { type SwathProfile, swathProfile } from '../scanner/swath-profile.js';
import type { SceneProbe } from '../scene-probe.js';
import type { FlightPlan, PointDistances } from '../survey-plan.js';
import { areaDensity } from './area-density.js';
import { type FlightArea, flightArea } from './flight-area.js';
import { flightHeights, type HeightPlan } from './flight-heights.js';
import { legSections } from './flight-legs.js';
import { layOutLines, widthAcross } from './flight-lines.js';
import { runUp } from './leg-section.js';
import { type FlownLine, stripCoverage } from './strip-coverage.js';

/**
 * Plans parallel lines over an area: aims scanner and mount downwards, chooses speed and overlap for the density, lays
 * out the lines and checks them against the scanner's range and the height of the scene. Throws UserError for requests
 * that cannot be met, stating what is possible; AbortedError.
 */
export async function planFlight(request: FlightRequest, options: PlanningOptions): Promise<FlightPlan> {
  const source = await planSourceOf(request, options);
  const notes: string[] = [];
  const camera = await aimDown(source, request, options.machine, notes);
  const probe = await openProbe(source, options);
  const area = flightArea(probe.scene.bounds, request);
  const { heading } = area;
  const isSingle = widthAcross(area.corners, heading) <= widthOf(camera.swath, request.height);
  const wish = isSingle ? singleLine(request) : request;
  const pace = setPace(source, camera, wish, notes);
  const directions = await pulseDirections(
    pace.chosen.scanner,
    camera.mount.mount,
    camera.setting.sector,
    options.machine,
  );
  return layOutFlight({ source, request, probe, area, heading, notes, directions, ...camera, ...pace });
}

/** A single line covers the area, so nothing overlaps. */
const singleLine = (request: FlightRequest): FlightRequest => ({ ...request, overlap: 0 });

/** All inputs that determine the place of the lines. */
interface FlightParts extends DownScanner, SetPace {
  source: PlanSource;
  request: FlightRequest;
  probe: SceneProbe;
  area: FlightArea;
  heading: number;
  notes: string[];
  directions: PulseDirections;
}

/** Lines with their heights, and the density that they reach over the area. */
interface LaidLines {
  pace: FlightPace;
  heights: HeightPlan;
  lines: FlownLine[];
  areaDensity: number;
}

function layLines(parts: FlightParts, pace: FlightPace): LaidLines {
  const { request, probe, area, heading, rates, swath, directions } = parts;
  const spacing = widthOf(swath, request.height) * (1 - pace.overlap);
  const layout = { heading, spacing, swath: scaled(swath, request.height), runIn: runInOf({ ...parts, pace }) };
  const flat = layOutLines(area.corners, layout);
  const heights = flightHeights(probe, area.bounds, request, { lines: flat, speed: pace.speed });
  const lines = flat.map((line, k) => ({ ...line, path: heights.paths[k] }));
  const flown = { pulseRateHz: rates.pulseRateHz, speed: pace.speed };
  return { pace, heights, lines, areaDensity: areaDensity(area, heights.ground, lines, flown, directions) };
}

/**
 * The lines at the chosen speed, or slower if the area, with edges that fewer lines cover, would not reach a required
 * density. Notes a density that is not reached.
 */
function layLinesForDensity(parts: FlightParts): LaidLines {
  const { request, pace, notes } = parts;
  const laid = layLines(parts, pace);
  const { density } = request;
  if (density === undefined || laid.areaDensity >= density) return laid;
  const { speedMin } = FLIGHT_DEFAULTS[request.kind];
  const speed = Math.max(speedMin, (pace.speed * laid.areaDensity) / density);
  const slower = pace.chosen === 'speed' && speed < pace.speed ? layLines(parts, { ...pace, speed }) : laid;
  if (slower.areaDensity < density * (1 - DENSITY_SLACK)) notes.push(shortOfDensity(slower.areaDensity, density));
  return slower;
}

/** Share of a density that the estimate over the area may be in error by. */
const DENSITY_SLACK = 0.01;

const shortOfDensity = (found: number, wanted: number): string =>
  `over the area itself there are ${found.toPrecision(3)} points/m², less than the ${wanted} required: fewer lines cover its edges; fly slower, or require more`;

function layOutFlight(parts: FlightParts): FlightPlan {
  const { source, request, area, heading, notes, chosen, rates, setting, mount, swath } = parts;
  const { height } = request;
  const { pace, heights, lines, areaDensity } = layLinesForDensity(parts);
  const swathWidth = widthOf(swath, height);
  const spacing = swathWidth * (1 - pace.overlap);
  const ranges = checkRanges(chosen.scanner, heights, swath, request);
  const legs = legSections(lines, { kind: request.kind, pace, mount: mount.mount, setting, heights });
  const scanTime = legs.times.reduce((sum, time) => sum + time, 0);
  notes.push(...paceNotes(pace), ...heights.notes, ...gapNotes(heights, swath, spacing, lines.length));
  return {
    kind: request.kind,
    source,
    scanner: chosen.scanner,
    mount: mount.mount,
    area: area.bounds,
    legs: legs.sections,
    map: mapOf(area, heights, lines, swathProfile(parts.directions, swath)),
    scanTime,
    totalTime: scanTime + legs.pauses,
    sections: { scanner: chosen.section, platform: mount.platform, mount: mount.section },
    notes,
    lines: lines.map(({ length }, k) => ({ name: `line ${k + 1}`, length, time: legs.times[k] })),
    height,
    reference: heights.reference,
    ground: heights.range,
    altitude: heights.altitude,
    heading,
    speed: pace.speed,
    fieldOfView: angleAcross(swath),
    areaSize: area.size,
    swath: { left: swath.left, right: swath.right, back: swath.back, ahead: swath.ahead },
    swathWidth,
    spacing,
    overlap: pace.overlap,
    pulseRateHz: rates.pulseRateHz,
    density: { ...densityOf(rates.pulseRateHz, swathWidth, pace), area: areaDensity },
    distances: { ...pointDistances(rates, swath, height, pace.speed), ...ranges },
  };
}

const widthOf = (swath: Swath, height: number): number => (swath.right - swath.left) * height;

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
function runInOf({ request, pace, rates }: FlightParts): number {
  const line = rates.lineRateHz === undefined ? 0 : pace.speed / rates.lineRateHz;
  return request.kind === 'uav' ? line + runUp(pace.speed) : line;
}

function mapOf(
  { bounds, has }: FlightArea,
  { top, ground }: HeightPlan,
  lines: readonly FlownLine[],
  profile: SwathProfile,
): PlanMap {
  return {
    relief: { ...top, heights: top.heights.map((height, k) => (has(...cellCentre(top, k)) ? height : Number.NaN)) },
    coverage: stripCoverage(ground, lines, profile).counts,
    seenBy: { one: 'strip', many: 'strips' },
    area: bounds,
    tracks: lines.map(({ from, to }) => [from, to]),
    stations: [],
  };
}

function paceNotes({ chosen, limit }: FlightPace): string[] {
  if (chosen === undefined) return [];
  const word = chosen === 'speed' ? 'the speed' : 'the overlap (and with it the distance between lines)';
  return [`${word} is chosen for the density${limit === undefined ? '' : `, ${limit}: more points than required`}`];
}

/** Over the highest ground a swath is narrowest. */
function gapNotes({ altitude, range, reference }: HeightPlan, swath: Swath, spacing: number, lines: number): string[] {
  const narrowest = (swath.right - swath.left) * (altitude[0] - range.high);
  if (reference !== 'mean' || lines < 2 || narrowest >= spacing) return [];
  return [
    `over the highest ground the swath is ${narrowest.toFixed(1)} m wide: strips do not meet there; --above highest leaves no gap`,
  ];
}

/**
 * Distances between lines along the flight, and between points of a line below the scanner and at the edge (Baltsavias
 * 1999).
 */
function pointDistances(
  { lineRateHz, stepAngle }: ScanRates,
  swath: Swath,
  height: number,
  speed: number,
): Pick<PointDistances, 'along' | 'across' | 'acrossEdge'> {
  if (lineRateHz === undefined || stepAngle === undefined) return {};
  const edge = Math.max(-swath.left, swath.right);
  const across = height * stepAngle;
  return { along: speed / lineRateHz, across, acrossEdge: across * (1 + edge * edge) };
}

/** Throws UserError if the ground or the top of the scene is beyond the scanner's range. */
function checkRanges(
  { name, detection }: Scanner,
  { depth, nearest }: HeightPlan,
  { farthest }: Swath,
  { height }: FlightRequest,
): Pick<PointDistances, 'rangeMin' | 'rangeMax'> {
  const longest = depth * farthest;
  if (longest > detection.rangeMax) {
    const most = height - (depth - detection.rangeMax / farthest);
    const [possible, lower] =
      most > 0 ? [`expected at most ${floor(most)} (m)`, 'fly lower, '] : ['which no height makes good', ''];
    throw new UserError(
      `--height: found ${height}, ${possible}: the edge of the swath is ${longest.toFixed(0)} m away, and ${name} sees ${detection.rangeMax} m far`,
      { hint: `${lower}take a smaller --fov or another scanner` },
    );
  }
  if (nearest < detection.rangeMin)
    throw new UserError(
      `--height: found ${height}, expected at least ${ceil(height + detection.rangeMin - nearest)} (m): the scene comes within ${nearest.toFixed(1)} m of the scanner, and ${name} sees nothing nearer than ${detection.rangeMin} m`,
    );
  return { rangeMin: nearest, rangeMax: longest };
}

const floor = (value: number): number => Math.floor(value * 10) / 10;
const ceil = (value: number): number => Math.ceil(value * 10) / 10;
