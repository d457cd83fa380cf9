import type { SurveyText } from '../../document/survey-text.js';
import { FLIGHT_HEIGHTS, platformKind } from './platform-kind.js';

/** The usual path of the survey's platform: metres above the ground, metres a second. */
export interface UsualPath {
  height: number;
  speed: number;
}

/** Height of a scanner that is carried without a platform, and largest height of one on the ground, metres. */
const CARRIED = 2;
const ON_THE_GROUND = 0.3;

/** Vehicles and people are on the ground, with the scanner at its mount; aircraft and drones fly at plans' heights. */
export function usualPath(survey: SurveyText): UsualPath {
  const kind = platformKind(survey);
  if (kind === 'als') return { height: FLIGHT_HEIGHTS.als, speed: 60 };
  if (kind === 'uav') return { height: FLIGHT_HEIGHTS.uav, speed: 5 };
  if (kind === 'mls') return { height: 0, speed: 10 };
  const isCarried = survey.valueAt(['platform']) !== undefined || mountHeight(survey) > ON_THE_GROUND;
  return { height: isCarried ? 0 : CARRIED, speed: 1.5 };
}

/** Height of the survey's own mount above the platform. */
function mountHeight(survey: SurveyText): number {
  const height = survey.valueAt(['mount', 'position', 2]);
  return typeof height === 'number' ? height : 0;
}
