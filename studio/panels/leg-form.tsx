import {
  addLegPoint,
  type LegHandle,
  legName,
  legsOf,
  moveLeg,
  type Point,
  removeLegPoint,
  renameLeg,
  setLegValue,
  type WrittenLeg,
} from '../document/edits/index.js';
import { deleteChosen, repeatChosen } from '../state/chosen-leg.js';
import type { Studio } from '../state/studio.js';
import { NumberField, SelectField, TextField } from '../ui/field.js';
import { formatAbout, formatCount, formatSeconds } from '../ui/format.js';
import { PointTable } from './point-table.js';

/** The numbers of a leg, which can be changed, and what they cost. */
export function LegForm({ studio, leg: index }: { studio: Studio; leg: number }) {
  const leg = legsOf(studio.document.survey)[index];
  if (!leg) return <p class="quiet">This leg is not there any more.</p>;
  const isStation = 'position' in leg;
  const set = (key: string, value: unknown) => studio.edit((text) => setLegValue(text, index, key, value));
  return (
    <section aria-label={`Leg ${legName(leg, index)}`}>
      <h2>{isStation ? 'Station' : 'path' in leg || 'waypoints' in leg ? 'Path' : 'Line'}</h2>
      <TextField
        label="Name"
        value={legName(leg, index)}
        onChange={(name) => studio.edit((text) => renameLeg(text, index, name))}
      />
      {isStation && <Place studio={studio} leg={leg} index={index} handle="position" />}
      {'from' in leg && <Place studio={studio} leg={leg} index={index} handle="from" title="From" />}
      {'to' in leg && <Place studio={studio} leg={leg} index={index} handle="to" title="To" />}
      <PathPoints studio={studio} leg={leg} index={index} />
      {'on' in leg || isStation || 'from' in leg ? (
        <SelectField
          label="Heights from"
          value={typeof leg.on === 'string' ? leg.on : 'zero'}
          choices={HEIGHTS}
          onChange={(value) => set('on', value === 'zero' ? undefined : value)}
        />
      ) : null}
      <LegNumber leg={leg} name="heading" label="Heading" unit="°" step={5} set={set} />
      {!isStation && <LegNumber leg={leg} name="speed" label="Speed" unit="m/s" step={0.5} set={set} />}
      {isStation && <LegNumber leg={leg} name="duration" label="Duration" unit="s" step={1} set={set} />}
      <Cost studio={studio} index={index} />
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
      <PreviewedScanner studio={studio} />
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
function PreviewedScanner({ studio: { survey, preview } }: { studio: Studio }) {
  const scanners = survey.value?.scanners ?? [];
  if (scanners.length < 2 || !preview.isOn.value) return null;
  return (
    <SelectField
      label="Beams of"
      value={String(preview.scanner.value)}
      choices={scanners.map(({ name }, k) => ({ value: String(k), name }))}
      onChange={(value) => {
        preview.scanner.value = Number(value);
      }}
    />
  );
}

const HEIGHTS = [
  { value: 'zero', name: 'z = 0' },
  { value: 'ground', name: 'the ground below' },
  { value: 'lowest-ground', name: 'the lowest ground' },
] as const;

/** What the fields of a leg have. */
interface LegPart {
  leg: WrittenLeg;
  set(key: string, value: unknown): void;
}

function LegNumber({
  leg,
  name,
  set,
  ...props
}: LegPart & { name: string; label: string; unit: string; step: number }) {
  const value = leg[name];
  return (
    <NumberField
      {...props}
      value={typeof value === 'number' ? value : undefined}
      placeholder="default"
      onChange={(number) => set(name, number)}
    />
  );
}

/** What the fields of a place have. */
interface PlaceProps {
  studio: Studio;
  leg: WrittenLeg;
  index: number;
  handle: Extract<LegHandle, string>;
  title?: string;
}

function Place({ studio, leg, index, handle, title }: PlaceProps) {
  const place = leg[handle];
  if (!Array.isArray(place)) return null;
  const [x, y, z] = place as [number, number, number];
  const move = (axis: number) => (value: number | undefined) => {
    if (value === undefined) return;
    const to = [x, y, z].map((old, k) => (k === axis ? value : old)) as [number, number, number];
    studio.edit((text) => moveLeg(text, index, handle, to));
  };
  return (
    <fieldset class="place-fields">
      <legend>{title ?? 'Position'}</legend>
      {['x', 'y', 'z'].map((name, axis) => (
        <NumberField key={name} label={name} unit="m" step={1} value={[x, y, z][axis]} onChange={move(axis)} />
      ))}
    </fieldset>
  );
}

/** The points of a path, which can be typed. */
function PathPoints({ studio, leg, index }: Omit<PlaceProps, 'handle' | 'title'>) {
  const list = leg.path ?? leg.waypoints;
  if (!Array.isArray(list) || list.length === 0) return null;
  const points = list as Point[];
  const last = points[points.length - 1];
  return (
    <>
      <PointTable
        name="Points"
        axes={['x', 'y', 'z']}
        points={points}
        onMove={(point, to) => studio.edit((text) => moveLeg(text, index, { point }, to))}
        onRemove={points.length > 2 ? (point) => studio.edit((text) => removeLegPoint(text, index, point)) : undefined}
      />
      <button
        type="button"
        class="link"
        onClick={() => studio.edit((text) => addLegPoint(text, index, points.length, [last[0] + 5, last[1], last[2]]))}
      >
        Add a point
      </button>
    </>
  );
}

function Cost({ studio, index }: { studio: Studio; index: number }) {
  const checked = studio.survey.value?.legs[index];
  if (!checked) return null;
  const points = studio.expected.value.value?.legs[index];
  return (
    <dl class="facts">
      <dt>Pulses</dt>
      <dd>{formatCount(checked.pulses)}</dd>
      {points !== undefined && (
        <>
          <dt>Points, estimated</dt>
          <dd>about {formatAbout(points)}</dd>
        </>
      )}
      <dt>Time in the field</dt>
      <dd>{formatSeconds(checked.duration)}</dd>
    </dl>
  );
}
