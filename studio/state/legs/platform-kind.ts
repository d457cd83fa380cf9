import type { SurveyText } from '../../document/survey-text.js';

/** The kind of a platform in plans: an aircraft, a drone, a vehicle, or anything that stands or is carried. */
export type PlatformKind = 'als' | 'uav' | 'mls' | 'tls';

/** Metres above the ground of a flight whose height was not set. */
export const FLIGHT_HEIGHTS = Object.freeze({ als: 300, uav: 40 });

/** The kind of the survey's platform, by its id. */
export function platformKind(survey: SurveyText): PlatformKind {
  const platform = String(survey.valueAt(['platform']) ?? '');
  if (/aircraft|plane|helicopter/.test(platform)) return 'als';
  if (/uav|copter|drone/.test(platform)) return 'uav';
  return /vehicle|car|train|boat|tractor|^vm[qx]-/.test(platform) ? 'mls' : 'tls';
}

/** The short name of a platform of the catalogue: for a scanner alone, its mounting. */
export const shortPlatformName = (name: string): string =>
  name.replace(/, (?:scanner (?:hanging )?|mounted )/, ', ').replace(/^Car with | straight(?= down)| scanner$/g, '');
