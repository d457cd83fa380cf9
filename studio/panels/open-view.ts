import { effect } from '@preact/signals';
import { restorePoints } from '../actions/restore-points.js';
import { showMarked } from '../show/show-marked.js';
import { showMarks } from '../show/show-marks.js';
import { showMeasures } from '../show/show-measures.js';
import { showStudio } from '../show/show-studio.js';
import { settleInView } from '../state/clouds/out-of-view.js';
import type { Studio } from '../state/studio.js';
import { listenToPointer } from '../tools/listen-to-pointer.js';
import { listenToCameraKeys } from '../view/camera-keys.js';
import { Viewport } from '../view/viewport.js';

/** Draws the state on a canvas, with names in `labels`, and listens to the pointer. Returns a stop function. */
export function openView(studio: Studio, canvas: HTMLCanvasElement, labels: HTMLElement): () => void {
  const viewport = new Viewport(canvas);
  const names = nameLegs(studio, viewport, labels);
  viewport.onDrawn = () => {
    names.place();
    settleInView(studio, studio.clouds.all.peek());
  };
  viewport.onForgotten = () => void restorePoints(studio).catch((error) => studio.messages.fail(error));
  studio.view = viewport;
  const ends = [
    showStudio(studio, viewport),
    showMeasures(studio, viewport),
    showMarks(studio, viewport),
    showMarked(studio, viewport),
    loadMovers(studio, viewport),
    listenToPointer(studio, viewport, canvas),
    listenToCameraKeys(viewport.eye, canvas, () => pointedAt(studio, viewport)),
    listenToCross(studio, viewport, canvas),
  ];
  return () => {
    for (const end of ends) end();
    names.end();
    studio.view = undefined;
  };
}

/** Loads the code that places names with the first of them. New names are placed before they are seen. */
function nameLegs(studio: Studio, viewport: Viewport, labels: HTMLElement): { place(): void; end(): void } {
  let loading: Promise<void> | undefined;
  const names = { place: () => {}, end: () => named.disconnect() };
  const load = async () => {
    const { placeLabels } = await import('../show/place-labels.js');
    names.place = placeLabels(studio, viewport, labels);
    names.place();
  };
  const follow = () => {
    if (loading) names.place();
    else if (labels.childElementCount > 0) loading = load().catch((error) => studio.messages.fail(error));
  };
  const named = new MutationObserver(follow);
  named.observe(labels, { childList: true });
  follow();
  return names;
}

/** Loads the code for what moves with the first scene that has such. Returns a function that stops it. */
function loadMovers(studio: Studio, viewport: Viewport): () => void {
  let end = () => {};
  let isWanted = true;
  const load = async () => {
    const { showMovers } = await import('../show/show-movers.js');
    if (isWanted) end = showMovers(studio, viewport);
  };
  let isLoading = false;
  const stop = effect(() => {
    if (!studio.scene.value?.movers || isLoading) return;
    isLoading = true;
    load().catch((error) => {
      // The next scene tries again.
      isLoading = false;
      studio.messages.fail(error);
    });
  });
  return () => {
    isWanted = false;
    stop();
    end();
  };
}

/** Lets the keyboard point in the view from its first visit on. Returns a function that stops it. */
function listenToCross(studio: Studio, { eye }: Viewport, canvas: HTMLCanvasElement): () => void {
  let end: (() => void) | undefined = () => canvas.removeEventListener('focus', load);
  const load = () => {
    import('../tools/listen-to-cross.js').then(
      ({ listenToCross }) => {
        if (end) end = listenToCross(studio, eye, canvas);
      },
      (error) => studio.messages.fail(error),
    );
  };
  canvas.addEventListener('focus', load, { once: true });
  return () => {
    end?.();
    end = undefined;
  };
}

/** The place under the cross: in the scene, else at the distance of the view's centre; undefined: no cross is shown. */
function pointedAt({ cross, hover }: Studio, { eye }: Viewport): readonly [number, number, number] | undefined {
  const at = cross.value;
  return at && (hover.value?.position ?? eye.placeAt(at));
}
