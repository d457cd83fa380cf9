import type { z } from 'zod';
import { DEGREE } from '../../base/angle.js';
import { listField, mapField, numberField, vectorField } from '../../base/yaml/fields.js';
import type { NoteKey } from './deflector-kind.js';
import { deflectorFields, kindField, pulsedFields } from './fields.js';
import { wholeSteps } from './steps.js';

/** A polygon mirror that sweeps lines about the frame's x axis, on a head that may turn about z (RIEGL VZ, VQ, VUX). */
export interface RotatingPolygon {
  kind: 'polygon';
  /** Pulses a second while the mirror is in its window. */
  pulseRateHz: number;
  elevationMin: number;
  elevationMax: number;
  /** Angle between two pulses of a line, radians. */
  verticalStep: number;
  /** Angle between two lines, radians; 0: the head stands still. */
  horizontalStep: number;
  /** Angle that one facet sweeps, window included, which sets the time of a line. Absent: the window alone. */
  facetAngle?: number;
  /** Maximum number of lines a second. */
  lineRateMaxHz: number;
  /** Inclination of each facet to the shaft, in the order in which they pass; absent: one facet, parallel to it. */
  facetTilts?: number[];
  /** Inclination of the shaft to the plane across the incoming beam; absent: 0. */
  shaftInclination?: number;
  /**
   * Elevation at which the mirror stands when a leg begins, from which the facet under way continues; absent: the start
   * of the window.
   */
  startElevation?: number;
}

/** Maximum number of facets of a polygon mirror. */
export const FACETS_MAX = 256;

/** The description of a polygon mirror. */
export const polygonSchema = mapField('a polygon mirror that sweeps lines, on a head that may turn', {
  kind: kindField('polygon'),
  ...pulsedFields,
  elevationMin: deflectorFields.elevationMin,
  elevationMax: deflectorFields.elevationMax,
  verticalStep: deflectorFields.verticalStep.optional(),
  lineRate: deflectorFields.lineRate.optional(),
  horizontalStep: deflectorFields.horizontalStep.optional(),
  lineRateMax: deflectorFields.lineRateMax.optional(),
  facetAngle: numberField('Angle that one facet sweeps, window included; absent: the window alone', {
    unit: 'deg',
    above: 0,
    max: 360,
  }).optional(),
  facetShots: deflectorFields.facetShots.optional(),
  facetTilts: listField(
    'inclination of each facet to the shaft, in the order in which they pass [deg]',
    numberField('Inclination to the shaft', { unit: 'deg', min: -45, max: 45 }),
    { min: 1, max: FACETS_MAX },
  ).optional(),
  shaftInclination: numberField('Inclination of the shaft to the plane across the incoming beam', {
    unit: 'deg',
    min: -80,
    max: 80,
  }).optional(),
  startElevation: deflectorFields.startElevation.optional(),
  origin: vectorField("Where the beam leaves, in the head's frame: right, forward, up", {
    unit: 'm',
    min: -10,
    max: 10,
  }).optional(),
});

type PolygonDefinition = z.output<typeof polygonSchema>;

const FULL_TURN = 360;
/** Smallest vertical step that the schema allows, degrees. */
const STEP_MIN = 1e-4;

/** The mirror in SI units. Calls `note` for numbers that contradict each other. */
export function resolvePolygon(deflector: PolygonDefinition, note: NoteKey): RotatingPolygon {
  const { elevationMin, pulseRate, facetTilts, shaftInclination, startElevation } = deflector;
  checkWindow(deflector, note);
  const verticalStep = resolveStep(deflector, note);
  const facetAngle = facetAngleOf(deflector, verticalStep, note);
  return {
    kind: 'polygon',
    pulseRateHz: pulseRate,
    elevationMin: elevationMin * DEGREE,
    elevationMax: endOfLine(deflector, verticalStep) * DEGREE,
    verticalStep: verticalStep * DEGREE,
    horizontalStep: (deflector.horizontalStep ?? 0) * DEGREE,
    facetAngle: radians(facetAngle),
    lineRateMaxHz:
      deflector.lineRateMax ?? deflector.lineRate ?? (pulseRate * verticalStep) / (facetAngle ?? sweptAngle(deflector)),
    facetTilts: facetTilts?.map((tilt) => tilt * DEGREE),
    shaftInclination: radians(shaftInclination),
    startElevation: radians(startElevation),
  };
}

/** End of a line, degrees. A full-circle line ends one step before its start, where the next one begins. */
const endOfLine = ({ elevationMin, elevationMax }: PolygonDefinition, step: number) =>
  elevationMax - elevationMin === FULL_TURN ? elevationMax - step : elevationMax;

/** Degrees that a facet sweeps: as stated, or as many steps as it has shots. */
function facetAngleOf(deflector: PolygonDefinition, step: number, note: NoteKey): number | undefined {
  const { facetAngle, facetShots, lineRate, elevationMin, elevationMax } = deflector;
  if (facetShots === undefined) return facetAngle;
  if (facetAngle !== undefined)
    note('facetShots', facetShots, 'either facetShots or facetAngle: one follows from the other');
  if (lineRate !== undefined)
    note('facetShots', facetShots, 'verticalStep beside it instead of lineRate, which it sets');
  const least = wholeSteps((elevationMax - elevationMin) / step) + 1;
  if (facetShots < least) note('facetShots', facetShots, `at least the ${least} shots of the window`);
  return facetShots * step;
}

const radians = (degrees: number | undefined) => (degrees === undefined ? undefined : degrees * DEGREE);

/** Angle, in degrees, that the beam sweeps from one line to the next. */
const sweptAngle = ({ facetAngle, elevationMin, elevationMax }: PolygonDefinition) =>
  facetAngle ?? elevationMax - elevationMin;

function checkWindow({ elevationMin, elevationMax, facetAngle }: PolygonDefinition, note: NoteKey): void {
  if (elevationMin >= elevationMax)
    note('elevationMin', elevationMin, `less than elevationMax, which is ${elevationMax} (deg)`);
  else if (facetAngle !== undefined && facetAngle < elevationMax - elevationMin)
    note('facetAngle', facetAngle, `at least the window, which is ${elevationMax - elevationMin} (deg)`);
}

/** Degrees between two pulses: as stated, or the share of the swept angle that passes between them. */
function resolveStep(deflector: PolygonDefinition, note: NoteKey): number {
  const { verticalStep, lineRate, lineRateMax, pulseRate } = deflector;
  if (verticalStep !== undefined && lineRate !== undefined)
    note('lineRate', lineRate, 'either lineRate or verticalStep: one follows from the other');
  if (verticalStep !== undefined) return verticalStep;
  if (lineRate === undefined) {
    note('verticalStep', undefined, 'an angle (deg), or lineRate (Hz) in its place');
    return STEP_MIN;
  }
  if (lineRateMax !== undefined && lineRate > lineRateMax)
    note('lineRate', lineRate, `at most lineRateMax, which is ${lineRateMax} (Hz)`);
  const step = (sweptAngle(deflector) * lineRate) / pulseRate;
  if (step < STEP_MIN || step > deflector.elevationMax - deflector.elevationMin)
    note(
      'lineRate',
      lineRate,
      `lines of at least 2 pulses, and of steps of ${STEP_MIN} deg or more; the step would be ${step} deg`,
    );
  return step;
}
