import { useRef } from 'preact/hooks';

/** Properties of `TabList`. */
export interface TabListProps<Tab extends string> {
  label: string;
  tabs: readonly Tab[];
  chosen: Tab;
  onChoose(tab: Tab): void;
}

/** Tabs, one stop of the Tab key: arrows, Home and End move among them. Tab `name` has a panel with id `panel-name`. */
export function TabList<Tab extends string>({ label, tabs, chosen, onChoose }: TabListProps<Tab>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.indexOf(chosen);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    const index = (next + tabs.length) % tabs.length;
    onChoose(tabs[index]);
    (list.current?.children[index] as HTMLElement | undefined)?.focus();
    event.preventDefault();
  };
  return (
    <div role="tablist" class="tabs" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          type="button"
          role="tab"
          key={tab}
          id={`tab-${tab}`}
          aria-selected={tab === chosen}
          aria-controls={tab === chosen ? `panel-${tab}` : undefined}
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => onChoose(tab)}
        >
          {tab}
        </button>
      ))}
    </div>
  );
}
