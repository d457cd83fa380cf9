import type { Cloud } from '../state/clouds/cloud.js';
import { columnFor, isColumnKnown } from '../state/look/cloud-column.js';
import { legendRamp } from '../state/look/legend-ramp.js';
import type { ColorMode } from '../state/look/look.js';
import type { Studio } from '../state/studio.js';
import { RampHandles, ShownSpan } from './ramp-handles.js';

/** Properties of `Ramp`. */
interface RampProps {
  studio: Studio;
  /** The clouds that are shown. */
  clouds: readonly Cloud[];
  mode: ColorMode;
}

/** The ramp of a mode that has one, with values at its ends and in its middle, and how many points have each value. */
export function Ramp({ studio, clouds, mode }: RampProps) {
  if ('plain' in mode && mode.plain === 'object')
    return <p class="quiet">A colour for each object: click a point for its name.</p>;
  const ramp = legendRamp(studio);
  return (
    <>
      {ramp && (
        <div class="ramp">
          <Histogram bars={ramp.bars} />
          <RampHandles look={studio.look} mode={mode} ramp={ramp} />
          {ramp.marks.map((text, k) => (
            <span key={k} class="quiet">
              {text}
            </span>
          ))}
        </div>
      )}
      {ramp && <ShownSpan look={studio.look} mode={mode} ramp={ramp} />}
      {ramp?.note && <p class="quiet ramp-note">{ramp.note}</p>}
      {'plain' in mode || clouds.map((cloud) => <WhyNoValues key={cloud.id} cloud={cloud} mode={mode} />)}
    </>
  );
}

function WhyNoValues({ cloud, mode }: { cloud: Cloud; mode: ColorMode }) {
  if (!isColumnKnown(cloud, mode)) return <p class="quiet">reading {cloud.name} …</p>;
  return columnFor(cloud, mode) === undefined ? <p class="quiet">{cloud.name} has no such values</p> : null;
}

function Histogram({ bars }: { bars: readonly number[] }) {
  const most = Math.max(1, ...bars);
  const path = bars.map((count, k) => `M${k} 20V${(20 - (20 * count) / most).toFixed(2)}h1V20z`).join('');
  return (
    <svg
      class="histogram"
      viewBox={`0 0 ${bars.length} 20`}
      preserveAspectRatio="none"
      role="img"
      aria-label="Points by value"
    >
      <path d={path} />
    </svg>
  );
}
