import { LEG_LIMITS } from 'subray/browser';
import {
  addLegPoint,
  firesIn,
  legName,
  legsOf,
  moveLeg,
  type Point,
  removeLegPoint,
  renameLeg,
  setLegValue,
  type WrittenLeg,
} from '../document/edits/index.js';
import type { Path } from '../document/yaml-tree.js';
import { deleteChosen, repeatChosen } from '../state/legs/chosen-leg.js';
import type { Studio } from '../state/studio.js';
import { faultsAt } from '../state/survey/faults-at.js';
import { NumberField, SelectField, TextField, writtenNumber } from '../ui/field.js';
import { FieldFaults } from '../ui/field-faults.js';
import type { NumberLimits } from '../ui/number-limits.js';
import { FiringScanners } from './firing-scanners.js';
import { LegCost } from './leg-cost.js';
import { PathHeight } from './path-height.js';
import { PointTable } from './point-table.js';

/** The numbers of a leg, which can be changed, and what they cost. */
export function LegForm({ studio, leg: index }: { studio: Studio; leg: number }) {
  const leg = legsOf(studio.document.survey)[index];
  if (!leg) return <p class="quiet">This leg is not there any more.</p>;
  const isStation = 'position' in leg;
  const set = (key: string, value: unknown) => studio.edit((text) => setLegValue(text, index, key, value));
  const faultsOf = (path: Path, inside?: Path) =>
    faultsAt(studio.document.survey, studio.faults.value, ['legs', index, ...path], inside);
  const part = { studio, leg, index, faultsOf, set };
  return (
    <section aria-label={`Leg ${legName(leg, index)}`}>
      <h2>{isStation ? 'Station' : 'path' in leg || 'waypoints' in leg ? 'Path' : 'Line'}</h2>
      <TextField
        label="Name"
        value={legName(leg, index)}
        faults={faultsOf(['name'])}
        onChange={(name) => studio.edit((text) => renameLeg(text, index, name))}
      />
      <FieldFaults faults={faultsOf([], FIELDS)} />
      {isStation && <Place {...part} handle="position" title="Position" />}
      {'from' in leg && <Place {...part} handle="from" title="From" />}
      {'to' in leg && <Place {...part} handle="to" title="To" />}
      <PathPoints {...part} />
      <PathHeight studio={studio} leg={leg} index={index} />
      {'on' in leg || isStation || 'from' in leg ? (
        <SelectField
          label="Heights from"
          value={typeof leg.on === 'string' ? leg.on : 'zero'}
          choices={heightsOf(leg.on)}
          faults={faultsOf(['on'])}
          onChange={(value) => set('on', value === 'zero' ? undefined : value)}
        />
      ) : null}
      <LegNumber {...part} name="heading" label="Heading" unit="°" step={5} limits={LEG_LIMITS.angle} />
      {!isStation && <LegNumber {...part} name="speed" label="Speed" unit="m/s" step={0.5} limits={LEG_LIMITS.speed} />}
      {isStation && (
        <LegNumber {...part} name="duration" label="Duration" unit="s" step={1} limits={LEG_LIMITS.duration} />
      )}
      {('pause' in leg || (index > 0 && !('startTime' in leg))) && (
        <LegNumber {...part} name="pause" label="Pause before" unit="s" step={1} limits={LEG_LIMITS.pause} />
      )}
      <FiringScanners studio={studio} leg={index} />
      <LegCost studio={studio} index={index} />
      <label class="keep">
        <input
          type="checkbox"
          checked={studio.preview.isOn.value}
          onChange={({ currentTarget }) => {
            studio.preview.isOn.value = currentTarget.checked;
          }}
        />
        Show where beams go
      </label>
      <PreviewedScanner studio={studio} leg={leg} />
      <div class="buttons">
        <button type="button" title="Repeat (Ctrl+D)" onClick={() => repeatChosen(studio)}>
          Repeat
        </button>
        <button type="button" title="Delete (Del)" onClick={() => deleteChosen(studio)}>
          Delete
        </button>
      </div>
    </section>
  );
}

/** The scanner whose beams are shown, where there are several. */
function PreviewedScanner({ studio: { survey, preview }, leg }: { studio: Studio; leg: WrittenLeg }) {
  const scanners = survey.value?.scanners ?? [];
  if (scanners.length < 2 || !preview.isOn.value) return null;
  const index = preview.scanner.value < scanners.length ? preview.scanner.value : 0;
  return (
    <>
      <SelectField
        label="Beams of"
        value={String(index)}
        choices={scanners.map(({ name }, k) => ({ value: String(k), name }))}
        onChange={(value) => {
          preview.scanner.value = Number(value);
        }}
      />
      {!firesIn(leg, scanners[index].name) && (
        <p class="quiet hint">{scanners[index].name} fires no pulse in this leg.</p>
      )}
    </>
  );
}

