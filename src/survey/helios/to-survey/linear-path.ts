import { DEGREE } from '../../../base/angle.js';
import { add, length, scale, subtract, type Vec3 } from '../../../base/vec3.js';
import { type HeliosReading, noteAt, showPlace } from '../helios-reading.js';
import type { HeliosLeg, HeliosSurvey } from '../survey-xml.js';
import type { HeliosLegSection } from './leg-section.js';
import { headRateOf, stepsOfDuration, stepsOfHead } from './leg-steps.js';
import { onGround } from './on-ground.js';
import { written, writtenPlace } from './written.js';

/** A platform on its way: its place, and its motion in the next step. */
interface Moving {
  position: Vec3;
  velocity: Vec3;
  /** Degrees, clockwise from +y. */
  heading: number;
}

/**
 * The legs of a platform that flies in straight lines. HELIOS++ moves it by the velocity of the step before, and then
 * points the velocity at the waypoint; a leg ends when less than a step is left. So a leg begins up to a step beyond
 * the waypoint, and with the velocity of the leg before.
 */
export function flightOf(reading: HeliosReading, survey: HeliosSurvey, leverArm: Vec3): HeliosLegSection[] {
  const { legs } = survey;
  const found: HeliosLegSection[] = [];
  let state: Moving = { position: placeOf(legs[0]), velocity: [0, 0, 0], heading: 0 };
  for (const [index, leg] of legs.slice(0, -1).entries()) {
    const next = legs[index + 1];
    if (leg.platform.onGround !== next.platform.onGround)
      reading.log.warn(
        `${showPlace(next.place)}: onGround: found ${next.platform.onGround}, expected ${leg.platform.onGround}, as in the leg before: the way there ${leg.platform.onGround ? 'has its heights above the ground' : 'ends at the height 0'}`,
      );
    const target = placeOf(next);
    if (reading.physics === 'si') state = { ...state, position: placeOf(leg), velocity: [0, 0, 0] };
    const flown = flyLeg(survey, index, target, state);
    if (flown === undefined) {
      noteAt(reading, leg.place, 'movePerSec_m: found 0, expected a number > 0 (m/s), or maxDuration_s');
      return found;
    }
    found.push({ index, steps: flown.steps, path: pathOf(reading, flown, leg, leverArm) });
    state = flown.state;
  }
  return found;
}

const placeOf = ({ platform: { x, y, z } }: HeliosLeg): Vec3 => [x, y, z];

interface Flown {
  from: Vec3;
  /** Its motion in each step. */
  step: Vec3;
  steps: number;
  heading: number;
  /** State at the start of the next leg. */
  state: Moving;
}

/** A leg from a state to a target; undefined if it never gets there. */
function flyLeg(survey: HeliosSurvey, index: number, target: Vec3, state: Moving): Flown | undefined {
  const { scanner: settings, platform } = survey.legs[index];
  const stride = platform.movePerSec / settings.pulseFreq;
  const heading = headingTo(state.position, target) ?? state.heading;
  const from = add(state.position, state.velocity);
  const way = subtract(target, from);
  const left = length(way);
  const ways = stride > 0 ? Math.floor(left / stride) + 1 : Number.POSITIVE_INFINITY;
  const turns = stepsOfHead(settings, headRateOf(settings, survey.scanner.devices[0]));
  const limit = stepsOfDuration(settings, index === 0);
  const steps = Math.min(Math.max(ways, turns), limit);
  if (!Number.isFinite(steps)) return undefined;
  const step: Vec3 = left > 0 ? scale(way, stride / left) : [0, 0, 0];
  const position = add(from, scale(step, steps - 1));
  return { from, step, steps, heading, state: { position, velocity: step, heading } };
}

/** Degrees clockwise from +y, or undefined straight up or down. */
function headingTo([x0, y0]: Vec3, [x1, y1]: Vec3): number | undefined {
  return x0 === x1 && y0 === y1 ? undefined : Math.atan2(x1 - x0, y1 - y0) / DEGREE;
}

/** The line that a leg flies, as long as its steps, or the place where it rests. */
function pathOf(reading: HeliosReading, { from, step, steps, heading }: Flown, leg: HeliosLeg, leverArm: Vec3) {
  const start = add(from, leverArm);
  if (step.every((value) => value === 0))
    return {
      position: start.map(writtenPlace),
      duration: written(steps / leg.scanner.pulseFreq),
      heading: written(heading),
      ...onGround(reading, leg),
    };
  const end = add(start, scale(step, steps));
  const course = Math.atan2(step[0], step[1]) / DEGREE;
  return {
    from: start.map(writtenPlace),
    to: end.map(writtenPlace),
    speed: leg.platform.movePerSec,
    ...onGround(reading, leg),
    ...(Math.abs(heading - course) > HEADING_MIN && { heading: written(heading) }),
  };
}

/** A heading that differs less from the course is the course, degrees. */
const HEADING_MIN = 1e-9;
