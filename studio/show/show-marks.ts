import { effect, signal } from '@preact/signals';
import { legsOf } from '../document/edits/index.js';
import { chosenLeg } from '../state/legs/chosen-leg.js';
import { handlesOf } from '../state/legs/leg-handles.js';
import type { Studio } from '../state/studio.js';
import { dark } from '../ui/theme.js';
import type { Viewport } from '../view/viewport.js';
import { markColors } from './marks/mark-colors.js';
import { MarkLayer } from './marks/mark-layer.js';

type Drawing = typeof import('./marks/drawing.js');

/** Draws the marks over the scene, and keeps them in line with the state. Returns a function that stops it. */
export function showMarks(studio: Studio, viewport: Viewport): () => void {
  const drawing = signal<Drawing | undefined>(undefined);
  /** `marksOf`: what draws the marks that there are now; undefined: there are none. */
  const follow = (marksOf: () => ((drawing: Drawing, layer: MarkLayer) => void) | undefined) => {
    const layer = new MarkLayer(() => viewport.eye.origin);
    viewport.addMarks(layer.object);
    return effect(() => {
      const draw = marksOf();
      if (draw && !drawing.value) return load(studio, drawing);
      layer.clear();
      if (draw && drawing.value) draw(drawing.value, layer);
      viewport.invalidateMarks();
    });
  };
  const ends = [
    follow(() => {
      const { isShown, answer, showsCoverage } = studio.planning;
      const coverage = isShown.value && showsCoverage.value ? answer.value?.coverage : undefined;
      return coverage && (({ drawCoverage }, layer) => drawCoverage(layer, coverage));
    }),
    follow(() => {
      const beams = studio.preview.beams.value;
      if (!beams) return undefined;
      const isStation = 'position' in (legsOf(studio.document.survey)[beams.leg] ?? {});
      const colors = markColors(dark.value);
      return ({ drawBeams }, layer) => drawBeams(layer, beams, isStation, colors);
    }),
    follow(() => {
      const { isShown, answer, outline, showsCoverage } = studio.planning;
      if (!isShown.value) return undefined;
      const withSwaths = !showsCoverage.value;
      const [plan, area, colors] = [answer.value, outline.value, markColors(dark.value)];
      return ({ drawPlan }, layer) => drawPlan(layer, plan, area, colors, { withSwaths });
    }),
    follow(() => {
      const leg = chosenLeg(studio);
      if (leg === undefined) return undefined;
      const [handles, colors] = [handlesOf(studio, leg), markColors(dark.value)];
      return ({ drawHandles }, layer) => drawHandles(layer, handles, colors);
    }),
    follow(() => {
      const [sketch, next] = [studio.sketch.value, studio.hover.value?.position];
      if (!sketch) return undefined;
      const colors = markColors(dark.value);
      return ({ drawSketch }, layer) => drawSketch(layer, sketch, next, colors);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Loads the code that draws marks; after a failure, which is reported, the next marks try again. */
function load(studio: Studio, drawing: { value: Drawing | undefined }): void {
  import('./marks/drawing.js').then(
    (loaded) => {
      drawing.value = loaded;
    },
    (error) => studio.messages.fail(error),
  );
}
