import type { Cloud } from '../state/clouds/cloud.js';
import type { Shown } from '../state/measures/comparison.js';
import type { Studio } from '../state/studio.js';
import { SelectField } from '../ui/field.js';
import { DistanceHistogram } from './distance-histogram.js';
import { DistanceTable } from './distance-table.js';

/** Two clouds compared: the choice of them, the work, and the distances of their points. */
export function ComparePanel({ studio }: { studio: Studio }) {
  const { comparison, clouds } = studio;
  const { value: compared } = comparison.compared;
  const names = compared && {
    a: clouds.find(compared.a)?.name ?? '',
    b: clouds.find(compared.b)?.name ?? '',
  };
  return (
    <div class="compare-panel">
      <CompareForm studio={studio} />
      {compared && names ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it where it is small
        <section class="compare-result" aria-label="Result of the comparison" tabIndex={0}>
          {compared.found.warnings.map((warning) => (
            <p key={warning} class="warning" role="alert">
              {warning}
            </p>
          ))}
          <DistanceHistogram found={compared.found} names={names} />
          <DistanceTable found={compared.found} names={names} />
        </section>
      ) : (
        <p class="section-empty quiet">{whyEmpty(studio)}</p>
      )}
    </div>
  );
}

function whyEmpty({ comparison }: Studio): string {
  if (comparison.work.value) return '';
  if (comparison.choices.value.length < 2)
    return 'Two clouds are compared: run the survey twice, such as with another divergence, or drop a LAS or LAZ file.';
  return 'The distance of every point to the nearest one of the other cloud.';
}

function CompareForm({ studio }: { studio: Studio }) {
  const { comparison } = studio;
  const [a, b] = [comparison.a.value, comparison.b.value];
  const { value: work } = comparison.work;
  return (
    <section class="compare-form" aria-label="Clouds to compare">
      {(['a', 'b'] as const).map((side) => (
        <SelectField
          key={side}
          label={side.toUpperCase()}
          value={comparison[side].value?.id ?? ''}
          choices={choicesOf(comparison.choices.value)}
          onChange={(id) => {
            comparison.chosen.value = { ...comparison.chosen.value, [side]: id };
          }}
        />
      ))}
      {work ? (
        <div class="compare-work">
          <progress max={1} value={work.share} aria-label={work.task} />
          <span role="status">
            {work.task}, {Math.round(100 * work.share)} %
          </span>
          <button type="button" class="run stop" onClick={() => comparison.stop()}>
            Stop
          </button>
        </div>
      ) : (
        <button type="button" class="run" disabled={!a || !b || a === b} onClick={() => void comparison.run()}>
          Compare
        </button>
      )}
      {comparison.fault.value !== undefined && (
        <p class="fault" role="alert">
          {comparison.fault.value}
        </p>
      )}
      {comparison.compared.value && <ShownChoice studio={studio} />}
    </section>
  );
}

const choicesOf = (clouds: readonly Cloud[]) =>
  clouds.map(({ id, name, state }) => ({ value: id, name: state === 'stopped' ? `${name} (stopped early)` : name }));

const SHOWN: readonly { shown: Shown; name: string }[] = [
  { shown: 'a', name: 'A' },
  { shown: 'b', name: 'B' },
  { shown: 'both', name: 'Both' },
];

function ShownChoice({ studio: { comparison, look } }: { studio: Studio }) {
  return (
    <>
      <fieldset class="group shown-choice" aria-label="Shown">
        {SHOWN.map(({ shown, name }) => (
          <button
            type="button"
            key={shown}
            aria-pressed={comparison.shown.value === shown}
            onClick={() => comparison.show(shown)}
          >
            {name}
          </button>
        ))}
        <kbd title="The next of both, A and B">C</kbd>
      </fieldset>
      {'distance' in look.mode.value || (
        <button
          type="button"
          class="link"
          onClick={() => {
            look.mode.value = { distance: true };
          }}
        >
          Colour by distance
        </button>
      )}
    </>
  );
}
