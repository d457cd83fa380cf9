import type { TargetedKeyboardEvent } from 'preact';
import { useId, useState } from 'preact/hooks';

/** What `NumberField` shows and tells. */
export interface NumberFieldProps {
  label: string;
  /** Unit behind the number, such as m; absent: it has none. */
  unit?: string;
  /** Undefined: the default is in force, which the placeholder shows. */
  value: number | undefined;
  placeholder?: string;
  /** What an arrow key adds; absent: 1. */
  step?: number;
  /** From where arrow keys go while it is empty; absent: 0. */
  start?: number;
  min?: number;
  max?: number;
  /** Undefined: the field was emptied. */
  onChange(value: number | undefined): void;
}

/** A number with its unit, which is taken over with Enter, an arrow key, or when the field is left. */
export function NumberField({ label, unit, ...props }: NumberFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <NumberInput id={id} aria-describedby={unit === undefined ? undefined : `${id}-unit`} {...props} />
      <span class="unit" id={`${id}-unit`}>
        {unit ?? ''}
      </span>
    </div>
  );
}

/** What `NumberInput` shows and tells. */
export interface NumberInputProps extends Omit<NumberFieldProps, 'label' | 'unit'> {
  id?: string;
  /** Its name where it has no label. */
  'aria-label'?: string;
  'aria-describedby'?: string;
}

/** A number alone, as in a table, which is taken over likewise. */
export function NumberInput({
  value,
  placeholder,
  step = 1,
  start = 0,
  min,
  max,
  onChange,
  ...names
}: NumberInputProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const take = (text: string) => {
    setTyped(undefined);
    if (text.trim() === '') return onChange(undefined);
    const number = Number(text.replace(',', '.'));
    if (Number.isFinite(number)) onChange(Math.min(max ?? Infinity, Math.max(min ?? -Infinity, number)));
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === 'Enter' && typed !== undefined) take(typed);
    else if (event.key === 'Escape' && typed !== undefined) setTyped(undefined);
    else if (event.key === 'Escape') event.currentTarget.blur();
    else if (direction !== undefined) {
      const by = direction * step * (event.shiftKey ? 0.1 : 1);
      take(String(Number(((value ?? start) + by).toFixed(6))));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      {...names}
      type="text"
      inputMode="decimal"
      autocomplete="off"
      value={typed ?? (value === undefined ? '' : String(value))}
      placeholder={placeholder}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => typed !== undefined && take(typed)}
      onKeyDown={onKeyDown}
    />
  );
}

/** What `TextField` shows and tells. */
export interface TextFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

/** A text, which is taken over with Enter or when the field is left. */
export function TextField({ label, value, onChange }: TextFieldProps) {
  const id = useId();
  return (
    <div class="field wide">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        autocomplete="off"
        value={value}
        onChange={({ currentTarget }) => currentTarget.value !== value && onChange(currentTarget.value)}
      />
    </div>
  );
}

/** What `SelectField` shows and tells. */
export interface SelectFieldProps {
  label: string;
  value: string;
  choices: readonly { value: string; name: string }[];
  onChange(value: string): void;
}

/** One of a few values. */
export function SelectField({ label, value, choices, onChange }: SelectFieldProps) {
  const id = useId();
  return (
    <div class="field wide">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
    </div>
  );
}
