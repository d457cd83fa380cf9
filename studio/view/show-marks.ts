import { effect } from '@preact/signals';
import { legsOf } from '../document/edits/index.js';
import { chosenLeg } from '../state/chosen-leg.js';
import { handlesOf } from '../state/leg-handles.js';
import type { Studio } from '../state/studio.js';
import { dark } from '../state/theme.js';
import { drawBeams } from './marks/draw-beams.js';
import { drawCoverage } from './marks/draw-coverage.js';
import { drawHandles } from './marks/draw-handles.js';
import { drawPlan } from './marks/draw-plan.js';
import { drawSketch } from './marks/draw-sketch.js';
import { markColors } from './marks/mark-colors.js';
import { MarkLayer } from './marks/mark-layer.js';
import type { Viewport } from './viewport.js';

/** Keeps what is drawn over the scene as the studio knows it; returns what ends it. */
export function showMarks(studio: Studio, viewport: Viewport): () => void {
  const layer = () => {
    const made = new MarkLayer(() => viewport.origin);
    viewport.addMarks(made.object);
    return made;
  };
  const [coverage, beams, plan, handles, sketch] = [layer(), layer(), layer(), layer(), layer()];
  const follow = (draw: () => void) =>
    effect(() => {
      draw();
      viewport.invalidateMarks();
    });
  const ends = [
    follow(() => {
      const previewed = studio.preview.beams.value;
      const isStation = previewed !== undefined && 'position' in (legsOf(studio.document.survey)[previewed.leg] ?? {});
      drawBeams(beams, previewed, isStation, markColors(dark.value));
    }),
    follow(() => {
      const leg = chosenLeg(studio);
      drawHandles(handles, leg === undefined ? [] : handlesOf(studio, leg), markColors(dark.value));
    }),
    follow(() => {
      const { isShown, answer, outline, showsCoverage } = studio.planning;
      const shown = isShown.value;
      const [planned, area] = shown ? [answer.value, outline.value] : [];
      drawPlan(plan, planned, area, markColors(dark.value), { withSwaths: !showsCoverage.value });
    }),
    follow(() => {
      const { isShown, answer, showsCoverage } = studio.planning;
      drawCoverage(coverage, isShown.value && showsCoverage.value ? answer.value?.coverage : undefined);
    }),
    follow(() => drawSketch(sketch, studio.sketch.value, studio.hover.value?.position, markColors(dark.value))),
  ];
  return () => {
    for (const end of ends) end();
  };
}
