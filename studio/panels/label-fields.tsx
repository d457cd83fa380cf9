import type { WrittenLabel } from '../document/edits/index.js';
import type { LabelUses, LabelWords } from '../state/labels/labelling.js';
import { SelectField } from '../ui/field.js';
import { FieldFaults } from '../ui/field-faults.js';
import { SuggestField } from '../ui/suggest-field.js';

/** Properties of `LabelFields`. */
export interface LabelFieldsProps {
  label: WrittenLabel;
  /** True while it is being written; its pattern then takes the keyboard. */
  isNew?: boolean;
  words: LabelWords | undefined;
  uses: LabelUses | undefined;
  /** Faults at a key. */
  faultsOf(key: string): readonly string[];
  /** Called with typed text, before it is taken over. */
  onType(changes: WrittenLabel): void;
  onChange(changes: WrittenLabel): void;
}

const NAMES = [
  { value: 'any', name: 'any of them' },
  { value: 'object', name: 'objects' },
  { value: 'group', name: 'groups' },
  { value: 'material', name: 'materials' },
];

/** The fields of a label: what it is for, and what it sets. */
export function LabelFields({ label, isNew, words, uses, faultsOf, onType, onChange }: LabelFieldsProps) {
  const { match, part, on } = label;
  const textOf = (text: string) => (text.trim() === '' ? undefined : text);
  const suggestions = (uses?.suggestions ?? []).filter((one) => on === undefined || on === 'any' || one.on === on);
  return (
    <>
      <SuggestField
        label="Pattern"
        takesKeyboard={isNew}
        placeholder="such as tree_*"
        value={match ?? ''}
        suggestions={suggestions.map((one) => ({ value: one.match, about: `${one.names} × ${one.on}` }))}
        faults={faultsOf('match')}
        onType={(text) => onType({ match: textOf(text) })}
        onChange={(text) => onChange({ match: textOf(text) })}
      />
      <SuggestField
        label="In part"
        placeholder="any"
        value={part ?? ''}
        suggestions={(uses?.parts ?? []).map((value) => ({ value }))}
        faults={faultsOf('part')}
        onType={(text) => onType({ part: textOf(text) })}
        onChange={(text) => onChange({ part: textOf(text) })}
      />
      <SelectField
        label="Names of"
        value={on ?? 'any'}
        choices={NAMES}
        onChange={(value) => onChange({ on: value as WrittenLabel['on'] })}
      />
      <SelectField
        label="Class"
        value={label.class === undefined ? '' : String(label.class)}
        choices={classChoices(label, words)}
        onChange={(value) =>
          onChange({ class: value === '' ? undefined : /^\d+$/.test(value) ? Number(value) : value })
        }
      />
      <FieldFaults faults={faultsOf('class')} />
      <SuggestField
        label="Semantic"
        placeholder="as before"
        value={label.semantic ?? ''}
        suggestions={(words?.semantics ?? []).map((value) => ({ value }))}
        faults={faultsOf('semantic')}
        onType={(text) => onType({ semantic: textOf(text) })}
        onChange={(text) => onChange({ semantic: textOf(text) })}
      />
      <SuggestField
        label="Material"
        placeholder="as before"
        value={label.material ?? ''}
        suggestions={materialsOf(words, uses)}
        faults={faultsOf('material')}
        onType={(text) => onType({ material: textOf(text) })}
        onChange={(text) => onChange({ material: textOf(text) })}
      />
    </>
  );
}

/** The classes, those of the survey by the names that it gives them, and the one that the label has. */
function classChoices({ class: own }: WrittenLabel, words: LabelWords | undefined) {
  const known = [
    { value: '', name: 'as before' },
    ...(words?.classes ?? []).map(({ name, number }) => ({ value: name, name: `${number} ${name}` })),
    ...(words?.own ?? []).map(({ name, number }) => ({ value: name, name: `${number} ${name}` })),
    ...(words?.generated ?? []).map(({ name, number }) => ({ value: String(number), name: `${number} ${name}` })),
  ];
  const value = own === undefined ? '' : String(own);
  return known.some((choice) => choice.value === value) ? known : [...known, { value, name: value }];
}

const materialsOf = (words: LabelWords | undefined, uses: LabelUses | undefined) => [
  ...(words?.described ?? []).map((value) => ({ value, about: 'of the survey' })),
  ...(uses?.suggestions ?? [])
    .filter(({ on, match }) => on === 'material' && !match.endsWith('*'))
    .map(({ match }) => ({ value: match, about: 'of the scene' })),
  ...(words?.materials ?? []).map(({ id, name }) => ({ value: id, about: name })),
];
