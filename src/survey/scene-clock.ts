import type { Leg } from '../platform/leg.js';
import { scannerIn } from '../scanner/leg-scanner.js';
import { legTiming } from '../scanner/leg-timing.js';
import type { SceneClock } from '../scene/motion/part-motion.js';
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

/** Seconds that the slowest scanner needs for a leg. */
function longest(instruments: BareSurvey['instruments'], leg: Leg, index: number): number {
  const durations = instruments.map((scanner) => legTiming(scannerIn(scanner, index), leg).duration);
  return Math.max(0, ...durations.filter(Number.isFinite));
}

/** The scene with the time in which its parts move; one in which nothing moves stays as it is. */
export const withClock = (
  scene: SceneDescription,
  survey: Pick<BareSurvey, 'legs' | 'instruments'>,
): SceneDescription =>
  scene.parts.some(movesInRun) && survey.legs.length > 0 ? { ...scene, clock: sceneClock(survey) } : scene;
