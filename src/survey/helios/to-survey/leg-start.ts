import type { HeliosLeg, HeliosSurvey } from '../survey-xml.js';
import type { HeliosLegSection } from './leg-section.js';
import { headRateOf } from './leg-steps.js';
import { opticsSteps } from './optics-keys.js';
import { written } from './written.js';

/** State of deflector and head at the start of a leg. */

const FULL_TURN = 360;

/**
 * The steps that the deflector has made when the first pulse of each leg leaves. It makes one before each pulse, but
 * for the oscillating mirror, whose first pulse leaves at the end of its swing, and for fibres, as it leaves through
 * the first. It begins anew in each leg if it is a rotating mirror, after a leg without pulses if it is another mirror,
 * and never if it is a prism or an array of fibres. Along recorded trajectories a leg without pulses stands between any
 * two.
 */
export function warmupSteps(
  { legs, scanner, interpolated }: HeliosSurvey,
  sections: readonly HeliosLegSection[],
): number[] {
  const { goesOn, steps: own } = opticsSteps(scanner.devices[0].optics);
  let made = 0;
  let before = -1;
  return sections.map(({ index, steps }) => {
    const { scanner: settings } = legs[index];
    // Between legs along a trajectory lies one without pulses.
    const follows = before === index - 1 && interpolated === undefined;
    if (goesOn === 'never' || (goesOn === 'after-pulses' && !follows)) made = 0;
    if (!settings.active) return 0;
    before = index;
    const first = made + own + Math.round(settings.opticsWarmupPhase * settings.pulseFreq);
    made = first + steps - own;
    return first;
  });
}

/**
 * The sector of the head, clockwise: HELIOS++ turns it counterclockwise from its start. Our head has turned as long as
 * the deflector when the first pulse leaves, HELIOS++'s only since the leg began.
 */
export function headSector(survey: HeliosSurvey, leg: HeliosLeg, warmup: number): { azimuth?: [number, number] } {
  const [device] = survey.scanner.devices;
  const { headRotateStart, headRotateStop, pulseFreq, opticsWarmupPhase } = leg.scanner;
  const rate = headRateOf(leg.scanner, device);
  if (rate === 0 && headRotateStart === 0) return {};
  const own = 1 + Math.round(opticsWarmupPhase * pulseFreq);
  const start = written(-headRotateStart + (rate * (warmup - own)) / pulseFreq);
  const way = -(headRotateStop - headRotateStart);
  // On a platform that moves, the head goes on turning behind its stop.
  const stands = survey.interpolated === undefined && survey.platform.kind === 'static';
  const turns = stands && way !== 0 ? way : rate > 0 ? -FULL_TURN : FULL_TURN;
  return { azimuth: [start, written(start + turns)] };
}
