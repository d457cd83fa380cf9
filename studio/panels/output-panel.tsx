import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { OutputFormats, OutputOption } from 'subray/browser';
import { changeOutput, outputsOf, removeOutput, setOutputFormat, withoutEnding } from '../document/edits/index.js';
import type { Studio } from '../state/studio.js';
import { faultsAt } from '../state/survey/faults-at.js';
import { SelectField } from '../ui/field.js';
import { FieldFaults } from '../ui/field-faults.js';
import { SuggestField } from '../ui/suggest-field.js';
import { dividedStem } from './divided-stem.js';
import { OutputOptionField } from './output-option.js';

/** A cloud that the survey writes: its file, its format, and the options of that. */
export function OutputPanel({ studio, output: index }: { studio: Studio; output: number }) {
  const listed = useFormats(studio);
  const output = outputsOf(studio.document.survey)[index];
  if (!output) return <p class="quiet">This output is not there any more.</p>;
  if (!listed) return <p class="quiet">Looking up the formats …</p>;
  const endings = listed.formats.flatMap((format) => format.endings);
  const stem = withoutEnding(output.file, endings);
  const ending = output.file.slice(stem.length);
  const format = listed.formats.find((known) => known.endings.includes(ending.toLowerCase()));
  const options = [...GENERAL.map((option) => withDivisions(option, listed)), ...(format?.options ?? [])];
  const keys = options.map(({ key }) => key);
  const change = (changes: Readonly<Record<string, unknown>>) =>
    studio.edit((text) => changeOutput(text, index, changes));
  const faultsOf = (key?: string) => {
    const { survey } = studio.document;
    const path = ['output', index];
    if (key !== undefined) return faultsAt(survey, studio.faults.value, [...path, key]);
    return faultsAt(survey, studio.faults.value, path, keys);
  };
  return (
    <section aria-label={`Output ${output.file}`} class="output-panel">
      <h2>Output</h2>
      <SuggestField label="File" value={stem} onChange={(text) => change({ file: `${text.trim()}${ending}` })} />
      <SelectField
        label="Format"
        value={format?.name ?? ''}
        choices={[
          ...(format ? [] : [{ value: '', name: 'unknown' }]),
          ...listed.formats.map(({ name, title }) => ({ value: name, name: title })),
        ]}
        onChange={(name) => {
          const chosen = listed.formats.find((known) => known.name === name);
          if (!chosen) return;
          const choice = { ending: chosen.endings[0], keys: chosen.options.map((option) => option.key) };
          studio.edit((text) => setOutputFormat(text, index, choice, endings));
        }}
      />
      <FieldFaults faults={faultsOf()} />
      {options.map((option) => (
        <OutputOptionField
          key={`${format?.name} ${option.key}`}
          option={option}
          listed={listed}
          value={output[option.key]}
          faults={faultsOf(option.key)}
          onChange={(value) =>
            change(
              option.key === 'by'
                ? { by: value, file: `${dividedStem(stem, value as string | undefined)}${ending}` }
                : { [option.key]: value },
            )
          }
        />
      ))}
      <div class="buttons">
        <button
          type="button"
          onClick={() => {
            studio.edit((text) => removeOutput(text, index));
            studio.selection.value = undefined;
          }}
        >
          Remove
        </button>
      </div>
    </section>
  );
}

function useFormats(studio: Studio): OutputFormats | undefined {
  const listed = useSignal<OutputFormats | undefined>(undefined);
  useEffect(() => {
    studio.backend.ask('outputFormats', {}).then(
      (answer) => {
        listed.value = answer;
      },
      (error) => studio.messages.fail(error),
    );
  }, [studio, listed]);
  return listed.value;
}

/** Options of all formats. */
const GENERAL: readonly OutputOption[] = [
  {
    key: 'by',
    kind: 'choice',
    description: 'A file for each leg, strip or laser: %s in its name stands for that of the leg, %c for the laser',
  },
  { key: 'boxes', kind: 'flag', description: 'A file NAME.boxes.json beside the cloud, with a box about each object' },
  { key: 'misses', kind: 'flag', description: 'A point for each pulse without a return, where its range ends' },
];

const withDivisions = (option: OutputOption, { divisions }: OutputFormats): OutputOption =>
  option.key === 'by' ? { ...option, choices: [...divisions] } : option;
