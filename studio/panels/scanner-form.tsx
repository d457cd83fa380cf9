import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AnswerOf } from 'subray/browser';
import { removeChosenScanner } from '../actions/remove-scanner.js';
import { hasScannerList, renameScanner, scannerEntry, scannerPath, setScannerValue } from '../document/edits/index.js';
import { isPlainMap } from '../document/plain-value.js';
import type { SurveyText } from '../document/survey-text.js';
import type { Path } from '../document/yaml-tree.js';
import { faultOfName } from '../state/scanners/fault-of-name.js';
import { knownNames } from '../state/scanners/scanner-names.js';
import { chosenScanner, scannersOf } from '../state/scanners/scanners.js';
import type { Studio } from '../state/studio.js';
import { faultsAt } from '../state/survey/faults-at.js';
import { NumberField, TextField, writtenNumber } from '../ui/field.js';
import { FieldFaults } from '../ui/field-faults.js';
import { wordsOfKey } from '../ui/format.js';
import { formatLimits, type NumberLimits } from '../ui/number-limits.js';
import { ScannerPicker } from './scanner-picker.js';

/** A scanner of the survey: its name among several, and its numbers; an empty one is that of the catalogue. */
export function ScannerForm({ studio }: { studio: Studio }) {
  const { survey } = studio.document;
  const index = chosenScanner(studio);
  const scanners = scannersOf(survey);
  const isPicking = useSignal(false);
  const scanner = survey.valueAt(scannerPath(survey, index));
  const written = isPlainMap(scanner) ? scanner : {};
  const { name, id } = scanners[index];
  const isListed = hasScannerList(survey);
  const listed = useSettings(studio, id);
  return (
    <section aria-label={isListed ? `Scanner ${name}` : 'Scanner'}>
      <h2>Scanner</h2>
      {isListed && <NameField key={index} studio={studio} index={index} />}
      {isListed && <FieldFaults faults={faultsBeside(studio, scannerEntry(survey, index))} />}
      {listed ? (
        <Settings key={`${index} ${listed.id}`} studio={studio} index={index} listed={listed} written={written} />
      ) : (
        <>
          <FieldFaults faults={faultsAt(survey, studio.faults.value, scannerPath(survey, index))} />
          {scanners[index].file !== undefined && <p class="quiet">The settings of this scanner are in its own file.</p>}
        </>
      )}
      <div class="buttons">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => {
            isPicking.value = true;
          }}
        >
          Choose another…
        </button>
        {scanners.length > 1 && (
          <button type="button" title="Remove (Del)" onClick={() => removeChosenScanner(studio)}>
            Remove
          </button>
        )}
      </div>
      {isPicking.value && (
        <ScannerPicker
          studio={studio}
          index={index}
          current={id}
          onClose={() => {
            isPicking.value = false;
          }}
        />
      )}
    </section>
  );
}

/** Keys of a scanner in a list that have no fields. */
const BESIDE = ['mount', 'detector'];

/** Faults of a scanner in a list, except those of its name and numbers, which have fields. */
function faultsBeside({ document, faults }: Studio, entry: Path): string[] {
  const faultsOf = (path: Path, inside?: Path) => faultsAt(document.survey, faults.value, path, inside);
  const below = BESIDE.flatMap((key) =>
    faultsOf([...entry, key]).map((fault) => `${wordsOfKey(key)}: ${fault.replace(/^Found/, 'found')}`),
  );
  return [...faultsOf(entry, ['name', 'scanner', ...BESIDE]), ...below];
}

/** The name of one of several scanners, with the fault of the typed one below it. */
function NameField({ studio, index }: { studio: Studio; index: number }) {
  const refused = useSignal<{ fault: string; text: SurveyText } | undefined>(undefined);
  const { survey } = studio.document;
  const names = knownNames(studio);
  const faults = faultsAt(survey, studio.faults.value, [...scannerEntry(survey, index), 'name']);
  return (
    <TextField
      label="Name"
      value={names[index] ?? ''}
      faults={refused.value?.text === survey ? [refused.value.fault] : faults}
      onChange={(typed) => {
        const fault = faultOfName(typed.trim(), index, names);
        refused.value = fault === undefined ? undefined : { fault, text: survey };
        if (fault === undefined) studio.edit((text) => renameScanner(text, index, typed, names));
      }}
    />
  );
}

/** Settings of a scanner of the catalogue that surveys may change; undefined: no such scanner, or not known yet. */
function useSettings(studio: Studio, id: string | undefined): AnswerOf<'scannerSettings'> | undefined {
  const found = useSignal<AnswerOf<'scannerSettings'> | undefined>(undefined);
  useEffect(() => {
    found.value = undefined;
    if (id === undefined) return;
    studio.backend.ask('scannerSettings', { id }).then(
      (answer) => {
        found.value = answer;
      },
      (error) => studio.messages.fail(error),
    );
  }, [studio, id, found]);
  return found.value;
}

/** Properties of `Settings`. */
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

/** The limits of a setting, except those of any positive number. */
function limitsOf(limits: NumberLimits, unit: string | undefined): string {
  const isOneSided = (limits.max ?? limits.below) === undefined || (limits.min ?? limits.above) === undefined;
  return isOneSided ? '' : `; ${formatLimits(limits, unit === 'deg' ? '°' : unit)}`;
}
