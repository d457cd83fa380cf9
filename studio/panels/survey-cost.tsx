import { legsOf } from '../document/edits/index.js';
import { fieldTime } from '../state/legs/field-time.js';
import type { Studio } from '../state/studio.js';
import { formatAbout, formatBytes, formatCount, formatSeconds } from '../ui/format.js';

/** Cost of the survey: in the field, on the disk, and here. */
export function SurveyCost({ studio }: { studio: Studio }) {
  const survey = studio.survey.value;
  if (!survey) return <p class="quiet">{whatIsMissing(studio)}</p>;
  const { estimate, legs } = survey;
  const { whole, between } = fieldTime(legs);
  return (
    <section>
      <h2>Before the run</h2>
      <dl class="facts">
        <dt>Pulses</dt>
        <dd>{formatCount(estimate.pulses)}</dd>
        <Outcome studio={studio} />
        <dt>Time in the field</dt>
        <dd>{formatSeconds(whole)}</dd>
        {between > 0 && (
          <>
            <dt>of it between legs</dt>
            <dd>{formatSeconds(between)}</dd>
          </>
        )}
        <dt>Time to compute</dt>
        <dd>{formatSeconds(estimate.seconds)}</dd>
      </dl>
      <Basis studio={studio} />
      <p class="quiet hint">Choose a leg to change it, or click a point of a cloud to see all about it.</p>
    </section>
  );
}

/** Advice until there is something to reckon. */
function whatIsMissing({ isOpen, document, faults }: Studio): string {
  if (!isOpen.value) return 'Choose a scene to begin with, or drop files on this page.';
  const parts = document.survey.valueAt(['scene', 'parts']);
  if (Array.isArray(parts) && parts.length === 0)
    return 'The scene is empty: drop files on this page, or add something to it (+ beside Scene).';
  if (legsOf(document.survey).length === 0)
    return 'There is no leg yet: place a station (S), draw a path (P), or plan an area (A).';
  return faults.value.length > 0
    ? 'What a run costs is told here when the survey has no faults.'
    : 'Checking the survey …';
}

/** Points and files: as expected, or, until that is known, at most. */
function Outcome({ studio }: { studio: Studio }) {
  const survey = studio.survey.value;
  const expected = studio.expected.value.value;
  if (!survey) return null;
  const { pointsMax, outputBytesMax } = survey.estimate;
  const [points, files] = expected
    ? [`about ${formatAbout(expected.points)}`, `about ${formatBytes(Math.round(expected.outputBytes))}`]
    : [formatCount(pointsMax), formatBytes(outputBytesMax)];
  return (
    <>
      <dt>{expected ? 'Points, estimated' : 'Points at most'}</dt>
      <dd>{points}</dd>
      <dt>{expected ? `${formatsOf(survey.outputs)}, estimated` : 'Files at most'}</dt>
      <dd>{files}</dd>
    </>
  );
}

/** Basis of the estimates, and upper limits. */
function Basis({ studio }: { studio: Studio }) {
  const estimate = studio.survey.value?.estimate;
  const expected = studio.expected.value.value;
  if (!estimate || !expected) return null;
  return (
    <p class="quiet hint">
      Estimated from {formatCount(expected.fired)} of the pulses, fired in the scene. At most{' '}
      {formatCount(estimate.pointsMax)} points, {formatBytes(estimate.outputBytesMax)}.
    </p>
  );
}

/** The formats of files, by their endings: `LAS`, `LAS and PLY`; of more, `Files`. */
function formatsOf(outputs: readonly string[]): string {
  const endings = [...new Set(outputs.map((path) => path.slice(path.lastIndexOf('.') + 1).toUpperCase()))];
  return endings.length === 1 || endings.length === 2 ? endings.join(' and ') : 'Files';
}
