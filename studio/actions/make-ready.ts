import { effect } from '@preact/signals';
import type { Studio } from '../state/studio.js';

/** Prepares the chosen engine for each scene once a survey of it can be run, so that its first points come at once. */
export function makeReady(studio: Studio): void {
  let known = '';
  effect(() => {
    const engine = studio.engine.value;
    const scene = studio.scene.value?.key;
    if (studio.expected.value.value === undefined || scene === undefined || studio.clouds.isRunning.value) return;
    const wanted = `${engine} ${scene}`;
    if (wanted === known) return;
    known = wanted;
    // The run itself reports any obstacle.
    studio.backend.ask('ready', { text: studio.text.peek(), engine }).catch(() => {});
  });
}
