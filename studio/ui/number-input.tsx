import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { leaveField } from './leave-field.js';
import { isWithin, type NumberLimits, numberFault, numberOf } from './number-limits.js';

/** Properties of `NumberInput`. */
export interface NumberInputProps extends NumberLimits {
  id?: string;
  /** Its name where it has no label. */
  'aria-label'?: string;
  'aria-describedby'?: string;
  /** A text: what stands in place of a number. Undefined: the default is in force, which the placeholder shows. */
  value: number | string | undefined;
  placeholder?: string;
  unit?: string;
  /** Step of an arrow key; absent: 1. */
  step?: number;
  /** From where arrow keys go while it is empty; absent: 0. */
  start?: number;
  /** True if its value is at fault. */
  isInvalid?: boolean;
  /** Undefined: the field was emptied. */
  onChange(value: number | undefined): void;
  /** Called with the fault of a typed number, which is not taken over; undefined: there is none any more. */
  onFault?(fault: string | undefined): void;
}

/** Typed text that is not taken over, in place of `value`. */
interface Typed {
  text: string;
  value: NumberInputProps['value'];
  isRefused: boolean;
}

/**
 * A number field. Enter, an arrow key, or leaving it, takes the number over. A text that is none, or out of its limits,
 * stays with its fault.
 */
export function NumberInput(props: NumberInputProps) {
  const { value, placeholder, unit, onChange, onFault, isInvalid = false } = props;
  const [last, setTyped] = useState<Typed | undefined>(undefined);
  // A value that changed meanwhile, as by undo, is shown in place of what was typed.
  const typed = last?.value === value ? last : undefined;
  const faultIn = (text: string) => (text.trim() === '' ? undefined : numberFault(text, props, unit));
  const fault = typed?.isRefused ? faultIn(typed.text) : undefined;
  useEffect(() => onFault?.(fault), [fault]);
  useEffect(() => () => onFault?.(undefined), []);
  const take = (text: string) => {
    if (faultIn(text) !== undefined) return setTyped({ text, value, isRefused: true });
    setTyped(undefined);
    onChange(text.trim() === '' ? undefined : numberOf(text));
  };
  return (
    <input
      id={props.id}
      aria-label={props['aria-label']}
      aria-describedby={props['aria-describedby']}
      aria-invalid={isInvalid || fault !== undefined}
      type="text"
      inputMode="decimal"
      autocomplete="off"
      value={typed?.text ?? String(value ?? '')}
      placeholder={placeholder}
      onInput={({ currentTarget: { value: text } }) =>
        setTyped({ text, value, isRefused: fault !== undefined && faultIn(text) !== undefined })
      }
      onBlur={() => typed && take(typed.text)}
      onKeyDown={(event) => onKey(event, props, typed, { take, giveUp: () => setTyped(undefined) })}
    />
  );
}

function onKey(
  event: TargetedKeyboardEvent<HTMLInputElement>,
  { value, step = 1, start = 0, ...limits }: NumberInputProps,
  typed: Typed | undefined,
  { take, giveUp }: { take(text: string): void; giveUp(): void },
): void {
  // Keys of the page, which takes over what was typed first; a dialog is closed by Escape.
  if (event.ctrlKey || event.metaKey) return;
  const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (event.key === 'Enter' && typed) take(typed.text);
  else if (event.key === 'Escape' && typed) giveUp();
  else if (event.key === 'Escape' && event.currentTarget.closest('dialog')) return;
  else if (event.key === 'Escape') leaveField(event.currentTarget);
  else if (direction !== undefined) {
    const from = numberOf(typed?.text ?? String(value ?? ''));
    const by = direction * step * (event.shiftKey && !limits.isWhole ? 0.1 : 1);
    const to = Number(((Number.isFinite(from) ? from : start) + by).toFixed(6));
    // Arrow keys stop at the limits.
    if (isWithin(to, limits)) take(String(to));
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
