import { effect } from '@preact/signals';
import type { Studio } from '../state/studio.js';

/** Has the chosen engine made ready for each scene as soon as a survey of it can be run, so that its first points come at once. */
export function makeReady(studio: Studio): void {
  let known = '';
  effect(() => {
    const engine = studio.engine.value;
    const scene = studio.scene.value?.key;
    if (studio.expected.value.value === undefined || scene === undefined || studio.clouds.isRunning.value) return;
    const wanted = `${engine} ${scene}`;
    if (wanted === known) return;
    known = wanted;
    // What is in its way is told by the run.
    studio.backend.ask('ready', { text: studio.text.peek(), engine }).catch(() => {});
  });
}
