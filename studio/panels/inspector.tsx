import type { Studio } from '../state/studio.js';
import { LegForm } from './leg-form.js';
import { PointInspector } from './point-inspector.js';
import { SurveyCost } from './survey-cost.js';

/** All about what is chosen; about the survey as a whole where nothing is. */
export function Inspector({ studio }: { studio: Studio }) {
  const chosen = studio.selection.value;
  return (
    <aside class="inspector" aria-label="Inspector">
      {chosen?.kind === 'leg' && <LegForm studio={studio} leg={chosen.leg} />}
      {chosen?.kind === 'point' && <PointInspector studio={studio} />}
      {chosen === undefined && <SurveyCost studio={studio} />}
    </aside>
  );
}
