import { writtenDegrees } from '../../base/angle.js';
import type { DeflectorKind, LegGiven, LegStart, ScanRates, ShotTiming } from './deflector-kind.js';
import { fanDirections, lineAxes } from './directions.js';
import { EVEN_DESCRIPTION } from './even-deflector.js';
import { facetRow } from './facets.js';
import type { Optics } from './optics.js';
import { CYCLES_SHOWN, UNREPEATED_SECONDS } from './representative-duration.js';
import { FACETS_MAX, polygonSchema, type RotatingPolygon, resolvePolygon } from './resolve-polygon.js';
import { STEP_SLACK, stepsWithin, wholeSteps } from './steps.js';
import { cycleStrokes } from './strokes.js';
import { digits, inDegrees, inPulses } from './words.js';

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

/** Pulses of one line; both ends of the window get a pulse if a step falls there. */
const pulsesPerLine = ({ elevationMin, elevationMax, verticalStep }: RotatingPolygon): number =>
  wholeSteps((elevationMax - elevationMin) / verticalStep) + 1;

/** Only shots in the window are numbered; between two lines there is a gap in time. */
function timing(deflector: RotatingPolygon, leg: LegGiven): ShotTiming {
  const { verticalStep, horizontalStep } = deflector;
  const cycle = pulsesPerLine(deflector);
  const pulsePeriod = 1 / deflector.pulseRateHz;
  const facet = Math.max(cycle, (deflector.facetAngle ?? 0) / verticalStep) * pulsePeriod;
  const cyclePeriod = Math.max(facet, 1 / deflector.lineRateMaxHz);
  const headRate = horizontalStep > 0 ? horizontalStep / cyclePeriod : leg.headRate;
  const sectorDuration =
    horizontalStep > 0 ? stepsWithin(leg.sector / horizontalStep) * cyclePeriod : leg.sector / headRate;
  const duration = leg.duration ?? sectorDuration;
  const underWay = lineUnderWay(deflector, leg.warmup, pulsePeriod, cyclePeriod);
  const led = Math.min(underWay.lead, stepsWithin(duration / pulsePeriod));
  const shots = led + shotsOfLines(duration - underWay.cycleTime, cycle, cyclePeriod, pulsePeriod);
  return { shots, duration, cycle, cyclePeriod, pulsePeriod, ...underWay, phase: 0, headRate };
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
  const lead = Math.max(0, wholeSteps((elevationMax - elevationMin) / verticalStep - leadStep) + 1);
  return { lead, leadStep, cycleTime: Math.max(lead, Math.round(shotsPerFacet - leadStep)) * pulsePeriod };
}

/** The facet under way at the start of the leg is the last one. */
function optics(deflector: RotatingPolygon, { leadStep }: LegStart): Optics {
  const { elevationMin: start, verticalStep: step, facetTilts = [0], shaftInclination: shaft } = deflector;
  const underWay = { start: start + leadStep * step, step, tilt: facetTilts[facetTilts.length - 1], shaft };
  const whole = facetTilts.map((tilt) => ({ start, step, tilt, shaft }));
  return { optics: 'sweep', rows: [underWay, ...whole].map(facetRow) };
}

/**
 * A line takes as long as its facet sweeps, including the pause outside of the window, or as the highest line rate
 * allows.
 */
function rates(deflector: RotatingPolygon): ScanRates {
  const { pulseRateHz, verticalStep, facetAngle = 0, lineRateMaxHz } = deflector;
  const pulses = pulsesPerLine(deflector);
  const linePeriod = Math.max(Math.max(pulses, facetAngle / verticalStep) / pulseRateHz, 1 / lineRateMaxHz);
  return { pulseRateHz: pulses / linePeriod, lineRateHz: 1 / linePeriod, stepAngle: verticalStep };
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
