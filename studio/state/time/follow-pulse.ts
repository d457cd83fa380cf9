import { effect } from '@preact/signals';
import { explained } from '../clouds/explained.js';
import type { SceneTime } from './scene-time.js';

/** Goes to the moment of each pulse that is explained. Returns a function that stops it. */
export const followPulse = (time: SceneTime): (() => void) =>
  effect(() => {
    const trace = explained.value?.trace;
    if (trace) time.goTo(trace.sceneTime);
  });
