import { useEffect, useId, useRef } from 'preact/hooks';

/** One of several things of which one is chosen. */
export interface Choice {
  id: string;
  name: string;
  /** A few words about it. */
  about?: string;
}

/** Properties of `ChoiceList`. */
export interface ChoiceListProps {
  label: string;
  choices: readonly Choice[];
  /** Id of the one that is looked at. */
  active: string | undefined;
  onActive(id: string): void;
  /** Enter, or a double click. */
  onChoose(id: string): void;
}

/** A list of which one entry is active: arrows move, Enter chooses. */
export function ChoiceList({ label, choices, active, onActive, onChoose }: ChoiceListProps) {
  const group = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (active !== undefined)
      list.current?.querySelector('input:checked')?.parentElement?.scrollIntoView({ block: 'nearest' });
    // The choices may come later than what is chosen.
  }, [active, choices.length]);
  return (
    <fieldset ref={list} class="choices" aria-label={label}>
      {choices.map(({ id, name, about }) => (
        <label key={id} onDblClick={() => onChoose(id)}>
          <input
            type="radio"
            name={group}
            checked={id === active}
            onChange={() => onActive(id)}
            onKeyDown={(event) => event.key === 'Enter' && onChoose(id)}
          />
          <span>{name}</span>
          {about && <span class="quiet">{about}</span>}
        </label>
      ))}
    </fieldset>
  );
}
