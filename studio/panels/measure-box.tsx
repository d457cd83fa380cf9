import { distanceOf } from '../state/measures/measure.js';
import type { Studio } from '../state/studio.js';
import { NumberField } from '../ui/field.js';
import { formatMetres } from '../ui/format.js';
import type { Place } from '../view/eye.js';

const AXES = ['x', 'y', 'z'] as const;
const ORIGIN: Place = [0, 0, 0];

/** The two places between which is measured, which can be typed, and what lies between them. */
export function MeasureBox({ studio }: { studio: Studio }) {
  const { from, to } = studio.measure;
  const found = from.value && to.value && distanceOf(from.value, to.value);
  return (
    <section class="measure-box" aria-label="Measure">
      {found && (
        <dl class="facts">
          <dt>Distance</dt>
          <dd>{formatMetres(found.straight)}</dd>
          <dt>Horizontal</dt>
          <dd>{formatMetres(found.horizontal)}</dd>
          <dt>Height</dt>
          <dd>{formatMetres(found.height)}</dd>
        </dl>
      )}
      <PlaceFields name="From" place={from} />
      <PlaceFields name="To" place={to} />
    </section>
  );
}

function PlaceFields({ name, place }: { name: string; place: { value: Place | undefined } }) {
  return (
    <fieldset class="place-fields">
      <legend>{name}</legend>
      {AXES.map((axis, index) => (
        <NumberField
          key={axis}
          label={
            <>
              <span class="unseen">{name} </span>
              {axis}
            </>
          }
          unit="m"
          value={place.value && Number(place.value[index].toFixed(3))}
          step={0.1}
          onChange={(value = 0) => {
            const [x, y, z] = (place.value ?? ORIGIN).map((known, other) => (other === index ? value : known));
            place.value = [x, y, z];
          }}
        />
      ))}
    </fieldset>
  );
}
