import type { PlanAnswer, PlanCoverage } from 'subray/browser';
import { takePlan } from '../actions/take-plan.js';
import { fieldTime } from '../state/legs/field-time.js';
import { FLIGHT_HEIGHTS } from '../state/legs/platform-kind.js';
import { PLAN_KINDS, type PlanKind, type PlanNumbers, type Planning } from '../state/plans/planning.js';
import { chosenScanner, scannersOf, scannerTitle } from '../state/scanners/scanners.js';
import type { Studio } from '../state/studio.js';
import { areaTool } from '../tools/area.js';
import { NumberField, SelectField } from '../ui/field.js';
import { formatBytes, formatCount, formatSeconds } from '../ui/format.js';
import { PointTable } from './point-table.js';

/** A field of the form for a number of the plan. */
interface PlanField {
  name: keyof PlanNumbers;
  label: string;
  unit: string;
  step?: number;
  min?: number;
  max?: number;
  above?: number;
  isWhole?: boolean;
  /** The value in force while the field is empty. */
  usual: string;
}

const flight = (kind: 'als' | 'uav'): PlanField[] => [
  { name: 'height', label: 'Above ground', unit: 'm', step: 10, above: 0, usual: String(FLIGHT_HEIGHTS[kind]) },
  { name: 'overlap', label: 'Side overlap', unit: '%', step: 5, min: 0, max: 90, usual: kind === 'als' ? '20' : '30' },
  { name: 'density', label: 'Density', unit: '/m²', above: 0, usual: 'any' },
  { name: 'speed', label: 'Speed', unit: 'm/s', above: 0, usual: kind === 'als' ? '60' : '5' },
  { name: 'fieldOfView', label: 'Field of view', unit: '°', step: 5, min: 1, max: 180, usual: 'whole' },
  { name: 'heading', label: 'Heading', unit: '°', step: 5, usual: 'longest side' },
];

const FIELDS: Readonly<Record<PlanKind, readonly PlanField[]>> = {
  als: flight('als'),
  uav: flight('uav'),
  mls: [{ name: 'speed', label: 'Speed', unit: 'm/s', above: 0, usual: '10' }],
  tls: [
    { name: 'coverage', label: 'Seen, of what can be', unit: '%', step: 1, min: 1, max: 100, usual: '95' },
    { name: 'stations', label: 'Most stations', unit: '', min: 1, max: 500, isWhole: true, usual: '50' },
    { name: 'clearance', label: 'Clearance', unit: 'm', step: 0.1, min: 0, usual: '0.5' },
    { name: 'registration', label: 'Shared', unit: '%', step: 5, min: 0, max: 100, usual: '0' },
  ],
};

/** Form of a plan, with the plan's numbers as they come, and the button that writes it. */
export function PlanForm({ studio }: { studio: Studio }) {
  const { planning } = studio;
  const kind = planning.kind.value;
  return (
    <section aria-label="Plan">
      <h2>Plan</h2>
      <SelectField
        label="Of"
        value={kind}
        choices={PLAN_KINDS}
        onChange={(value) => {
          planning.chosenKind.value = value as PlanKind;
        }}
      />
      <PlannedScanner studio={studio} />
      <AreaField studio={studio} />
      {planning.outline.value && (
        <PointTable
          name="Corners"
          axes={['x', 'y']}
          points={planning.outline.value}
          onMove={(index, point) => planning.setCorner(index, point)}
          onRemove={planning.outline.value.length > 3 ? (index) => planning.removeCorner(index) : undefined}
        />
      )}
      {planning.isWidened.value && <p class="quiet hint">This is planned for the rectangle around the corners.</p>}
      {FIELDS[kind].map(({ name, usual, ...field }) => (
        <NumberField
          key={`${kind} ${name}`}
          {...field}
          placeholder={usual}
          value={planning.numbers.value[name]}
          onChange={(value) => planning.set({ [name]: value })}
          onFault={(fault) => planning.refuse(name, fault !== undefined)}
        />
      ))}
      <PlanResult studio={studio} />
    </section>
  );
}

/** The planned one of several scanners; the others go along. */
function PlannedScanner({ studio }: { studio: Studio }) {
  const scanners = scannersOf(studio.document.survey);
  if (scanners.length < 2) return null;
  return (
    <SelectField
      label="Scanner"
      value={String(chosenScanner(studio))}
      choices={scanners.map((scanner, index) => ({ value: String(index), name: scannerTitle(scanner) }))}
      onChange={(value) => {
        studio.preview.scanner.value = Number(value);
      }}
    />
  );
}

function AreaField({ studio }: { studio: Studio }) {
  const { planning } = studio;
  const corners = planning.outline.value?.length;
  return (
    <div class="field wide">
      <span class="quiet">Area</span>
      <span class="area-choice">
        {corners === undefined ? 'whole scene' : `${corners} corners`}
        <span class="spring" />
        <button type="button" class="link" onClick={() => studio.takeTool(areaTool)}>
          Draw
        </button>
        {corners !== undefined && (
          <button
            type="button"
            class="link"
            onClick={() => {
              planning.outline.value = undefined;
            }}
          >
            Clear
          </button>
        )}
      </span>
    </div>
  );
}

