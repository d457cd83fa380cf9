import { DEGREE } from '../../base/angle.js';
import type { NoteKey } from './deflector-kind.js';
import type { PolygonDefinition, RotatingPolygon } from './polygon.js';

const FULL_TURN = 360;
/** Degrees; what the schema allows a vertical step. */
const STEP_MIN = 1e-4;

/** The mirror in SI units. Calls `note` for numbers that contradict each other. */
export function resolvePolygon(deflector: PolygonDefinition, note: NoteKey): RotatingPolygon {
  const { elevationMin, pulseRate, facetAngle, facetTilts, shaftInclination, startElevation } = deflector;
  checkWindow(deflector, note);
  const verticalStep = resolveStep(deflector, note);
  return {
    kind: 'polygon',
    pulseRateHz: pulseRate,
    elevationMin: elevationMin * DEGREE,
    elevationMax: endOfLine(deflector, verticalStep) * DEGREE,
    verticalStep: verticalStep * DEGREE,
    horizontalStep: (deflector.horizontalStep ?? 0) * DEGREE,
    facetAngle: radians(facetAngle),
    lineRateMaxHz: deflector.lineRateMax ?? deflector.lineRate ?? (pulseRate * verticalStep) / sweptAngle(deflector),
    facetTilts: facetTilts?.map((tilt) => tilt * DEGREE),
    shaftInclination: radians(shaftInclination),
    startElevation: radians(startElevation),
  };
}

/** Degrees. A line all the way round ends one step before it began, where the next one begins. */
const endOfLine = ({ elevationMin, elevationMax }: PolygonDefinition, step: number) =>
  elevationMax - elevationMin === FULL_TURN ? elevationMax - step : elevationMax;

const radians = (degrees: number | undefined) => (degrees === undefined ? undefined : degrees * DEGREE);

/** Degrees that the beam sweeps from one line to the next. */
const sweptAngle = ({ facetAngle, elevationMin, elevationMax }: PolygonDefinition) =>
  facetAngle ?? elevationMax - elevationMin;

function checkWindow(
  { elevationMin, elevationMax, facetAngle, startElevation }: PolygonDefinition,
  note: NoteKey,
): void {
  if (elevationMin >= elevationMax)
    note('elevationMin', elevationMin, `less than elevationMax, which is ${elevationMax} (deg)`);
  else if (facetAngle !== undefined && facetAngle < elevationMax - elevationMin)
    note('facetAngle', facetAngle, `at least the window, which is ${elevationMax - elevationMin} (deg)`);
  if (startElevation !== undefined && (startElevation < elevationMin || startElevation > elevationMax))
    note('startElevation', startElevation, `within the window, ${elevationMin} to ${elevationMax} (deg)`);
}

/** Degrees between two pulses: as stated, or of the swept angle the share that passes between them. */
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
