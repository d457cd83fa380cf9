import { writtenDegrees } from '../../base/angle.js';
import type { DeflectorKind, LegGiven, LegStart, RunningLines, ScanRates, ShotTiming } from './deflector-kind.js';
import { fanDirections, lineAxes } from './directions.js';
import { EVEN_DESCRIPTION } from './even-deflector.js';
import { facetRow } from './facets.js';
import type { Optics } from './optics.js';
import { CYCLES_SHOWN, UNREPEATED_SECONDS } from './representative-duration.js';
import { FACETS_MAX, polygonSchema, type RotatingPolygon, resolvePolygon } from './resolve-polygon.js';
import { areWhole, STEP_SLACK, stepsWithin, wholeSteps } from './steps.js';
import { cycleStrokes } from './strokes.js';
import { digits, inDegrees, inPulses } from './words.js';

const TURN = 2 * Math.PI;

/** A polygon mirror. */
export const polygon = {
  ...EVEN_DESCRIPTION,
  name: 'polygon',
  schema: polygonSchema,
  examples: [
    {
      kind: 'polygon',
      pulseRate: 10_000,
      elevationMin: -30,
      elevationMax: 30,
      verticalStep: 0.5,
      facetAngle: 90,
    },
    {
      kind: 'polygon',
      pulseRate: 30_000,
      elevationMin: -40,
      elevationMax: 60,
      lineRate: 20,
      lineRateMax: 21,
      horizontalStep: 0.03,
      facetAngle: 120,
      startElevation: 12.34,
      origin: [0.1, 0, 0.2],
    },
    { kind: 'polygon', pulseRate: 10_000, elevationMin: -180, elevationMax: 180, verticalStep: 0.5 },
    {
      kind: 'polygon',
      pulseRate: 10_000,
      elevationMin: -20,
      elevationMax: 20,
      verticalStep: 0.1,
      facetAngle: 60,
      facetTilts: [-0.1, 0.2, 0, 0.13],
      shaftInclination: 0.4,
    },
    {
      kind: 'polygon',
      pulseRate: 10_000,
      elevationMin: -20,
      elevationMax: 20,
      verticalStep: 0.1,
      facetShots: 600,
      facetTilts: [-10, 10],
      shaftInclination: -45,
      startElevation: -12.3,
    },
  ],
  overrides: [
    'pulseRate',
    'elevationMin',
    'elevationMax',
    'verticalStep',
    'horizontalStep',
    'lineRate',
    'lineRateMax',
    'startElevation',
    'facetShots',
  ],
  alternatives: { lineRate: ['verticalStep', 'facetShots'], verticalStep: ['lineRate'], facetShots: ['facetAngle'] },
  resolve: resolvePolygon,
  turnedBy: ({ horizontalStep }) => (horizontalStep === undefined ? undefined : 'horizontalStep'),
  incident: false,

  shape: 'line',
  positive: ['pulseRateHz', 'verticalStep', 'lineRateMaxHz'],
  fault,
  pulseRate: ({ pulseRateHz }) => pulseRateHz,
  turn: ({ horizontalStep }) => (horizontalStep > 0 ? 'lines' : undefined),
  shotsPerTurn: () => undefined,
  timing,
  optics,
  strokes: ({ elevationMin, elevationMax, verticalStep }, timing) =>
    cycleStrokes(timing, elevationMax - elevationMin + verticalStep),
  reach: ({ elevationMin, elevationMax }) => fanDirections(elevationMin, elevationMax),
  rates,
  field: ({ elevationMin, elevationMax }) => elevationMax - elevationMin,
  narrow: ({ elevationMin, elevationMax }, field) => {
    const middle = (elevationMin + elevationMax) / 2;
    return {
      changes: { elevationMin: writtenDegrees(middle - field / 2), elevationMax: writtenDegrees(middle + field / 2) },
    };
  },
  axes: ({ elevationMin, elevationMax }) => lineAxes((elevationMin + elevationMax) / 2),
  representativeDuration: (deflector, turned) => (turned ? UNREPEATED_SECONDS : CYCLES_SHOWN / lineRate(deflector)),
  describe,
  json: (deflector) => deflector,
} satisfies DeflectorKind<typeof polygonSchema, RotatingPolygon>;

function fault({ facetTilts, elevationMin, elevationMax }: RotatingPolygon): string | undefined {
  const facets = facetTilts?.length ?? 1;
  if (!(Number.isInteger(facets) && facets >= 1 && facets <= FACETS_MAX))
    return `facetTilts must be 1 to ${FACETS_MAX}`;
  return elevationMax >= elevationMin ? undefined : 'elevationMax must not be below elevationMin';
}