const HEIGHTS = [
  { value: 'zero', name: 'z = 0' },
  { value: 'ground', name: 'the ground below' },
  { value: 'lowest-ground', name: 'the lowest ground' },
] as const;

/** The choices, and what the leg has if it is none of them. */
const heightsOf = (on: unknown) =>
  on === undefined || HEIGHTS.some(({ value }) => value === on)
    ? HEIGHTS
    : [...HEIGHTS, { value: String(on), name: String(on) }];

/** Keys with fields, which show their own faults. */
const FIELDS = ['name', 'position', 'from', 'to', 'path', 'waypoints', 'on', 'heading', 'speed', 'duration', 'pause'];

/** Properties of the fields of a leg. */
interface LegPart {
  studio: Studio;
  leg: WrittenLeg;
  index: number;
  /** Faults at a path below the leg. */
  faultsOf(path: Path, inside?: Path): readonly string[];
  set(key: string, value: unknown): void;
}

/** A number of a leg by its key. */
interface LegNumberProps extends LegPart {
  name: string;
  label: string;
  unit: string;
  step: number;
  limits: NumberLimits;
}

function LegNumber({ leg, name, label, unit, step, limits, faultsOf, set }: LegNumberProps) {
  return (
    <NumberField
      {...{ label, unit, step, ...limits }}
      value={writtenNumber(leg[name])}
      faults={faultsOf([name])}
      placeholder="default"
      onChange={(number) => set(name, number)}
    />
  );
}

const AXES = [0, 1, 2];

/** True if a place is written as numbers, so that it can be moved. */
const isPlace = (place: unknown): place is Point =>
  Array.isArray(place) && AXES.every((axis) => typeof place[axis] === 'number');

function Place({ studio, leg, index, faultsOf, set, handle, title }: LegPart & { handle: string; title: string }) {
  const place = leg[handle];
  const list: readonly unknown[] = Array.isArray(place) ? place : [];
  const move = (axis: number) => (value: number | undefined) => {
    if (value === undefined) return;
    const to = AXES.map((k) => (k === axis ? value : (list[k] ?? 0)));
    if (isPlace(place)) studio.edit((text) => moveLeg(text, index, handle as 'position', to as unknown as Point));
    else set(handle, to);
  };
  return (
    <fieldset class="place-fields">
      <legend>{title}</legend>
      {['x', 'y', 'z'].map((name, axis) => (
        <NumberField
          key={name}
          label={name}
          unit="m"
          step={1}
          {...LEG_LIMITS.coordinate}
          value={writtenNumber(list[axis])}
          faults={faultsOf([handle, axis])}
          onChange={move(axis)}
        />
      ))}
      <FieldFaults faults={faultsOf([handle], AXES)} />
    </fieldset>
  );
}

/** The points of a path, which can be typed. */
function PathPoints({ studio, leg, index, faultsOf, set }: LegPart) {
  const key = 'path' in leg ? 'path' : 'waypoints';
  const list = leg[key];
  if (!Array.isArray(list) || list.length === 0) return <FieldFaults faults={faultsOf([key])} />;
  const points: Point[] = list.map((point) => (Array.isArray(point) ? point : []) as unknown as Point);
  const last = points[points.length - 1];
  const move = (point: number, to: Point) =>
    isPlace(list[point])
      ? studio.edit((text) => moveLeg(text, index, { point }, to))
      : set(key, list.with(point, [to[0] ?? 0, to[1] ?? 0, to[2] ?? 0]));
  return (
    <>
      <PointTable
        name="Points"
        axes={['x', 'y', 'z']}
        points={points}
        faultsOf={(point) => faultsOf([key, point])}
        onMove={move}
        onRemove={points.length > 2 ? (point) => studio.edit((text) => removeLegPoint(text, index, point)) : undefined}
      />
      <FieldFaults faults={faultsOf([key], [...points.keys()])} />
      <button
        type="button"
        class="link"
        disabled={!isPlace(last)}
        onClick={() => studio.edit((text) => addLegPoint(text, index, points.length, [last[0] + 5, last[1], last[2]]))}
      >
        Add a point
      </button>
    </>
  );
}
