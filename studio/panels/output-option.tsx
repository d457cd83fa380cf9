import type { OutputFormats, OutputOption } from 'subray/browser';
import { NumberField, SelectField, writtenNumber } from '../ui/field.js';
import { FieldFaults } from '../ui/field-faults.js';
import { wordsOfKey } from '../ui/format.js';

/** Properties of `OutputOptionField`. */
export interface OutputOptionProps {
  option: OutputOption;
  listed: OutputFormats;
  /** As the survey has it; undefined: its default is in force. */
  value: unknown;
  faults: readonly string[];
  onChange(value: unknown): void;
}

/** A field for an option of an output, with what it means. */
export function OutputOptionField(props: OutputOptionProps) {
  const { option, faults } = props;
  return (
    <div class="setting">
      <OptionInput {...props} />
      {option.kind !== 'number' && <FieldFaults faults={faults} />}
      <p class="quiet setting-note">{option.description}</p>
    </div>
  );
}

function OptionInput({ option, listed, value, faults, onChange }: OutputOptionProps) {
  const { key, kind, unit, min, max, choices = [] } = option;
  const label = WORDS[key] ?? wordsOfKey(key);
  if (kind === 'flag')
    return (
      <label class="keep">
        <input
          type="checkbox"
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? true : undefined)}
        />
        {label}
      </label>
    );
  if (kind === 'number')
    return (
      <NumberField
        {...{ label, unit, min, max }}
        value={writtenNumber(value)}
        faults={faults}
        placeholder="default"
        step={0.001}
        onChange={onChange}
      />
    );
  if (kind === 'fields') return <FieldsChoice label={label} listed={listed} value={value} onChange={onChange} />;
  return (
    <SelectField
      label={label}
      value={value === undefined ? '' : String(value)}
      choices={[
        { value: '', name: key === 'by' ? 'one file for all' : 'default' },
        ...choices.map((choice) => ({ value: String(choice), name: String(choice) })),
      ]}
      onChange={(text) => onChange(choices.find((choice) => String(choice) === text))}
    />
  );
}

const WORDS: Readonly<Record<string, string>> = {
  by: 'Files by',
  boxes: 'Boxes of objects',
  misses: 'Pulses without a return',
};

const OWN = 'own';

/** Choice of written fields: a word for a set of them, or single ones. */
function FieldsChoice({
  label,
  listed: { presets, fields },
  value,
  onChange,
}: Pick<OutputOptionProps, 'listed' | 'value' | 'onChange'> & { label: string }) {
  const own = Array.isArray(value) ? value : undefined;
  const toggle = (name: string) =>
    own?.includes(name) ? own.filter((other) => other !== name) : [...(own ?? []), name];
  return (
    <>
      <SelectField
        label={label}
        value={own ? OWN : value === undefined ? '' : String(value)}
        choices={[
          { value: '', name: 'default' },
          ...presets.map((preset) => ({ value: preset, name: preset })),
          { value: OWN, name: 'chosen ones' },
        ]}
        onChange={(text) => onChange(text === OWN ? ['intensity'] : text === '' ? undefined : text)}
      />
      {own && (
        <fieldset class="field-names" aria-label="Chosen fields">
          {[...presets, ...fields].map((name) => (
            <label key={name}>
              <input type="checkbox" checked={own.includes(name)} onChange={() => onChange(toggle(name))} />
              {name}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
