import type { CloudAttribute } from 'subray/browser';
import { columnFor, isColumnKnown } from '../state/cloud-column.js';
import type { Cloud } from '../state/clouds.js';
import type { ColorMode } from '../state/look.js';
import type { MergedNumbers } from '../state/merge-columns.js';
import { rampBars, rampEnds } from '../state/ramp-ends.js';
import type { Studio } from '../state/studio.js';

/** What `Ramp` shows. */
interface RampProps {
  studio: Studio;
  /** Those that are shown. */
  clouds: readonly Cloud[];
  mode: ColorMode;
  attributes: readonly CloudAttribute[];
}

/** The ramp of a mode that has one, with the values at its ends, and how many points have each value. */
export function Ramp({ studio, clouds, mode, attributes }: RampProps) {
  const { tally, numbers } = studio.legend.value;
  if ('plain' in mode) {
    if (mode.plain === 'intensity') return <Bar kind="intensity" low="weak" high="strong" />;
    if (mode.plain === 'object') return <p class="quiet">A colour for each object: click a point for its name.</p>;
    if (mode.plain !== 'height') return null;
    return <Bar kind="height" low={metres(tally.min[2])} high={metres(tally.max[2])} />;
  }
  const attribute = 'attribute' in mode ? attributes.find(({ name }) => name === mode.attribute) : undefined;
  const [low, high] = numbers ? rampEnds(numbers.low, numbers.high, 'distance' in mode ? 'm' : attribute?.unit) : [];
  return (
    <>
      {numbers && <Histogram numbers={numbers} />}
      {low !== undefined && high !== undefined && (
        <Bar kind={'distance' in mode ? 'distance' : 'cividis'} low={low} high={high} />
      )}
      {clouds.map((cloud) =>
        isColumnKnown(cloud, mode) ? (
          columnFor(cloud, mode) === undefined && (
            <p key={cloud.id} class="quiet">
              {cloud.name} has no such values
            </p>
          )
        ) : (
          <p key={cloud.id} class="quiet">
            reading {cloud.name} …
          </p>
        ),
      )}
    </>
  );
}

function Bar({ kind, low, high }: { kind: string; low: string; high: string }) {
  return (
    <div class="ramp">
      <div class={`ramp-bar ramp-${kind}`} />
      <span class="quiet">{low}</span>
      <span class="quiet">{high}</span>
    </div>
  );
}

/** Bars of a histogram that are drawn. */
const BARS = 64;

function Histogram({ numbers }: { numbers: MergedNumbers }) {
  const bars = rampBars(numbers, BARS);
  const most = Math.max(1, ...bars);
  const path = bars.map((count, k) => `M${k} 20V${(20 - (20 * count) / most).toFixed(2)}h1V20z`).join('');
  return (
    <svg
      class="histogram"
      viewBox={`0 0 ${BARS} 20`}
      preserveAspectRatio="none"
      role="img"
      aria-label="Points by value"
    >
      <path d={path} />
    </svg>
  );
}

const metres = (value: number): string => `${value.toFixed(1)} m`;
