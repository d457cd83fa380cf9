import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { LEG_LIMITS, type PartSettings } from 'subray/browser';
import { lookAtChosen } from '../actions/views.js';
import {
  nameOfPart,
  PARTS_PATH,
  partName,
  partsOf,
  removePart,
  renamePart,
  setPartValue,
} from '../document/edits/index.js';
import { isPlainMap } from '../document/plain-value.js';
import type { Studio } from '../state/studio.js';
import { faultsAt } from '../state/survey/faults-at.js';
import { NumberField, SelectField, TextField, writtenNumber } from '../ui/field.js';
import { FieldFaults } from '../ui/field-faults.js';
import type { NumberLimits } from '../ui/number-limits.js';
import type { Box } from '../view/boxes.js';
import { GeneratorFields, type PartFields } from './generator-fields.js';
import { motionText } from './motion-text.js';

/** A part of the scene: its file or generator, and where it is placed. */
export function PartForm({ studio, part: index }: { studio: Studio; part: number }) {
  const settings = useSettings(studio);
  const { survey } = studio.document;
  const part = partsOf(survey)[index];
  if (!part) return <p class="quiet">This part is not there any more.</p>;
  if (!settings) return <p class="quiet">Looking up what it can be set to …</p>;
  const fields: PartFields = {
    part,
    settings,
    faultsOf: (path, inside) => faultsAt(survey, studio.faults.value, [...PARTS_PATH, index, ...path], inside),
    set: (path, value) => studio.edit((text) => setPartValue(text, index, path, value)),
  };
  const isMap = isPlainMap(survey.valueAt([...PARTS_PATH, index]));
  return (
    <section aria-label={`Part ${nameOfPart(survey, index)}`}>
      <h2>Part of the scene</h2>
      {isMap && (
        <TextField
          label="Name"
          value={partName(part)}
          faults={fields.faultsOf(['name'])}
          onChange={(name) => studio.edit((text) => renamePart(text, index, name))}
        />
      )}
      <FieldFaults faults={fields.faultsOf([], FIELDS)} />
      {isMap ? (
        <MapFields {...fields} studio={studio} index={index} />
      ) : (
        <p class="quiet">The text has a single value here, where a part has keys: write its file as file: …</p>
      )}
      <div class="buttons">
        <button
          type="button"
          onClick={() => {
            studio.edit((text) => removePart(text, index));
            studio.selection.value = undefined;
          }}
        >
          Remove
        </button>
      </div>
    </section>
  );
}

/** The fields of a part that is written with its keys. */
function MapFields({ studio, index, ...fields }: PartFields & { studio: Studio; index: number }) {
  const { part } = fields;
  return (
    <>
      <Extent box={studio.scene.value?.parts[index]} />
      <Motion part={part} />
      <div class="buttons">
        <button
          type="button"
          title="Look at it (F)"
          disabled={studio.scene.value?.parts[index] === undefined}
          onClick={() => lookAtChosen(studio)}
        >
          Look at it
        </button>
      </div>
      {'carrier' in part ? (
        <CarrierFields {...fields} />
      ) : (
        <>
          {'generate' in part ? (
            <GeneratorFields {...fields} studio={studio} index={index} />
          ) : (
            <FileFields {...fields} />
          )}
          <PlaceFields {...fields} others={partsOf(studio.document.survey).map(partName)} />
        </>
      )}
    </>
  );
}

/** How the part moves, which the text alone changes. */
function Motion({ part }: Pick<PartFields, 'part'>) {
  const text = motionText(part);
  return text === undefined ? null : (
    <dl class="facts" title="Its motion is changed in the text">
      <dt>Moves</dt>
      <dd>{text}</dd>
    </dl>
  );
}

/** The body of a platform goes with the scanners, and is placed by the text alone. */
const CarrierFields = ({ part, faultsOf, set }: PartFields) => (
  <TextField
    label="Body of the platform"
    value={String(part.carrier ?? '')}
    faults={faultsOf(['carrier'])}
    onChange={(id) => set(['carrier'], id)}
  />
);

/** Keys with fields, which show their own faults. */
const FIELDS = ['name', 'file', 'up', 'unit', 'generate', 'carrier', 'transform', 'on'];

function useSettings(studio: Studio): PartSettings | undefined {
  const listed = useSignal<PartSettings | undefined>(undefined);
  useEffect(() => {
    studio.backend.ask('partSettings', {}).then(
      (answer) => {
        listed.value = answer;
      },
      (error) => studio.messages.fail(error),
    );
  }, [studio, listed]);
  return listed.value;
}

const UNIT_NAMES: Readonly<Record<string, string>> = {
  m: 'metres',
  cm: 'centimetres',
  mm: 'millimetres',
  km: 'kilometres',
  ft: 'feet',
  in: 'inches',
};

const AXES_UP = [
  { value: '', name: 'as its format has it' },
  { value: 'y', name: 'y' },
  { value: 'z', name: 'z' },
] as const;

