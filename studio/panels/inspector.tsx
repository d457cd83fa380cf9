import type { Studio } from '../state/studio.js';
import { pathTool } from '../tools/path.js';
import { later } from '../ui/later.js';
import { SurveyCost } from './survey-cost.js';

const LabelPanel = later(async () => (await import('./label-panel.js')).LabelPanel);
const LegForm = later(async () => (await import('./leg-form.js')).LegForm);
const OutputPanel = later(async () => (await import('./output-panel.js')).OutputPanel);
const PartForm = later(async () => (await import('./part-form.js')).PartForm);
const PathForm = later(async () => (await import('./path-form.js')).PathForm);
const PlanForm = later(async () => (await import('./plan-form.js')).PlanForm);
const PointInspector = later(async () => (await import('./point-inspector.js')).PointInspector);
const ScannerForm = later(async () => (await import('./scanner-form.js')).ScannerForm);

/** All about what is chosen; about the survey as a whole where nothing is. */
export function Inspector({ studio }: { studio: Studio }) {
  return (
    <aside class="inspector" aria-label="Inspector" tabIndex={-1}>
      <Chosen studio={studio} />
    </aside>
  );
}

function Chosen({ studio }: { studio: Studio }) {
  const chosen = studio.selection.value;
  if (chosen?.kind === 'leg') return <LegForm key={chosen.leg} studio={studio} leg={chosen.leg} />;
  if (chosen?.kind === 'part') return <PartForm key={chosen.part} studio={studio} part={chosen.part} />;
  if (chosen?.kind === 'point') return <PointInspector />;
  if (chosen?.kind === 'scanner') return <ScannerForm studio={studio} />;
  if (chosen?.kind === 'labels') return <LabelPanel studio={studio} />;
  if (chosen?.kind === 'output') return <OutputPanel studio={studio} output={chosen.output} />;
  if (chosen?.kind === 'plan') return <PlanForm studio={studio} />;
  if (studio.tool.value === pathTool) return <PathForm studio={studio} />;
  return <SurveyCost studio={studio} />;
}
