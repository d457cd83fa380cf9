import { setMaterial, type WrittenMaterial } from '../document/edits/index.js';
import type { LabelWords } from '../state/labels/labelling.js';
import type { Studio } from '../state/studio.js';
import { faultsAt } from '../state/survey/faults-at.js';
import { NumberField, SelectField, writtenNumber } from '../ui/field.js';
import { FieldFaults } from '../ui/field-faults.js';
import { formatCount } from '../ui/format.js';

/** The materials of the scene: their brightness and its origin, with a choice from the catalogue. */
export function MaterialList({ studio, words }: { studio: Studio; words: LabelWords | undefined }) {
  const listed = studio.labelling.materials.value;
  if (!listed || !words) return null;
  const unit = listed.wavelengthsNm.map((wavelength) => `${wavelength} nm`).join(', ');
  return (
    <section aria-label="Materials" class="materials">
      <h2>Materials</h2>
      <p class="quiet">Reflectance at {unit}: 1 is a white surface.</p>
      <ul class="material-list">
        {listed.materials.map((material, index) => (
          <li key={`${material.name} ${index}`}>
            <details>
              <summary>
                <code>{material.name || '(no name)'}</code>
                <span class="label-count">{material.reflectances.map((value) => value.toFixed(2)).join(', ')}</span>
                <span class="quiet">{material.why}</span>
              </summary>
              <MaterialForm studio={studio} name={material.name} words={words} />
              <p class="quiet">
                On {formatCount(material.objects)} {material.objects === 1 ? 'object' : 'objects'},{' '}
                {formatCount(material.triangles)} triangles.
              </p>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Choices for a typed reflectance, and for a description that only the text can hold. */
const NUMBER = ' number';
const TEXT = ' text';

function MaterialForm({ studio, name, words }: { studio: Studio; name: string; words: LabelWords }) {
  const path = ['scene', 'materials', name];
  const written = studio.document.survey.valueAt(path) as WrittenMaterial | undefined;
  const set = (material: WrittenMaterial | undefined) => studio.edit((text) => setMaterial(text, name, material));
  const value = choiceOf(written);
  return (
    <div class="label-form">
      <SelectField
        label="Scatters as"
        value={value}
        choices={[
          { value: '', name: 'its name or file says' },
          { value: NUMBER, name: 'a reflectance' },
          ...(value === TEXT ? [{ value: TEXT, name: 'the text says' }] : []),
          ...(value !== '' && value !== NUMBER && value !== TEXT && !words.materials.some(({ id }) => id === value)
            ? [{ value, name: value }]
            : []),
          ...words.materials.map(({ id, name: title }) => ({ value: id, name: `${id}: ${title}` })),
        ]}
        onChange={(chosen) => {
          if (chosen === TEXT) return;
          set(chosen === '' ? undefined : chosen === NUMBER ? { reflectance: 0.5 } : { use: chosen });
        }}
      />
      {value === NUMBER && (
        <NumberField
          label="Reflectance"
          value={writtenNumber(written?.reflectance)}
          min={0}
          max={1}
          step={0.05}
          onChange={(reflectance) => reflectance !== undefined && set({ ...written, reflectance })}
        />
      )}
      <FieldFaults faults={faultsAt(studio.document.survey, studio.faults.value, path)} />
    </div>
  );
}

/** The survey's own description of a material, as a choice. */
function choiceOf(written: WrittenMaterial | undefined): string {
  if (written === undefined) return '';
  if (typeof written.reflectance === 'number') return NUMBER;
  return typeof written.use === 'string' && Object.keys(written).length === 1 ? written.use : TEXT;
}
