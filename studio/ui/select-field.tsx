import { useId } from 'preact/hooks';
import { FieldFaults } from './field-faults.js';

/** Properties of `SelectField`. */
export interface SelectFieldProps {
  label: string;
  value: string;
  choices: readonly { value: string; name: string }[];
  faults?: readonly string[];
  /** True if the label stands above, so that long names have the whole row. */
  isStacked?: boolean;
  onChange(value: string): void;
}

/** One of a few values. */
export function SelectField({ label, value, choices, faults = [], isStacked, onChange }: SelectFieldProps) {
  const id = useId();
  return (
    <div class={isStacked ? 'field wide stacked' : 'field wide'}>
      <label for={id}>{label}</label>
      <select
        id={id}
        title={choices.find((choice) => choice.value === value)?.name}
        value={value}
        aria-invalid={faults.length > 0}
        aria-describedby={faults.length > 0 ? `${id}-faults` : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
      <FieldFaults id={`${id}-faults`} faults={faults} />
    </div>
  );
}
