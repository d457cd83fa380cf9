import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Catalogue, DescribedScanner } from 'subray/browser';
import { addChosenScanner, pickScanner } from '../actions/pick-scanner.js';
import type { Studio } from '../state/studio.js';
import { ChoiceList } from '../ui/choice-list.js';
import { Dialog } from '../ui/dialog.js';
import { sheetText } from '../ui/sheet-text.js';
import { showInspector } from './inspect.js';

/** Properties of `ScannerPicker`. */
interface PickerProps {
  studio: Studio;
  /** Number of the scanner in place of which another one is taken; absent: one more is added. */
  index?: number;
  /** Its id, as the survey has it. */
  current?: string;
  onClose(): void;
}

/** The scanners of the catalogue with their numbers, of which one is taken. */
export function ScannerPicker({ studio, index, current, onClose }: PickerProps) {
  const catalogue = useSignal<Catalogue | undefined>(undefined);
  const wanted = useSignal('');
  const active = useSignal(current);
  const sheet = useSignal<DescribedScanner | undefined>(undefined);
  useEffect(() => {
    studio.backend.ask('catalogue', {}).then(
      (answer) => {
        catalogue.value = answer;
        active.value ??= answer.scanners[0]?.id;
      },
      (error) => studio.messages.fail(error),
    );
  }, [studio, catalogue, active]);
  const words = wanted.value.toLowerCase().split(/\s+/);
  const found = (catalogue.value?.scanners ?? []).filter((scanner) => {
    const text = `${scanner.id} ${scanner.name} ${scanner.kind} ${scanner.wavelengthNm}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const known = catalogue.value !== undefined;
  // A scanner that the search does not find is not in view.
  const id = !known || found.some((scanner) => scanner.id === active.value) ? active.value : found[0]?.id;
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current?.focus(), []);
  useEffect(() => {
    let isOld = false;
    if (id !== undefined)
      studio.backend.ask('scanner', { id }).then(
        (answer) => {
          if (!isOld) sheet.value = answer;
        },
        (error) => studio.messages.fail(error),
      );
    return () => {
      isOld = true;
    };
  }, [studio, id, sheet]);
  /** The arrows go through what is found while the search has the keyboard, Enter takes it. */
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && id !== undefined) pick(id);
    else if (by === undefined) return;
    else active.value = found[found.findIndex((scanner) => scanner.id === id) + by]?.id ?? id;
    event.preventDefault();
  };
  const pick = (chosen: string) => {
    if (index !== undefined) pickScanner(studio, chosen, index);
    else addChosenScanner(studio, chosen);
    onClose();
    if (index === undefined) showInspector();
  };
  return (
    <Dialog title={index === undefined ? 'Add a scanner' : 'Choose a scanner'} onClose={onClose}>
      <div class="picker">
        <div class="picker-list">
          <input
            ref={search}
            type="text"
            aria-label="Search scanners"
            placeholder="Search: name, maker, kind, nm"
            value={wanted.value}
            onKeyDown={onKeyDown}
            onInput={({ currentTarget }) => {
              wanted.value = currentTarget.value;
            }}
          />
          <ChoiceList
            label="Scanners"
            choices={found.map(({ id: key, name, kind, channels, rangeMax }) => ({
              id: key,
              name,
              about: [kind, channels > 1 ? `${channels} lasers` : '', rangeMax ? sheetText(`${rangeMax} m`) : '']
                .filter((part) => part !== '')
                .join(' · '),
            }))}
            active={id}
            onActive={(key) => {
              active.value = key;
            }}
            onChoose={pick}
          />
        </div>
        <div class="picker-sheet">
          {sheet.value && <Sheet scanner={sheet.value} />}
          <button type="button" class="run" disabled={id === undefined} onClick={() => id !== undefined && pick(id)}>
            {index === undefined ? 'Add this scanner' : 'Use this scanner'}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

function Sheet({ scanner: { name, rows, source, unchecked } }: { scanner: DescribedScanner }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section aria-label={name} class="sheet" tabIndex={0}>
      <h3>{name}</h3>
      <table>
        <tbody>
          {rows.slice(2).map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{sheetText(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">{source}</p>
      {unchecked !== undefined && <p class="quiet">Not compared with a document of the maker: {unchecked}</p>}
    </section>
  );
}