/** Shots that fit in the window, one at either end if a step falls there. */
const shotsInWindow = ({ elevationMin, elevationMax, verticalStep }: RotatingPolygon): number =>
  wholeSteps((elevationMax - elevationMin) / verticalStep) + 1;

/** Steps from one line to the next: as the facets pass, or as the highest rate of lines allows. */
function stepsPerLine(deflector: RotatingPolygon): number {
  const { verticalStep, facetAngle, elevationMin, elevationMax, pulseRateHz, lineRateMaxHz } = deflector;
  const swept = Math.max(elevationMax - elevationMin, facetAngle ?? 0) / verticalStep;
  return Math.max(swept, pulseRateHz / lineRateMaxHz);
}

/**
 * Pulses of a line that begins with a shot. Where the window is all that a facet sweeps, the shot at its end is the
 * first of the next line, unless the mirror waits for it.
 */
function pulsesPerLine(deflector: RotatingPolygon, restarts = false): number {
  const shots = shotsInWindow(deflector);
  return restarts ? shots : Math.min(shots, Math.max(1, Math.round(stepsPerLine(deflector))));
}

/** Whether the laser's clock runs on from line to line: otherwise, each begins with a shot. */
const runsOn = (deflector: RotatingPolygon, restarts?: boolean): boolean =>
  restarts !== true && !areWhole(stepsPerLine(deflector));

/** Only shots in the window are numbered; between two lines there is a gap in time. */
function timing(deflector: RotatingPolygon, leg: LegGiven): ShotTiming {
  return runsOn(deflector, leg.restarts) ? runningTiming(deflector, leg) : restartingTiming(deflector, leg);
}

/** The motion of the head and the end of the leg, by the time from one line to the next. */
function motionOf({ horizontalStep }: RotatingPolygon, leg: LegGiven, cyclePeriod: number) {
  const headRate = horizontalStep > 0 ? horizontalStep / cyclePeriod : leg.headRate;
  const sectorDuration =
    horizontalStep > 0 ? stepsWithin(leg.sector / horizontalStep) * cyclePeriod : leg.sector / headRate;
  return { headRate, duration: leg.duration ?? sectorDuration };
}

/** Lines that begin with a shot each. */
function restartingTiming(deflector: RotatingPolygon, leg: LegGiven): ShotTiming {
  const { verticalStep } = deflector;
  const cycle = pulsesPerLine(deflector, leg.restarts);
  const pulsePeriod = 1 / deflector.pulseRateHz;
  const facet = Math.max(cycle, (deflector.facetAngle ?? 0) / verticalStep) * pulsePeriod;
  const cyclePeriod = Math.max(facet, 1 / deflector.lineRateMaxHz);
  const { headRate, duration } = motionOf(deflector, leg, cyclePeriod);
  const underWay = lineUnderWay(deflector, leg.warmup, pulsePeriod, cyclePeriod);
  const led = Math.min(underWay.lead, stepsWithin(duration / pulsePeriod));
  const shots = led + shotsOfLines(duration - underWay.cycleTime, cycle, cyclePeriod, pulsePeriod);
  return { shots, duration, cycle, cyclePeriod, pulsePeriod, ...underWay, phase: 0, headRate };
}

/**
 * Lines that begin when a facet enters the window, wherever that is between two shots. A line has as many numbers as it
 * may have shots; the last one of a line that has fewer does not leave.
 */
function runningTiming(deflector: RotatingPolygon, leg: LegGiven): ShotTiming {
  const { elevationMin, elevationMax, verticalStep, startElevation = elevationMin, pulseRateHz } = deflector;
  const steps = stepsPerLine(deflector);
  // A window all round has no end.
  const isRound = elevationMax - elevationMin + verticalStep >= TURN * (1 - STEP_SLACK);
  const swept = isRound ? steps : (elevationMax - elevationMin) / verticalStep;
  const pulsePeriod = 1 / pulseRateHz;
  const { headRate, duration } = motionOf(deflector, leg, steps * pulsePeriod);
  const since = (startElevation - elevationMin) / verticalStep + leg.warmup * pulseRateHz;
  const leadStep = since - Math.floor(since / steps) * steps;
  const entry = leadStep === 0 ? 0 : steps - leadStep;
  const lead = leadStep === 0 ? 0 : Math.min(Math.ceil(entry), Math.max(0, wholeSteps(swept - leadStep) + 1));
  const running = {
    steps,
    entry,
    // A shot at the very end of a line is the first of the next one.
    window: swept < steps - STEP_SLACK ? swept + STEP_SLACK : steps - STEP_SLACK,
  };
  const cycle = Math.ceil(running.window);
  const times = { lead, leadStep, cycleTime: entry * pulsePeriod, phase: 0 };
  const shots = shotsOfRunning(stepsWithin(duration / pulsePeriod), lead, cycle, running);
  return { shots, duration, cycle, cyclePeriod: steps * pulsePeriod, pulsePeriod, ...times, headRate, running };
}

