import { effect, type ReadonlySignal } from '@preact/signals';
import { playedOn, type SceneClock } from './scene-clock.js';
import type { SceneTime } from './scene-time.js';

/** Longest time between two pictures that counts, milliseconds: a page that was hidden goes on where it was. */
const STEP_MAX_MS = 250;

/** Lets the time go on with each picture while it is played. Returns a function that stops it. */
export function followPlaying(time: SceneTime, clock: ReadonlySignal<SceneClock | undefined>): () => void {
  return effect(() => {
    if (!time.isPlaying.value) return;
    let before: number | undefined;
    let asked = requestAnimationFrame(function step(now: number) {
      const [passed, whole] = [Math.min(STEP_MAX_MS, now - (before ?? now)), clock.peek()];
      before = now;
      if (whole) time.now.value = playedOn(whole, time.now.peek(), (passed / 1000) * time.speed.peek());
      asked = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(asked);
  });
}
