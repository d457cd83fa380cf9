import { UserError } from '../base/errors.js';
import type { Leg } from '../platform/leg.js';
import { scannerIn } from '../scanner/leg-scanner.js';
import { legTiming } from '../scanner/leg-timing.js';
import type { PlatformLeg, SceneClock } from '../scene/motion/part-motion.js';
import { movesInRun, type SceneDescription } from '../scene/scene-description.js';
import type { BareSurvey } from './bare-survey.js';

/** The scene's clock of a survey: 0 where its first leg starts, as long as its legs and scanners run. */
export function sceneClock({ legs, instruments }: Pick<BareSurvey, 'legs' | 'instruments'>): SceneClock {
  const [{ startTime }] = legs;
  let [from, to] = [0, 0];
  for (const [index, leg] of legs.entries()) {
    const start = leg.startTime - startTime;
    from = Math.min(from, start);
    to = Math.max(to, start + longest(instruments, leg, index));
  }
  return { startTime, from, to };
}

/** Legs may overlap by what rounding of their times takes, seconds. */
const OVERLAP_MAX = 1e-6;

/** The ways of the platform in the legs of a survey, in order of time. Throws UserError for legs at the same time. */
function platformWays({ legs, instruments }: Pick<BareSurvey, 'legs' | 'instruments'>): PlatformLeg[] {
  const [{ startTime }] = legs;
  const ways = legs.map(({ path, name, place, startTime: start }, index) => ({
    path,
    name,
    place,
    from: start - startTime,
    to: start - startTime + longest(instruments, legs[index], index),
  }));
  ways.sort((a, b) => a.from - b.from);
  for (const [k, { name, place, from }] of ways.entries()) {
    if (k === 0 || from > ways[k - 1].to - OVERLAP_MAX) continue;
    throw new UserError(
      `${name} begins ${(ways[k - 1].to - from).toPrecision(3)} s before ${ways[k - 1].name} ends, but the platform, ` +
        'which parts follow, is at one place at a time',
      { place, hint: 'change startTime of a leg, or keepTime of its trajectory' },
    );
  }
  return ways;
}

/** Seconds that the slowest scanner needs for a leg. */
function longest(instruments: BareSurvey['instruments'], leg: Leg, index: number): number {
  const durations = instruments.map((scanner) => legTiming(scannerIn(scanner, index), leg).duration);
  return Math.max(0, ...durations.filter(Number.isFinite));
}

/** The scene with the time in which its parts move; one in which nothing moves stays as it is. Throws UserError. */
export function withClock(scene: SceneDescription, survey: Pick<BareSurvey, 'legs' | 'instruments'>): SceneDescription {
  if (survey.legs.length === 0 || !scene.parts.some(movesInRun)) return scene;
  const clock = sceneClock(survey);
  const isCarried = scene.parts.some(({ motion }) => motion !== undefined && 'carrier' in motion);
  return { ...scene, clock: isCarried ? { ...clock, platform: platformWays(survey) } : clock };
}
