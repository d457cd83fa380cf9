import type { TextFile } from '../../../base/files/with-texts.js';
import type { Vec3 } from '../../../base/vec3.js';
import { type HeliosReading, noteAt } from '../helios-reading.js';
import { type HeliosLeg, type HeliosSurvey, isMoving } from '../survey-xml.js';
import { interpolatedLegs } from './interpolated-path.js';
import type { HeliosLegSection } from './leg-section.js';
import { headRateOf, stepsOfDuration, stepsOfHead } from './leg-steps.js';
import { flightOf } from './linear-path.js';
import { movedLegs } from './moved-path.js';
import { onGround } from './on-ground.js';
import { written } from './written.js';

/**
 * The legs of a survey, those in which nothing happens left out. Files that they need are added to `files`. Notes
 * features that cannot be expressed.
 */
export async function writeLegs(
  reading: HeliosReading,
  survey: HeliosSurvey,
  leverArm: Vec3,
  files: TextFile[],
): Promise<HeliosLegSection[]> {
  if (isMoving(survey) && survey.legs.length === 1) {
    const message = 'found one <leg>, expected at least two: the n legs of a moving platform make n − 1 ways';
    noteAt(reading, survey.legs[0].place, message);
    return [];
  }
  if (survey.interpolated !== undefined) return interpolatedLegs(reading, survey, leverArm);
  switch (survey.platform.kind) {
    case 'static':
      return survey.legs.flatMap((leg, index) => station(reading, survey, leg, index, leverArm));
    case 'linearpath':
      return flightOf(reading, survey, leverArm);
    case 'groundvehicle':
    case 'multicopter':
      return movedLegs(reading, survey, leverArm, files);
  }
}

/** A leg on a platform that stands still: it ends when the head has turned, or after its duration. */
function station(
  reading: HeliosReading,
  survey: HeliosSurvey,
  leg: HeliosLeg,
  index: number,
  leverArm: Vec3,
): HeliosLegSection[] {
  const { scanner: settings, platform } = leg;
  const rate = headRateOf(settings, survey.scanner.devices[0]);
  const limit = stepsOfDuration(settings, index === 0);
  const turn = stepsOfHead(settings, rate);
  // A head that need not turn is there at once, and then only the duration ends a leg.
  const steps = Math.min(limit, turn === 0 ? Number.POSITIVE_INFINITY : turn);
  if (steps === Number.POSITIVE_INFINITY) {
    noteAt(
      reading,
      leg.place,
      'nothing ends this leg: expected headRotatePerSec_deg, headRotateStart_deg and headRotateStop_deg, or maxDuration_s',
    );
    return [];
  }
  const position = [platform.x, platform.y, platform.z].map((value, axis) => written(value + leverArm[axis]));
  const path = {
    position,
    ...onGround(reading, leg),
    duration: written(steps / settings.pulseFreq),
  };
  return [{ index, steps, path }];
}
