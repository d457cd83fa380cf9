import type { Studio } from '../state/studio.js';
import { pathTool } from '../tools/path.js';
import { OnDemand } from '../ui/on-demand.js';
import { LegForm } from './leg-form.js';
import { PathForm } from './path-form.js';
import { PlanForm } from './plan-form.js';
import { PointInspector } from './point-inspector.js';
import { ScannerForm } from './scanner-form.js';
import { SurveyCost } from './survey-cost.js';

/** All about what is chosen; about the survey as a whole where nothing is. */
export function Inspector({ studio }: { studio: Studio }) {
  return (
    <aside class="inspector" aria-label="Inspector">
      <Chosen studio={studio} />
    </aside>
  );
}

function Chosen({ studio }: { studio: Studio }) {
  const chosen = studio.selection.value;
  if (chosen?.kind === 'leg') return <LegForm studio={studio} leg={chosen.leg} />;
  if (chosen?.kind === 'point') return <PointInspector studio={studio} />;
  if (chosen?.kind === 'scanner') return <ScannerForm studio={studio} />;
  if (chosen?.kind === 'labels')
    return <OnDemand key="labels" load={loadLabels} props={{ studio }} onFail={studio.fail.bind(studio)} />;
  if (chosen?.kind === 'output')
    return (
      <OnDemand
        key="output"
        load={loadOutput}
        props={{ studio, output: chosen.output }}
        onFail={studio.fail.bind(studio)}
      />
    );
  if (chosen?.kind === 'plan') return <PlanForm studio={studio} />;
  if (studio.tool.value === pathTool) return <PathForm studio={studio} />;
  return <SurveyCost studio={studio} />;
}

const loadLabels = async () => (await import('./label-panel.js')).LabelPanel;
const loadOutput = async () => (await import('./output-panel.js')).OutputPanel;
