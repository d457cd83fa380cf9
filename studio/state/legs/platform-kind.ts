import type { SurveyText } from '../../document/survey-text.js';

/** How a platform moves, as plans call it: an aircraft, a drone, a vehicle, or what stands or is carried. */
export type PlatformKind = 'als' | 'uav' | 'mls' | 'tls';

/** Metres above the ground of a flight whose height was not set. */
export const FLIGHT_HEIGHTS = Object.freeze({ als: 300, uav: 40 });

/** How the survey's platform moves, by its id. */
export function platformKind(survey: SurveyText): PlatformKind {
  const platform = String(survey.valueAt(['platform']) ?? '');
  if (/aircraft|plane|helicopter/.test(platform)) return 'als';
  if (/uav|copter|drone/.test(platform)) return 'uav';
  return /vehicle|car|train|boat|tractor|^vm[qx]-/.test(platform) ? 'mls' : 'tls';
}

/** The name of a platform of the catalogue for a row of the page: of the scanner it says how it is mounted, not that it is one. */
export const shortPlatformName = (name: string): string =>
  name.replace(/, (?:scanner (?:hanging )?|mounted )/, ', ').replace(/^Car with | straight(?= down)| scanner$/g, '');
