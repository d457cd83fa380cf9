import type { Studio } from '../state/studio.js';
import { formatBytes, formatCount, formatSeconds } from '../ui/format.js';

/** What the survey as it stands will cost: in the field, on the disk, and here. */
export function SurveyCost({ studio }: { studio: Studio }) {
  const survey = studio.survey.value;
  if (!survey) return <p class="quiet">Choose a scene to begin with, or drop files on this page.</p>;
  const { estimate, legs } = survey;
  const duration = legs.reduce((sum, leg) => sum + leg.duration, 0);
  return (
    <section>
      <h2>Before the run</h2>
      <dl class="facts">
        <dt>Pulses</dt>
        <dd>{formatCount(estimate.pulses)}</dd>
        <dt>Points at most</dt>
        <dd>{formatCount(estimate.pointsMax)}</dd>
        <dt>Files at most</dt>
        <dd>{formatBytes(estimate.outputBytesMax)}</dd>
        <dt>Time in the field</dt>
        <dd>{formatSeconds(duration)}</dd>
        <dt>Time to compute</dt>
        <dd>{formatSeconds(estimate.seconds)}</dd>
      </dl>
      <p class="quiet hint">Choose a leg to change it, or click a point of a cloud to see all about it.</p>
    </section>
  );
}
