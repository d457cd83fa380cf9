import type { Studio } from '../state/studio.js';
import { formatCount } from '../ui/format.js';
import { CloudList } from './cloud-list.js';

/** The parts of the survey, and the clouds that it gave. */
export function Outline({ studio }: { studio: Studio }) {
  const survey = studio.survey.value;
  const scene = studio.scene.value;
  const { selection } = studio;
  return (
    <nav class="outline" aria-label="Survey">
      <section>
        <h2>Scene</h2>
        {scene && (
          <p class="row">
            <span>{formatCount(scene.view.triangles)} triangles</span>
          </p>
        )}
      </section>
      <section>
        <h2>Scanner</h2>
        {survey?.scanners.map(({ name }) => (
          <p class="row" key={name}>
            {name}
          </p>
        ))}
      </section>
      <section>
        <h2>Legs</h2>
        <ul class="rows">
          {survey?.legs.map((leg, index) => (
            <li key={leg.name}>
              <button
                type="button"
                class="row"
                aria-pressed={selection.value?.kind === 'leg' && selection.value.leg === index}
                onClick={() => {
                  selection.value = { kind: 'leg', leg: index };
                }}
              >
                <span>{leg.name}</span>
                <span class="quiet">{formatCount(leg.pulses)} pulses</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>Clouds</h2>
        <CloudList studio={studio} />
      </section>
    </nav>
  );
}