function PlanResult({ studio }: { studio: Studio }) {
  const { planning } = studio;
  const plan = planning.answer.value;
  if (planning.wish.value === undefined) return <p class="quiet hint">Correct the marked numbers, to see the plan.</p>;
  if (planning.fault.value !== undefined)
    return (
      <p role="alert" class="fault">
        {planning.fault.value}
      </p>
    );
  if (!plan) return <p class="quiet hint">Planning …</p>;
  return (
    <div class="plan-result" aria-busy={!planning.isCurrent.value}>
      <dl class="facts" aria-label="Numbers of the plan">
        {factsOf(plan).map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      <Coverage planning={planning} coverage={plan.coverage} kind={plan.numbers.kind} />
      {plan.notes.map((note) => (
        <p key={note} class="quiet hint sentence">
          {note}.
        </p>
      ))}
      <label class="keep">
        <input
          type="checkbox"
          checked={planning.keeps.value}
          onChange={({ currentTarget }) => {
            planning.keeps.value = currentTarget.checked;
          }}
        />
        Keep the legs that are there
      </label>
      <button type="button" class="run use-plan" disabled={!planning.isCurrent.value} onClick={() => takePlan(studio)}>
        {planning.isCurrent.value ? 'Use this plan' : 'Planning …'}
      </button>
    </div>
  );
}

interface CoverageProps {
  planning: Planning;
  coverage: PlanCoverage;
  kind: PlanKind;
}

/** Legend of the coverage: the colours in the scene, the share of each, and a switch. */
function Coverage({ planning: { showsCoverage }, coverage, kind }: CoverageProps) {
  return (
    <fieldset class="coverage">
      <label class="keep">
        <input
          type="checkbox"
          checked={showsCoverage.value}
          onChange={({ currentTarget }) => {
            showsCoverage.value = currentTarget.checked;
          }}
        />
        Draw how often places are seen
      </label>
      {showsCoverage.value && (
        <ul aria-label="How often places are seen">
          {coverage.bands.map(({ name, color, cells }) => (
            <li key={color} title={`${formatCount(cells)} cells of the map`}>
              <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
                <rect width="10" height="10" rx="2" fill={`#${color.toString(16).padStart(6, '0')}`} />
              </svg>
              <BandName name={name} />
            </li>
          ))}
        </ul>
      )}
      {showsCoverage.value && kind === 'tls' && (
        <p class="quiet hint">
          Of the whole area, seen from above: its ground and the upper sides of what stands there, roofs too, whether or
          not a station can see them.
        </p>
      )}
    </fieldset>
  );
}

/** The name of a band, which ends with its share of the area. */
function BandName({ name }: { name: string }) {
  const [, band = name, share = ''] = /^(.*) (\S+ %)$/.exec(name) ?? [];
  return (
    <>
      <span>{band}</span> <span class="number">{share}</span>
    </>
  );
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The numbers of a plan, each with its unit. */
function factsOf({ numbers, cost, legs, times }: PlanAnswer): [string, string][] {
  const metres = (value: number) => `${value < 100 ? value.toFixed(1) : formatCount(value)} m`;
  const time: [string, string] = ['Time in the field', formatSeconds(fieldTime(times).whole)];
  const costs: [string, string][] = [
    ['Pulses', formatCount(cost.pulses)],
    ['Points at most', formatCount(cost.pointsMax)],
    ['Files at most', formatBytes(cost.outputBytesMax)],
  ];
  if (numbers.kind === 'tls')
    return [
      ['Stations', String(legs.length)],
      ['Seen, of what can be', percent(numbers.coverage)],
      ['Can be seen, of all surface', percent(1 - numbers.unseen / numbers.targets)],
      time,
      ...costs,
    ];
  if (numbers.kind === 'mls')
    return [
      ['Length', metres(numbers.length)],
      time,
      ['Pulses a metre', formatCount(numbers.pulsesPerMetre)],
      ...(numbers.lineSpacing === undefined
        ? []
        : ([['Line to line', metres(numbers.lineSpacing)]] as [string, string][])),
      ...costs,
    ];
  const density = (value: number) => `${value.toPrecision(3)} /m²`;
  return [
    ['Lines', String(numbers.lines.length)],
    ['Length', metres(numbers.lines.reduce((sum, { length }) => sum + length, 0))],
    ['Swath', metres(numbers.swathWidth)],
    ['Line spacing', metres(numbers.spacing)],
    time,
    ['Density, one strip', density(numbers.density.strip)],
    ['Density, area', density(numbers.density.area)],
    ['Points on the area', formatCount(numbers.density.area * numbers.areaSize)],
    ...costs,
  ];
}
