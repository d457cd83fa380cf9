import type { GeneratorNumber, PartSettings } from 'subray/browser';
import { setGeneratorKind, type WrittenPart } from '../document/edits/index.js';
import type { Path } from '../document/yaml-tree.js';
import type { Studio } from '../state/studio.js';
import { NumberField, SelectField, writtenNumber } from '../ui/field.js';
import { FieldFaults } from '../ui/field-faults.js';
import { wordsOfKey } from '../ui/format.js';
import { formatLimits } from '../ui/number-limits.js';

/** A part of the scene, as its fields show and set it. */
export interface PartFields {
  part: WrittenPart;
  settings: PartSettings;
  /** Faults at a path below the part. */
  faultsOf(path: Path, inside?: Path): readonly string[];
  set(path: Path, value: unknown): void;
}

/** Generator of a part, and what it takes. */
export function GeneratorFields({
  studio,
  index,
  part,
  settings,
  faultsOf,
  set,
}: PartFields & { studio: Studio; index: number }) {
  const written = (part.generate ?? {}) as Readonly<Record<string, unknown>>;
  const kind = String(written.kind ?? '');
  const generator = settings.generators.find((known) => known.kind === kind);
  const keysOf = (name: string) => {
    const { numbers = [], choices = [], others = [] } = settings.generators.find((known) => known.kind === name) ?? {};
    return [...[...numbers, ...choices].map(({ key }) => key), ...others];
  };
  const elsewhere = (generator?.others ?? []).filter((key) => key in written);
  const shown = ['kind', ...keysOf(kind)].filter((key) => !generator?.others.includes(key));
  return (
    <>
      <SelectField
        label="Made as"
        value={kind}
        choices={[
          ...(generator ? [] : [{ value: kind, name: kind || 'nothing yet' }]),
          ...settings.generators.map(({ kind: value }) => ({ value, name: wordsOfKey(value) })),
        ]}
        faults={faultsOf(['generate', 'kind'])}
        onChange={(to) => studio.edit((text) => setGeneratorKind(text, index, to, keysOf(to)))}
      />
      <FieldFaults faults={faultsOf(['generate'], shown)} />
      {generator?.numbers.map((number) => (
        <GeneratorNumberField
          key={`${kind} ${number.key}`}
          number={number}
          value={written[number.key]}
          faults={faultsOf(['generate', number.key])}
          onChange={(value) => set(['generate', number.key], value)}
        />
      ))}
      {generator?.choices.map(({ key, words }) => (
        <SelectField
          key={key}
          label={wordsOfKey(key)}
          value={String(written[key] ?? words[0])}
          choices={words.map((value) => ({ value, name: value }))}
          faults={faultsOf(['generate', key])}
          onChange={(value) => set(['generate', key], value === words[0] ? undefined : value)}
        />
      ))}
      {elsewhere.length > 0 && <p class="quiet">The text has more of it: {elsewhere.join(', ')}.</p>}
    </>
  );
}

/** Properties of `GeneratorNumberField`. */
interface GeneratorNumberProps {
  number: GeneratorNumber;
  value: unknown;
  faults: readonly string[];
  onChange(value: number | undefined): void;
}

function GeneratorNumberField({ number, value, faults, onChange }: GeneratorNumberProps) {
  const { key, description, unit, isWhole, ...given } = number;
  const { min, above, max } = given;
  // Behind the semicolon is what holds if there is none.
  const [about, usual] = description.split('; ');
  const limits = { min, above, max, isWhole };
  return (
    <div class="setting">
      <NumberField
        label={wordsOfKey(key)}
        unit={unit}
        value={writtenNumber(value)}
        faults={faults}
        placeholder="usual"
        start={min}
        step={stepOf(number)}
        {...limits}
        onChange={onChange}
      />
      <p class="quiet setting-note">
        {wordsOfKey(about)}; {key === 'seed' ? 'a whole number' : formatLimits(limits, unit)}.
        {usual !== undefined && value === undefined && ` Usual: ${usual}.`}
      </p>
    </div>
  );
}

/** Step of an arrow key: a round number, some hundredths of the range between the limits. */
function stepOf({ key, isWhole, min = 0, max }: GeneratorNumber): number {
  if (key === 'triangles') return 50_000;
  return isWhole ? 1 : 10 ** Math.floor(Math.log10(max - min) - 1.5);
}
