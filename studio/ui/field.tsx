import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { FieldFaults } from './field-faults.js';
import { leaveField } from './leave-field.js';
import { NumberInput, type NumberInputProps } from './number-input.js';

export { SelectField, type SelectFieldProps } from './select-field.js';

/** Properties of `NumberField`. */
export interface NumberFieldProps
  extends Omit<NumberInputProps, 'id' | 'isInvalid' | 'aria-label' | 'aria-describedby'> {
  label: ComponentChildren;
  /** Faults of the value. */
  faults?: readonly string[];
}

/** A number with its unit; what is wrong with it, or with what was typed, stands below. */
export function NumberField({ label, faults = [], onFault, ...props }: NumberFieldProps) {
  const id = useId();
  const [typedFault, setTypedFault] = useState<string | undefined>(undefined);
  const shown = typedFault === undefined ? faults : [typedFault];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <NumberInput
        {...props}
        id={id}
        aria-describedby={
          [props.unit && `${id}-unit`, shown.length > 0 && `${id}-faults`].filter((of) => of).join(' ') || undefined
        }
        isInvalid={shown.length > 0}
        onFault={(fault) => {
          setTypedFault(fault);
          onFault?.(fault);
        }}
      />
      <span class="unit" id={`${id}-unit`}>
        {props.unit ?? ''}
      </span>
      <FieldFaults id={`${id}-faults`} faults={shown} />
    </div>
  );
}

/** A number of a document as fields show it: what is none, as its text. */
export function writtenNumber(value: unknown): number | string | undefined {
  if (typeof value === 'number' || value === undefined) return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Properties of `TextField`. */
export interface TextFieldProps {
  label: string;
  value: string;
  faults?: readonly string[];
  onChange(value: string): void;
}

/** A text field. Enter, or leaving it, takes the text over; Escape gives it up. A refused text is replaced. */
export function TextField({ label, value, faults = [], onChange }: TextFieldProps) {
  const id = useId();
  return (
    <div class="field wide">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        autocomplete="off"
        value={value}
        aria-invalid={faults.length > 0}
        aria-describedby={faults.length > 0 ? `${id}-faults` : undefined}
        onChange={({ currentTarget }) => {
          const typed = currentTarget.value;
          if (typed === value) return;
          // A text that is taken over comes back as the value.
          currentTarget.value = value;
          onChange(typed);
        }}
        onKeyDown={(event) => {
          const { currentTarget: field } = event;
          if (event.key !== 'Escape' || field.closest('dialog')) return;
          if (field.value === value) leaveField(field);
          else field.value = value;
          event.stopPropagation();
        }}
      />
      <FieldFaults id={`${id}-faults`} faults={faults} />
    </div>
  );
}
