import type { ScanRates } from '../../scanner/deflectors/deflector-kind.js';
import { programsOf } from '../../scanner/deflectors/index.js';
import type { StatedReference } from '../../scene/scene.js';
import type { Polygon } from '../area/polygons.js';
import { readArea } from '../area/read-area.js';
import { companionNotes } from '../carried-scanners.js';
import { cellCentre } from '../height-raster.js';
import { openProbe, planSourceOf } from '../held-plan.js';
import { planReference } from '../plan-grid.js';
import type { PlanMap } from '../plan-map.js';
import type { FlightRequest, PlanningOptions } from '../plan-request.js';
import type { PlanSource } from '../plan-source.js';
import { aimDown } from '../scanner/aim-scanner.js';
import { definitionOf, type PlannedScanner } from '../scanner/choose-scanner.js';
import { rangeZones } from '../scanner/range-zones.js';
import { laserRateOf } from '../scanner/set-pace.js';
import { angleAcross, type Swath } from '../scanner/swath.js';
import type { FlightPlan, PointDistances } from '../survey-plan.js';
import { checkRanges } from './check-ranges.js';
import { densityNotes, rangeByRateNotes } from './density-notes.js';
import { type FlightArea, flightArea } from './flight-area.js';
import { type FlightGround, flightGround, type HeightPlan } from './flight-heights.js';
import { legSections } from './flight-legs.js';
import { type FlightParts, type LaidLines, widthOf } from './lay-lines.js';
import { settlePace } from './settle-pace.js';

/**
 * Plans parallel lines over an area: aims scanner and mount downwards, chooses rates, speed and overlap for the
 * density, lays out the lines and checks them against the scanner's range and the height of the scene. Throws
 * UserError for requests that cannot be met, stating what is possible; AbortedError.
 */
export async function planFlight(request: FlightRequest, options: PlanningOptions): Promise<FlightPlan> {
  const { source, ...wish } = await planSourceOf(request, options);
  const notes: string[] = [];
  const camera = await aimDown(source, { ...request, ...wish }, options.machine, notes);
  const probe = await openProbe(source, options);
  const references = probe.scene.references ?? [];
  const polygons = request.areaFile && (await areaInFile(source, request.areaFile, references, options));
  const area = flightArea(probe.scene.bounds, request, polygons || undefined);
  const below = flightGround(probe, area.bounds);
  const parts = { request, camera, area, below, machine: options.machine };
  return { ...flightPlan(source, parts, await settlePace(source, parts), notes), references };
}

/** The polygons of a file in the plan's own system. */
async function areaInFile(
  source: PlanSource,
  file: string,
  references: readonly StatedReference[],
  { machine }: PlanningOptions,
): Promise<Polygon[]> {
  return readArea(machine.files, file, await planReference(source, references));
}

function flightPlan(source: PlanSource, parts: FlightParts, laid: LaidLines, notes: string[]): FlightPlan {
  const { request, camera, area, below } = parts;
  const { swath, mount, setting } = camera;
  const { chosen, rates, pace, heights, lines, density, spacing } = laid;
  const all = [
    ...lines.map((line, k) => ({ ...line, name: `line ${k + 1}` })),
    ...laid.ties.map((line, k) => ({ ...line, name: `tie ${k + 1}` })),
  ];
  const { height } = request;
  const ranges = checkRanges(chosen.scanner, heights, swath, request);
  const legs = legSections(all, { kind: request.kind, pace, mount: mount.mount, setting, heights });
  const scanTime = legs.times.reduce((sum, time) => sum + time, 0);
  notes.push(...densityNotes(camera, laid, request), ...rangeByRateNotes(source, chosen), ...heights.notes);
  notes.push(
    ...bareNotes(area, below),
    ...companionNotes(source, 'densities and coverage'),
    ...gapNotes(heights, swath, spacing, lines.length),
  );
  return {
    kind: request.kind,
    source,
    scanner: chosen.scanner,
    mount: mount.mount,
    area: area.bounds,
    legs: legs.sections,
    map: mapOf(area, laid),
    scanTime,
    totalTime: scanTime + legs.pauses,
    sections: { scanner: chosen.section, platform: mount.platform, mount: mount.section },
    notes,
    lines: all.map(({ name, length, path }, k) => ({ name, length, time: legs.times[k], path })),
    tieCount: laid.ties.length,
    height,
    reference: heights.reference,
    ground: heights.range,
    altitude: heights.altitude,
    heading: area.heading,
    speed: pace.speed,
    fieldOfView: angleAcross(swath),
    areaSize: area.size,
    swath: { left: swath.left, right: swath.right, back: swath.back, ahead: swath.ahead },
    swathWidth: widthOf(swath, height),
    spacing,
    overlap: pace.overlap,
    pulseRateHz: rates.pulseRateHz,
    lineRateHz: rates.lineRateHz,
    density,
    distances: { ...pointDistances(rates, swath, height, pace.speed), ...ranges },
    zones: zonesOf(source, chosen, ranges),
  };
}

/** Zones of the ranges at the scanner's pulse rate, and at the others that its maker lists. */
function zonesOf(
  source: PlanSource,
  { scanner, section }: PlannedScanner,
  { rangeMin, rangeMax }: Pick<PointDistances, 'rangeMin' | 'rangeMax'>,
): FlightPlan['zones'] {
  const own = laserRateOf(scanner);
  const others = programsOf(definitionOf(source, section).deflector)
    .map(({ pulseRate }) => pulseRate)
    .filter((rate) => rate !== own);
  const at = (rate: number) => rangeZones(rate, rangeMin, rangeMax);
  return { ...at(own), others: others.map(at) };
}

function mapOf({ bounds, has }: FlightArea, { heights: { top }, lines, ties, coverage }: LaidLines): PlanMap {
  return {
    relief: { ...top, heights: top.heights.map((height, k) => (has(...cellCentre(top, k)) ? height : Number.NaN)) },
    coverage: coverage.counts,
    seenBy: { one: 'strip', many: 'strips' },
    area: bounds,
    tracks: [...lines, ...ties].map(({ from, to }) => [from, to]),
    stations: [],
  };
}

/** Shares of an area without a scene below that are not worth a note: edges and slits. */
const BARE_MIN = 0.01;

/** What the scene leaves out of the area, of which plans and flights know nothing. */
function bareNotes({ has }: FlightArea, { top }: FlightGround): string[] {
  const inside = [...top.heights.keys()].filter((cell) => has(...cellCentre(top, cell)));
  const share = inside.filter((cell) => Number.isNaN(top.heights[cell])).length / Math.max(1, inside.length);
  if (share < BARE_MIN) return [];
  return [
    `${(100 * share).toFixed(0)} % of the area has no scene below it, where coverage is not counted and no points will be`,
  ];
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
