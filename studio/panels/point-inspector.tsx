import { classPalette, type PointValue, type PulseTrace } from 'subray/browser';
import { type Explained, explained } from '../state/clouds/explained.js';
import { attributeName, isFlag } from '../state/look/attribute-names.js';
import { valueText } from '../state/look/ramp-ends.js';
import { namesOfScanners } from '../state/scanners/scanner-names.js';
import { siText } from '../ui/si-text.js';
import { missingText } from './missing-text.js';
import { WaveformPlot } from './waveform-plot.js';

/** Explanation of the chosen point: its record, its pulse, the way of each subray, and the light over time. */
export function PointInspector() {
  const known = explained.value;
  if (!known) return <p class="quiet">Looking up the point …</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section aria-label="Point" tabIndex={0}>
      <h2>Point {known.point.toLocaleString('en')}</h2>
      <p class="quiet">of {known.cloud.name}</p>
      <h3>Why is this point here?</h3>
      {known.without !== undefined && <p class="quiet">{known.without}</p>}
      {known.trace ? (
        <Pulse leg={legOf(known)} trace={known.trace} />
      ) : (
        !known.without && <p class="quiet">Firing its pulse again …</p>
      )}
      <h3>Attributes</h3>
      <Attributes known={known} />
    </section>
  );
}

function Attributes({ known: { cloud, read } }: { known: Explained }) {
  const { classes, instances, materials, semantics } = read.names;
  const named: Readonly<Record<string, Readonly<Record<number, string>>>> = {
    // As the legend calls them.
    classification: classPalette(classes).map(({ name }) => name),
    point_source_id: Object.fromEntries(cloud.sources.map(({ id, name }) => [id, name])),
    instance: instances,
    scanner: namesOfScanners(cloud.text),
    material: materials,
    semantic: semantics,
  };
  return (
    <dl class="facts">
      {read.record.values.filter(isWorthALine).map((value) => (
        <Attribute key={value.name} value={value} names={named[value.name]} />
      ))}
    </dl>
  );
}

/** Unset flags and the like have no meaning. */
const isWorthALine = ({ name, value }: PointValue): boolean => value !== 0 || !isFlag(name);

function Attribute({
  value: { name, value, unit },
  names,
}: {
  value: PointValue;
  names?: Readonly<Record<number, string>>;
}) {
  const known = typeof value === 'number' ? names?.[value] : undefined;
  const text = typeof value === 'number' ? exactText(name, value, unit) : value.join(' ');
  return (
    <>
      <dt>{attributeName(name)}</dt>
      <dd>{known === undefined ? text : `${known} (${text})`}</dd>
    </>
  );
}

/** Coordinates to the tenth of a millimetre, times to the microsecond, others to six digits. */
function exactText(name: string, value: number, unit: string | undefined): string {
  if (/^(true_)?[xyz]$/.test(name)) return `${value.toFixed(4)} m`;
  if (name === 'gps_time') return `${value.toLocaleString('en', MICROSECONDS)} s`;
  return valueText(value, unit);
}

const MICROSECONDS = { minimumFractionDigits: 6, maximumFractionDigits: 6 };

/** Name of the point's leg at the time of the scan; undefined: not known. */
function legOf({ cloud, read }: Explained): string | undefined {
  const id = read.record.values.find(({ name }) => name === 'point_source_id')?.value;
  return cloud.sources.find((source) => source.id === id)?.name;
}

function Pulse({ trace, leg = `leg ${trace.leg + 1}` }: { trace: PulseTrace; leg?: string }) {
  const { subrays, echoes, missing, names } = trace;
  return (
    <>
      <p>
        Pulse {trace.pulse.toLocaleString('en')} of {leg}, {trace.time.toFixed(6)} s after its start
        {trace.channel > 0 ? `, laser ${trace.channel}` : ''}. {subrays.count} subrays, {echoes.length}{' '}
        {echoes.length === 1 ? 'echo' : 'echoes'}, {trace.returns.points.count} in the cloud.
      </p>
      <WaveformPlot waveform={trace.waveform} />
      <Met trace={trace} />
      {missing.length > 0 && (
        <>
          <h3>Missing returns</h3>
          <ul class="missing">
            {missing.map((gap, k) => (
              <li key={k}>{missingText(gap)}</li>
            ))}
          </ul>
        </>
      )}
      {Object.keys(names.objects).length === 0 && <p class="quiet">It met nothing.</p>}
    </>
  );
}

/** The objects that subrays met, by returned energy. */
function Met({ trace: { subrays, names } }: { trace: PulseTrace }) {
  const objects = new Map<number, { count: number; energy: number; nearest: number }>();
  for (let k = 0; k < subrays.count; k++) {
    if (!Number.isFinite(subrays.ranges[k])) continue;
    const known = objects.get(subrays.objects[k]) ?? { count: 0, energy: 0, nearest: Infinity };
    known.count++;
    known.energy += subrays.energies[k];
    known.nearest = Math.min(known.nearest, subrays.ranges[k]);
    objects.set(subrays.objects[k], known);
  }
  const rows = [...objects].sort(([, a], [, b]) => b.energy - a.energy);
  if (rows.length === 0) return null;
  return (
    <table class="met">
      <caption>What the subrays met</caption>
      <thead>
        <tr>
          <th scope="col">Object</th>
          <th scope="col">Subrays</th>
          <th scope="col">Range</th>
          <th scope="col">Energy</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([object, { count, energy, nearest }]) => (
          <tr key={object}>
            <td>{names.objects[object] ?? object}</td>
            <td>{count}</td>
            <td>{nearest.toFixed(3)} m</td>
            <td>{siText(Number(energy.toPrecision(3)), 'J')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
