import type { Studio } from '../state/studio.js';
import { formatCount, formatSeconds } from '../ui/format.js';

/** All about what is chosen. */
export function Inspector({ studio }: { studio: Studio }) {
  const chosen = studio.selection.value;
  const leg = chosen?.kind === 'leg' ? studio.survey.value?.legs[chosen.leg] : undefined;
  return (
    <aside class="inspector" aria-label="Inspector">
      {leg ? (
        <section>
          <h2>{leg.kind === 'station' ? 'Station' : 'Leg'}</h2>
          <p class="name">{leg.name}</p>
          <dl class="facts">
            <dt>Pulses</dt>
            <dd>{formatCount(leg.pulses)}</dd>
            <dt>Duration</dt>
            <dd>{formatSeconds(leg.duration)}</dd>
          </dl>
        </section>
      ) : (
        <p class="quiet">Choose a leg or click a point to see all about it.</p>
      )}
    </aside>
  );
}
