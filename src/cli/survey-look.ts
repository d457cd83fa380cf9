import type { Log } from '../base/log.js';
import type { SurveyLook } from '../planning/whereabouts/look-around.js';
import type { SurveyEstimate } from '../survey/estimate/estimate-survey.js';
import type { Survey } from '../survey/survey.js';
import type { CliContext } from './context.js';
import { interruptible } from './interrupts.js';
import type { ProgressBar } from './progress-bar.js';

const LOOKS = ['auto', 'always', 'never'] as const;

/** Conditions under which the scene of a survey is read and looked at. */
export type Look = (typeof LOOKS)[number];

export const LOOK_OPTION = {
  choices: LOOKS,
  describe:
    'read the scene of a survey, look around and try some pulses; auto: if that takes up to about half a minute',
} as const;

/** Scenes that one core reads, and builds trees of, within this time, in seconds, are looked at by default. */
const LOOK_SECONDS_MAX = 30;

export const looksAt = ({ time }: SurveyEstimate, look: Look = 'auto'): boolean =>
  look === 'always' || (look === 'auto' && time.load + time.build <= LOOK_SECONDS_MAX);

/**
 * Looks around in the scene of a survey, and shows the progress on `bar`. Throws as the library's `lookAtSurvey` does.
 */
export async function lookAtSurvey(
  context: CliContext,
  survey: Survey,
  { bar, ...options }: { bar: ProgressBar; log: Log; cache?: boolean },
): Promise<SurveyLook> {
  const onProgress = bar.update.bind(bar);
  try {
    return await interruptible(context, (signal) =>
      context.library.lookAround(survey, { ...options, signal, onProgress }),
    );
  } finally {
    bar.clear();
  }
}
