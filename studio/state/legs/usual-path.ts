import type { SurveyText } from '../../document/survey-text.js';
import { FLIGHT_HEIGHTS, platformKind } from './platform-kind.js';

/** What a path of the survey's platform is usually like: metres above the ground, metres a second. */
export interface UsualPath {
  height: number;
  speed: number;
}

/** How high a scanner is carried that no platform carries, and up to where it lies on the ground, metres. */
const CARRIED = 2;
const ON_THE_GROUND = 0.3;

/** Vehicles and people are on the ground, with the scanner where the platform has it; aircraft and drones fly as they are planned to. */
export function usualPath(survey: SurveyText): UsualPath {
  const kind = platformKind(survey);
  if (kind === 'als') return { height: FLIGHT_HEIGHTS.als, speed: 60 };
  if (kind === 'uav') return { height: FLIGHT_HEIGHTS.uav, speed: 5 };
  if (kind === 'mls') return { height: 0, speed: 10 };
  const isCarried = survey.valueAt(['platform']) !== undefined || mountHeight(survey) > ON_THE_GROUND;
  return { height: isCarried ? 0 : CARRIED, speed: 1.5 };
}

/** How high above the platform the survey's own mount is. */
function mountHeight(survey: SurveyText): number {
  const height = survey.valueAt(['mount', 'position', 2]);
  return typeof height === 'number' ? height : 0;
}
