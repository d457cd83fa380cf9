import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AnswerOf } from 'subray/browser';
import { scannerPath, setScannerValue } from '../document/edits/index.js';
import type { Path } from '../document/yaml-tree.js';
import { faultsAt } from '../state/faults-at.js';
import { chosenScanner, scannerChoices } from '../state/scanners.js';
import type { Studio } from '../state/studio.js';
import { NumberField, SelectField, writtenNumber } from '../ui/field.js';
import { FieldFaults } from '../ui/field-faults.js';
import { wordsOfKey } from '../ui/format.js';
import { formatLimits, type NumberLimits } from '../ui/number-limits.js';

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
  const { survey } = studio.document;
  const path = scannerPath(survey, index);
  const faultsOf = (at: Path, inside?: Path) => faultsAt(survey, studio.faults.value, at, inside);
  return (
    <>
      <p class="name">{listed.name}</p>
      <FieldFaults
        faults={faultsOf(
          path,
          listed.settings.map(({ name }) => name),
        )}
      />
      {listed.settings.map(({ name, unit, usual, min, max, above, below, description }) => (
        <div key={name} class="setting">
          <NumberField
            label={wordsOfKey(name)}
            unit={unit === 'deg' ? '°' : unit}
            value={writtenNumber(written[name])}
            faults={faultsOf([...path, name])}
            placeholder={usual === undefined ? 'follows' : String(usual)}
            start={usual}
            step={stepOf(usual ?? 1)}
            {...{ min, max, above, below }}
            onChange={(value) => studio.edit((text) => setScannerValue(text, name, value, index))}
          />
          <p class="quiet setting-note">
            {description}
            {limitsOf({ min, max, above, below }, unit)}
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

/** The limits of a setting, unless they say no more than that it is positive. */
function limitsOf(limits: NumberLimits, unit: string | undefined): string {
  const isOneSided = (limits.max ?? limits.below) === undefined || (limits.min ?? limits.above) === undefined;
  return isOneSided ? '' : `; ${formatLimits(limits, unit === 'deg' ? '°' : unit)}`;
}
