import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { FieldFaults } from './field-faults.js';
import { leaveField } from './leave-field.js';

/** A text that a field suggests. */
export interface Suggestion {
  value: string;
  /** A few words about it. */
  about?: string;
}

/** Properties of `SuggestField`. */
export interface SuggestFieldProps {
  label: string;
  value: string;
  placeholder?: string;
  suggestions?: readonly Suggestion[];
  /** True if it takes the keyboard when it appears. */
  takesKeyboard?: boolean;
  /** Its faults. */
  faults?: readonly string[];
  /** The text as it is typed. */
  onType?(value: string): void;
  /** It is taken over with Enter, or when the field is left. */
  onChange(value: string): void;
}

/** A text, typed freely or taken from suggestions. */
export function SuggestField({ label, value, suggestions = [], faults = [], ...props }: SuggestFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (props.takesKeyboard) input.current?.focus();
  }, []);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const type = (text: string | undefined) => {
    setTyped(text);
    props.onType?.(text ?? value);
  };
  return (
    <>
      <div class="field wide">
        <label for={id}>{label}</label>
        <input
          ref={input}
          id={id}
          type="text"
          autocomplete="off"
          spellcheck={false}
          list={suggestions.length > 0 ? `${id}-list` : undefined}
          placeholder={props.placeholder}
          value={typed ?? value}
          aria-invalid={faults.length > 0}
          aria-describedby={faults.length > 0 ? `${id}-faults` : undefined}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onChange={({ currentTarget }) => {
            setTyped(undefined);
            if (currentTarget.value !== value) props.onChange(currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            if (typed === undefined) leaveField(event.currentTarget);
            else type(undefined);
            event.stopPropagation();
          }}
        />
        {suggestions.length > 0 && (
          <datalist id={`${id}-list`}>
            {suggestions.map((suggestion) => (
              <option key={suggestion.value} value={suggestion.value} label={suggestion.about} />
            ))}
          </datalist>
        )}
      </div>
      <FieldFaults id={`${id}-faults`} faults={faults} />
    </>
  );
}