/** Numbers of the shots within the first `count` periods of the laser. */
function shotsOfRunning(count: number, lead: number, cycle: number, { steps, entry }: RunningLines): number {
  const line = Math.floor((count - 1 - entry) / steps);
  if (!(line >= 0)) return Math.min(lead, count);
  return lead + line * cycle + Math.min(cycle, count - Math.ceil(entry + line * steps));
}

/** Shots in `seconds` of lines; the first line begins at once. */
function shotsOfLines(seconds: number, cycle: number, cyclePeriod: number, pulsePeriod: number): number {
  if (!(seconds > 0)) return 0;
  const lines = wholeSteps(seconds / cyclePeriod);
  const rest = stepsWithin((seconds - lines * cyclePeriod) / pulsePeriod);
  return lines * cycle + Math.min(cycle, Math.max(0, rest));
}

/**
 * The line under way at the start, if the mirror does not begin with a whole one. The laser's clock runs through: the
 * next line begins at the shot nearest to the moment when the mirror enters its window.
 */
function lineUnderWay(
  { startElevation, elevationMin, elevationMax, verticalStep }: RotatingPolygon,
  warmup: number,
  pulsePeriod: number,
  cyclePeriod: number,
): Pick<ShotTiming, 'lead' | 'leadStep' | 'cycleTime'> {
  const shotsPerFacet = cyclePeriod / pulsePeriod;
  const since = ((startElevation ?? elevationMin) - elevationMin) / verticalStep + warmup / pulsePeriod;
  const leadStep = since - Math.floor(since / shotsPerFacet + STEP_SLACK / shotsPerFacet) * shotsPerFacet;
  if (leadStep < STEP_SLACK) return { lead: 0, leadStep: 0, cycleTime: 0 };
  const next = Math.round(shotsPerFacet - leadStep);
  const left = Math.max(0, wholeSteps((elevationMax - elevationMin) / verticalStep - leadStep) + 1);
  const lead = Math.min(left, next);
  return { lead, leadStep, cycleTime: Math.max(lead, next) * pulsePeriod };
}

/** The facet under way at the start of the leg is the last one. */
function optics(deflector: RotatingPolygon, { leadStep }: LegStart): Optics {
  const { elevationMin: start, verticalStep: step, facetTilts = [0], shaftInclination: shaft } = deflector;
  const underWay = { start: start + leadStep * step, step, tilt: facetTilts[facetTilts.length - 1], shaft };
  const whole = facetTilts.map((tilt) => ({ start, step, tilt, shaft }));
  return { optics: 'sweep', rows: [underWay, ...whole].map(facetRow) };
}

/** Of a line that begins anywhere between two shots, the mean number of its shots. */
function rates(deflector: RotatingPolygon): ScanRates {
  const { pulseRateHz, verticalStep, elevationMin, elevationMax } = deflector;
  const steps = stepsPerLine(deflector);
  const pulses = runsOn(deflector)
    ? Math.min(steps, (elevationMax - elevationMin) / verticalStep)
    : pulsesPerLine(deflector);
  const lineRateHz = pulseRateHz / steps;
  return { pulseRateHz: pulses * lineRateHz, lineRateHz, stepAngle: verticalStep };
}

/** Lines a second. */
function lineRate({ facetAngle, elevationMin, elevationMax, lineRateMaxHz, ...steps }: RotatingPolygon): number {
  const swept = facetAngle ?? elevationMax - elevationMin;
  return Math.min(lineRateMaxHz, (steps.pulseRateHz * steps.verticalStep) / swept);
}

function describe(deflector: RotatingPolygon): string[][] {
  const { horizontalStep, facetTilts, shaftInclination, facetAngle } = deflector;
  const between = horizontalStep > 0 ? `, ${inDegrees(horizontalStep)} between lines` : '';
  const facet = facetAngle === undefined ? '' : `, of ${inDegrees(facetAngle)} that a facet sweeps`;
  const rows = [
    ['deflector', `rotating polygon, ${inPulses(deflector)} in the window`],
    ['elevation', `${inDegrees(deflector.elevationMin)}…${inDegrees(deflector.elevationMax)}${facet}`],
    ['steps', `${inDegrees(deflector.verticalStep)} along a line${between}`],
    ['lines', `${digits(deflector.lineRateMaxHz)} a second at most`],
  ];
  if (facetTilts !== undefined) rows.push(['facets', `tilted by ${facetTilts.map(inDegrees).join(', ')}`]);
  if (shaftInclination !== undefined) rows.push(['shaft', `inclined by ${inDegrees(shaftInclination)}`]);
  return rows;
}
