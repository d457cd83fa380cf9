import { useEffect, useRef } from 'preact/hooks';

/** One of several things of which one is chosen. */
export interface Choice {
  id: string;
  name: string;
  /** A few words about it. */
  about?: string;
}

/** What `ChoiceList` shows and tells. */
export interface ChoiceListProps {
  label: string;
  choices: readonly Choice[];
  /** Id of the one that is looked at. */
  active: string | undefined;
  onActive(id: string): void;
  /** Enter, or a double click. */
  onChoose(id: string): void;
}

/** A list of which one entry is active: arrows, Home and End move, Enter chooses. */
export function ChoiceList({ label, choices, active, onActive, onChoose }: ChoiceListProps) {
  const list = useRef<HTMLUListElement>(null);
  const index = choices.findIndex(({ id }) => id === active);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const move = (to: number) => {
    const choice = choices[Math.min(choices.length - 1, Math.max(0, to))];
    if (choice) onActive(choice.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: choices.length - 1 }[event.key];
    if (to !== undefined) move(to);
    else if (event.key === 'Enter' && active !== undefined) onChoose(active);
    else return;
    event.preventDefault();
  };
  return (
    <ul
      ref={list}
      class="choices"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={index >= 0 ? `choice-${active}` : undefined}
      onKeyDown={onKeyDown}
    >
      {choices.map(({ id, name, about }) => (
        <li
          key={id}
          id={`choice-${id}`}
          role="option"
          aria-selected={id === active}
          onClick={() => onActive(id)}
          onDblClick={() => onChoose(id)}
        >
          <span>{name}</span>
          {about && <span class="quiet">{about}</span>}
        </li>
      ))}
    </ul>
  );
}
