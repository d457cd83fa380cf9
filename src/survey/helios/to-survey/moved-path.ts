import { DEGREE } from '../../../base/angle.js';
import type { TextFile } from '../../../base/files/with-texts.js';
import type { Vec3 } from '../../../base/vec3.js';
import { type HeliosReading, noteAt, showPlace } from '../helios-reading.js';
import type { HeliosLeg, HeliosSurvey } from '../survey-xml.js';
import { driveVehicle, vehicleAt } from './ground-vehicle.js';
import type { HeliosLegSection } from './leg-section.js';
import { headRateOf, stepsOfDuration, stepsOfHead } from './leg-steps.js';
import type { Moved, Mover, Way } from './mover.js';
import { copterAt, flyCopter } from './multicopter-path.js';
import { onGround } from './on-ground.js';
import { bearing } from './plan-view.js';
import { type Moment, ThinPath } from './thin-path.js';
import { written } from './written.js';

/** Most steps of all legs together, and moments of a leg's recording; and metres beyond twice the way. */
const STEPS_MAX = 2e8;
const MOMENTS_MAX = 1e6;
const LOST = 1000;

/** A platform's kind: at its start, and in a leg. */
interface Kind<Body extends Moved> {
  at(position: [number, number, number], heading: number): Body;
  move(body: Body, way: Way): Mover;
}

const VEHICLE = { at: vehicleAt, move: driveVehicle };
const COPTER = { at: copterAt, move: flyCopter };

/**
 * The legs of a platform that forces move, as a recording each, which is added to `files`: HELIOS++'s steps, thinned. A
 * leg begins with place and speed of the end of the leg before. Notes legs that never end.
 */
export function movedLegs(
  reading: HeliosReading,
  survey: HeliosSurvey,
  leverArm: Vec3,
  files: TextFile[],
): HeliosLegSection[] {
  const isVehicle = survey.platform.kind === 'groundvehicle';
  reading.quirks.note(
    21,
    survey.platform.place,
    `how the platform moves depends on the pulse frequency; its way is recorded as HELIOS++ computes it`,
  );
  if (!isVehicle)
    reading.quirks.note(
      18,
      survey.platform.place,
      'the scanner stays level: roll and pitch of the craft do not reach it',
    );
  const legs = isVehicle
    ? legsOf(reading, survey, leverArm, files, VEHICLE)
    : legsOf(reading, survey, leverArm, files, COPTER);
  const standing = standingOf(reading, survey);
  return legs.map((leg) => ({ ...leg, path: { ...leg.path, ...standing } }));
}

/**
 * The key that counts the heights of a way from the ground: a vehicle keeps the height of its first place. Warns of a
 * craft that only partly stands there.
 */
function standingOf(reading: HeliosReading, { legs, platform }: HeliosSurvey) {
  const [first] = legs;
  const grounded = legs.filter((leg) => leg.platform.onGround);
  if (platform.kind !== 'groundvehicle' && grounded.length > 0)
    reading.log.warn(
      grounded.length === legs.length
        ? `${showPlace(first.place)}: onGround: a ${platform.kind} has the height of the ground at its first place all the way`
        : `${showPlace(grounded[0].place)}: onGround: the place of a ${platform.kind} has the height 0, expected all legs on the ground, or none`,
    );
  const isStanding = platform.kind === 'groundvehicle' ? first.platform.onGround : grounded.length === legs.length;
  if (!isStanding) return {};
  return { on: { ground: onGround(reading, first).on, at: [first.platform.x, first.platform.y] } };
}