function FileFields({ part, settings, faultsOf, set }: PartFields) {
  const unit = String(part.unit ?? 'm');
  const units = settings.units.map((value) => ({ value, name: UNIT_NAMES[value] ?? value }));
  return (
    <>
      <TextField
        label="File"
        value={typeof part.file === 'string' ? part.file : ''}
        faults={faultsOf(['file'])}
        onChange={(file) => set(['file'], file.trim())}
      />
      <SelectField
        label="Axis up"
        value={String(part.up ?? '')}
        choices={withOwn(AXES_UP, String(part.up ?? ''))}
        faults={faultsOf(['up'])}
        onChange={(up) => set(['up'], up || undefined)}
      />
      <SelectField
        label="Unit"
        value={unit}
        choices={withOwn(units, unit, typeof part.unit === 'number' ? `${unit} m` : unit)}
        faults={faultsOf(['unit'])}
        onChange={(chosen) => set(['unit'], chosen === 'm' ? undefined : chosen === unit ? part.unit : chosen)}
      />
    </>
  );
}

type Choices = readonly { value: string; name: string }[];

/** The choices, and what the text has if it is none of them. */
const withOwn = (choices: Choices, own: string, name = own): Choices =>
  choices.some(({ value }) => value === own) ? choices : [...choices, { value: own, name }];

function PlaceFields({ part, settings, faultsOf, set, others }: PartFields & { others: readonly string[] }) {
  const { translate, rotate, scale } = mapOf(part.transform);
  const fields = { faultsOf, set };
  return (
    <>
      <FieldFaults faults={faultsOf(['transform'], ['translate', 'rotate', 'scale'])} />
      <Vector {...fields} title="Moved by" name="translate" list={translate} unit="m" limits={LEG_LIMITS.coordinate} />
      <Vector
        {...fields}
        title="Turned about x, then y, then z"
        name="rotate"
        list={rotate}
        unit="°"
        step={5}
        limits={LEG_LIMITS.angle}
      />
      {Array.isArray(scale) ? (
        <Vector
          {...fields}
          title="Scaled, before it is turned"
          name="scale"
          list={scale}
          usual={1}
          step={0.1}
          limits={settings.scale}
        />
      ) : (
        <NumberField
          label="Scale"
          value={writtenNumber(scale)}
          faults={faultsOf(['transform', 'scale'])}
          placeholder="1"
          start={1}
          step={0.1}
          {...settings.scale}
          onChange={(value) => set(['transform', 'scale'], value)}
        />
      )}
      <StandField part={part} faultsOf={faultsOf} set={set} others={others} />
      {'instances' in part && (
        <p class="quiet">It is placed by the entries of instances in the text, each after this.</p>
      )}
    </>
  );
}

function StandField({ part, faultsOf, set, others }: Omit<PartFields, 'settings'> & { others: readonly string[] }) {
  const { on } = part;
  const own = typeof on === 'string' || on === undefined ? (on ?? '') : 'text';
  const parts = others.filter((name) => name !== partName(part)).map((name) => ({ value: name, name }));
  const choices = [{ value: '', name: 'nothing' }, { value: 'ground', name: 'the ground' }, ...parts];
  return (
    <SelectField
      label="Stands on"
      value={own}
      choices={withOwn(choices, own, own === 'text' ? 'as the text says' : own)}
      faults={faultsOf(['on'])}
      onChange={(value) => value !== 'text' && set(['on'], value || undefined)}
    />
  );
}

/** Three numbers of a placement. */
interface VectorProps extends Pick<PartFields, 'faultsOf' | 'set'> {
  title: string;
  /** Key of the list. */
  name: string;
  list: unknown;
  unit?: string;
  step?: number;
  /** Default of a number that the text lacks. */
  usual?: number;
  limits: NumberLimits;
}

const AXES = [0, 1, 2];

function Vector({ faultsOf, set, title, name, list, unit, step = 1, usual = 0, limits }: VectorProps) {
  const path = ['transform', name];
  if (list !== undefined && !Array.isArray(list) && typeof list !== 'number')
    return <p class="quiet">{OTHERWISE[name]}</p>;
  const written: readonly unknown[] = Array.isArray(list) ? list : [];
  // Turns one after the other are written as a list of maps.
  if (written.some((item) => typeof item === 'object' && item !== null)) return <p class="quiet">{OTHERWISE[name]}</p>;
  const change = (axis: number) => (value: number | undefined) => {
    const to = AXES.map((k) => (k === axis ? (value ?? usual) : (written[k] ?? usual)));
    set(path, to.every((number) => number === usual) ? undefined : to);
  };
  return (
    <fieldset class="place-fields">
      <legend>{title}</legend>
      {['x', 'y', 'z'].map((axis, k) => (
        <NumberField
          key={axis}
          label={axis}
          unit={unit}
          step={step}
          {...limits}
          value={writtenNumber(written[k])}
          placeholder={String(usual)}
          start={usual}
          faults={faultsOf([...path, k])}
          onChange={change(k)}
        />
      ))}
      <FieldFaults faults={faultsOf(path, AXES)} />
    </fieldset>
  );
}

/** Note on a placement that is not written as the fields have it. */
const OTHERWISE: Readonly<Record<string, string>> = {
  translate: 'How it is moved, the text says.',
  rotate: 'It is turned about axes of its own: the text says how.',
  scale: 'How it is scaled, the text says.',
};

const mapOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Place of the part in the world. */
function Extent({ box }: { box: Box | undefined }) {
  if (!box) return null;
  const size = AXES.map((axis) => metres(box.max[axis] - box.min[axis])).join(' × ');
  const middle = AXES.map((axis) => metres((box.min[axis] + box.max[axis]) / 2)).join(', ');
  return (
    <dl class="facts">
      <dt>Size</dt>
      <dd>{size} m</dd>
      <dt>Middle</dt>
      <dd>{middle} m</dd>
    </dl>
  );
}

const metres = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });
