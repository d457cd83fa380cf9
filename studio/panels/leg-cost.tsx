import { lengthOf } from '../state/legs/along-way.js';
import { checkedLeg } from '../state/legs/chosen-leg.js';
import { fieldTime } from '../state/legs/field-time.js';
import type { Studio } from '../state/studio.js';
import { formatAbout, formatBytes, formatCount, formatSeconds } from '../ui/format.js';

/** Cost and yield of a leg while it is dragged, with those of the survey. */
export function LegCost({ studio, index }: { studio: Studio; index: number }) {
  const leg = checkedLeg(studio, index);
  if (!leg) return null;
  const length = lengthOf(leg.way);
  const points = studio.expected.value.value?.legs[index];
  const facts: [string, string][] = [['Pulses', formatCount(leg.pulses)]];
  if (points !== undefined) facts.push(['Points, estimated', `about ${formatAbout(points)}`]);
  if (length > 0) {
    facts.unshift(['Length', `${length.toFixed(1)} m`]);
    if (points !== undefined) facts.push(['Points a metre', `about ${formatAbout(points / length)}`]);
  }
  facts.push(['Time in the field', formatSeconds(leg.duration)]);
  return (
    <>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      <Whole studio={studio} />
    </>
  );
}

/** Yield of the whole survey, where it has other legs, and the size of its files. */
function Whole({ studio }: { studio: Studio }) {
  const survey = studio.survey.value;
  const expected = studio.expected.value.value;
  if (!survey || !expected) return null;
  const { whole } = fieldTime(survey.legs);
  const parts = [`${formatAbout(expected.points)} points`, formatBytes(Math.round(expected.outputBytes))];
  return (
    <p class="quiet hint">
      The whole survey: about {parts.join(', ')} of files, {formatSeconds(whole)} in the field.
    </p>
  );
}