function legsOf<Body extends Moved>(
  reading: HeliosReading,
  survey: HeliosSurvey,
  leverArm: Vec3,
  files: TextFile[],
  kind: Kind<Body>,
): HeliosLegSection[] {
  const { legs } = survey;
  const places = legs.map(({ platform: { x, y, z } }): Vec3 => [x, y, z]);
  const found: HeliosLegSection[] = [];
  const body = kind.at([...places[0]], bearing(places[0], places[1] ?? places[0]) ?? 0);
  let budget = STEPS_MAX;
  for (const [index, leg] of legs.slice(0, -1).entries()) {
    const rate = leg.scanner.pulseFreq;
    const { dynamics } = survey.platform;
    const way = { settings: leg.platform, dynamics, rate, target: places[index + 1], beyond: places[index + 2] };
    const moments = moveAlong(survey, index, body, kind.move(body, way), way, budget);
    if (typeof moments === 'string') {
      noteAt(reading, leg.place, moments);
      return found;
    }
    budget -= moments.steps;
    if (moments.steps === 0) continue;
    const name = `survey-${plainName(survey.name)}-leg${String(index).padStart(3, '0')}.csv`;
    files.push({ name, text: tableOf(moments.path) });
    const offset = leverArm.some((value) => value !== 0) && { offset: leverArm.map(written) };
    // The recording has no poses along straight parts of the way: gaps are no fault.
    const maxGap = Math.ceil(moments.steps / rate);
    found.push({ index, steps: moments.steps, path: { trajectory: { file: name, maxGap, ...offset } } });
  }
  return found;
}

/** The moments of a leg and its number of steps, or the reason why it never ends. */
function moveAlong(
  survey: HeliosSurvey,
  index: number,
  body: Moved,
  mover: Mover,
  way: Way,
  budget: number,
): { path: readonly Moment[]; steps: number } | string {
  const { scanner: settings } = survey.legs[index];
  const limit = stepsOfDuration(settings, index === 0);
  const turns = stepsOfHead(settings, headRateOf(settings, survey.scanner.devices[0]));
  const fault = endlessness(survey.legs[index], way, limit, turns);
  if (fault !== undefined) return fault;
  const bound = 2 * distanceTo(body, way) + LOST;
  const thin = new ThinPath();
  let steps = 0;
  while (steps < limit && !(steps >= turns && mover.reached())) {
    if (steps >= budget || thin.kept.length > MOMENTS_MAX || distanceTo(body, way) > bound)
      return `the platform never reaches ${way.target.join(', ')}, where the leg ends: after ${steps} steps it is at ${body.position.map(written).join(', ')}`;
    mover.step();
    thin.add(momentOf(body, steps++ / way.rate));
  }
  // The last pulse has its step, too.
  if (steps > 0) {
    const { position, velocity, heading } = body;
    thin.add([
      steps / way.rate,
      position[0] + velocity[0],
      position[1] + velocity[1],
      position[2] + velocity[2],
      heading,
    ]);
  }
  return { path: thin.finish(), steps };
}

/** The reason why a leg would never end, as far as its settings tell. */
function endlessness({ platform }: HeliosLeg, { rate }: Way, limit: number, turns: number): string | undefined {
  if (Number.isFinite(limit)) return undefined;
  if (!(platform.movePerSec > 0)) return 'movePerSec_m: found 0, expected a number > 0 (m/s), or maxDuration_s';
  if (!Number.isFinite(turns)) return 'headRotatePerSec_deg: found 0, expected a head that reaches headRotateStop_deg';
  return rate > 0 ? undefined : `pulseFreq_hz: found ${rate}, expected a number > 0 (Hz)`;
}

const distanceTo = ({ position }: Moved, { target }: Way): number =>
  Math.hypot(target[0] - position[0], target[1] - position[1], target[2] - position[2]);

const momentOf = ({ position, heading }: Moved, time: number): Moment => [
  time,
  position[0],
  position[1],
  position[2],
  heading,
];

/** A name for files of a survey. */
const plainName = (name: string): string => name.replace(/[^\w-]+/g, '_').slice(0, 60) || 'unnamed';

/** Digits behind the point: of seconds, metres and degrees. */
const DIGITS = [12, 6, 6, 6, 7];

/** The recording as a table; headings in degrees. */
function tableOf(path: readonly Moment[]): string {
  const lines = path.map(([time, x, y, z, heading]) =>
    [time, x, y, z, heading / DEGREE].map((value, k) => Number(value.toFixed(DIGITS[k]))).join(','),
  );
  return `time,x,y,z,heading\n${lines.join('\n')}\n`;
}
