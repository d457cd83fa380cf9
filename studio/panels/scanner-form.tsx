import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AnswerOf } from 'subray/browser';
import { scannerPath, setScannerValue } from '../document/edits/index.js';
import { chosenScanner, scannerChoices } from '../state/scanners.js';
import type { Studio } from '../state/studio.js';
import { NumberField, SelectField } from '../ui/field.js';
import { wordsOfKey } from '../ui/format.js';

/** The numbers of the scanner that surveys may set; an empty one is that of the catalogue. */
export function ScannerForm({ studio }: { studio: Studio }) {
  const index = chosenScanner(studio);
  const scanner = studio.document.survey.valueAt(scannerPath(studio.document.survey, index));
  const choices = scannerChoices(studio.document.survey);
  const written = (typeof scanner === 'object' ? scanner : {}) as Readonly<Record<string, unknown>>;
  const id = typeof scanner === 'string' ? scanner : written.id;
  const found = useSignal<AnswerOf<'scannerSettings'> | undefined>(undefined);
  useEffect(() => {
    found.value = undefined;
    if (typeof id !== 'string') return;
    studio.backend.ask('scannerSettings', { id }).then(
      (answer) => {
        found.value = answer;
      },
      (error) => studio.fail(error),
    );
  }, [studio, id, found]);
  const { value: listed } = found;
  return (
    <section aria-label="Scanner">
      <h2>Scanner</h2>
      {choices.length > 1 && (
        <SelectField
          label="Of"
          value={String(index)}
          choices={choices}
          onChange={(value) => {
            studio.preview.scanner.value = Number(value);
          }}
        />
      )}
      {listed ? (
        <Settings key={`${index} ${listed.id}`} studio={studio} index={index} listed={listed} written={written} />
      ) : (
        <p class="quiet">The settings of this scanner are in its own file.</p>
      )}
    </section>
  );
}

/** What `Settings` shows. */
interface SettingsProps {
  studio: Studio;
  /** Number of the scanner. */
  index: number;
  listed: AnswerOf<'scannerSettings'>;
  /** The scanner as the text has it. */
  written: Readonly<Record<string, unknown>>;
}

function Settings({ studio, index, listed, written }: SettingsProps) {
  return (
    <>
      <p class="name">{listed.name}</p>
      {listed.settings.map(({ name, unit, usual, min, max, above, below, description }) => (
        <div key={name} class="setting">
          <NumberField
            label={wordsOfKey(name)}
            unit={unit === 'deg' ? '°' : unit}
            value={typeof written[name] === 'number' ? written[name] : undefined}
            placeholder={usual === undefined ? 'follows' : String(usual)}
            start={usual}
            step={stepOf(usual ?? 1)}
            min={min}
            max={max}
            onChange={(value) => studio.edit((text) => setScannerValue(text, name, value, index))}
          />
          <p class="quiet setting-note">
            {description}
            {limitsOf({ min: min ?? above, max: max ?? below, unit })}
          </p>
        </div>
      ))}
      {listed.programs.length > 0 && (
        <p class="quiet hint">
          The maker offers {listed.programs.map((rate) => rate.toLocaleString('en')).join(', ')} pulses a second.
        </p>
      )}
    </>
  );
}

/** A hundredth to a tenth of a number, as a round one. */
const stepOf = (value: number): number => 10 ** Math.floor(Math.log10(Math.abs(value) || 1) - 1);

function limitsOf({ min, max, unit }: { min?: number; max?: number; unit?: string }): string {
  const end = unit === undefined ? '' : ` ${unit === 'deg' ? '°' : unit}`;
  if (min !== undefined && max !== undefined)
    return `; ${min.toLocaleString('en')} to ${max.toLocaleString('en')}${end}`;
  return '';
}
