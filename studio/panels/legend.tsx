import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { CloudAttribute } from 'subray/browser';
import { type Cloud, isComing } from '../state/clouds/cloud.js';
import { isFlag, isOwnMode } from '../state/look/attribute-names.js';
import { legendEntries } from '../state/look/legend-entries.js';
import { type ColorMode, keyOfMode, type Look, modeOfKey, PLAIN_MODES } from '../state/look/look.js';
import { modeName } from '../state/look/mode-name.js';
import { otherFilters, othersText } from '../state/look/point-filter.js';
import type { Studio } from '../state/studio.js';
import { formatCount } from '../ui/format.js';
import { useSize } from '../ui/use-size.js';
import { LookSettings } from './look-settings.js';
import { Ramp } from './ramp.js';

/** Pixels of a view beside which, or below which, a legend would cover too much of it. */
const [LEAST_WIDTH, LEAST_HEIGHT] = [520, 300];

/** The colours of the clouds that are shown: what they stand for, how many points have each, and which are hidden. */
export function Legend({ studio }: { studio: Studio }) {
  const { look } = studio;
  const clouds = studio.clouds.visible.value.filter(({ points }) => points > 0);
  const attributes = useAttributes(studio, clouds);
  const mode = look.mode.value;
  const view = useRef<Element | null>(null);
  const { width, height } = useSize(view).value;
  const isOpen = look.isLegendOpen.value ?? (width >= LEAST_WIDTH && height >= LEAST_HEIGHT);
  return (
    <section
      class={isOpen ? 'legend' : 'legend folded'}
      aria-label="Legend"
      ref={(section) => {
        view.current = section?.parentElement ?? null;
      }}
    >
      <div class="legend-head">
        <label class="legend-mode">
          <span class="quiet">Colour</span>
          <select
            value={keyOfMode(mode)}
            onChange={({ currentTarget }) => {
              look.mode.value = modeOfKey(currentTarget.value);
            }}
          >
            <Modes studio={studio} attributes={attributes} />
          </select>
        </label>
        <button
          type="button"
          class="icon"
          aria-expanded={isOpen}
          aria-controls="legend-body"
          aria-label="Legend"
          title={isOpen ? 'Fold the legend' : 'Unfold the legend'}
          onClick={() => {
            look.isLegendOpen.value = !isOpen;
          }}
        >
          {isOpen ? '▴' : '▾'}
        </button>
      </div>
      <div id="legend-body" hidden={!isOpen}>
        {isOpen && (
          <>
            {clouds.length > 1 && <p class="quiet">{clouds.map(({ name }) => name).join(' + ')}</p>}
            <Ramp studio={studio} clouds={clouds} mode={mode} />
            <Entries studio={studio} mode={mode} />
            <OtherFilters look={look} mode={mode} />
            <LookSettings studio={studio} />
          </>
        )}
      </div>
    </section>
  );
}

/** Choice of the attribute that colours clouds. Flags of the file, which are seldom set, come last. */
function Modes({ studio, attributes }: { studio: Studio; attributes: readonly CloudAttribute[] }) {
  const own = attributes.filter(isOwnMode);
  const option = (mode: ColorMode) => (
    <option key={keyOfMode(mode)} value={keyOfMode(mode)}>
      {modeName(mode)}
    </option>
  );
  const options = (isFlags: boolean) =>
    own.filter(({ name }) => isFlag(name) === isFlags).map(({ name }) => option({ attribute: name }));
  const flags = options(true);
  return (
    <>
      {studio.comparison.compared.value && option({ distance: true })}
      {PLAIN_MODES.map((plain) => option({ plain }))}
      {options(false)}
      {flags.length > 0 && <optgroup label="Flags of the file">{flags}</optgroup>}
    </>
  );
}

/** The attributes that any of the clouds has, as soon as they are whole. */
function useAttributes(studio: Studio, clouds: readonly Cloud[]): readonly CloudAttribute[] {
  const known = useSignal<Readonly<Record<string, readonly CloudAttribute[]>>>({});
  const whole = clouds.filter((cloud) => !isComing(cloud) && cloud.state !== 'failed');
  const ids = whole.map(({ id }) => id).join(' ');
  useEffect(() => {
    for (const { id, cloud } of whole) {
      if (known.value[id]) continue;
      studio.backend.ask('cloudInfo', { cloud }).then(
        ({ attributes }) => {
          known.value = { ...known.value, [id]: attributes };
        },
        (error) => studio.messages.fail(error),
      );
    }
    // The clouds themselves change with every point.
  }, [studio, ids]);
  const named = whole
    .flatMap(({ id }) => known.value[id] ?? [])
    .map((attribute) => [attribute.name, attribute] as const);
  return [...new Map(named).values()];
}

/** Other filters that hide points, and a button that shows these again. */
function OtherFilters({ look, mode }: { look: Look; mode: ColorMode }) {
  const others = otherFilters(look, mode);
  if (others.length === 0) return null;
  return (
    <p class="legend-shown">
      <span>{othersText(others)}</span>
      <button
        type="button"
        class="link"
        onClick={() => {
          for (const plain of others) look.showAll({ plain });
        }}
      >
        Show all
      </button>
    </p>
  );
}

function Entries({ studio, mode }: { studio: Studio; mode: ColorMode }) {
  const { look } = studio;
  const entries = legendEntries(mode, studio.legend.value);
  if (entries.length === 0) return null;
  return (
    <ul class="legend-entries">
      {entries.map(({ number, name, color, points }) => (
        <li key={number}>
          <label>
            <input type="checkbox" checked={!look.isHidden(mode, number)} onChange={() => look.toggle(mode, number)} />
            <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
              <rect width="10" height="10" rx="2" fill={`#${color.toString(16).padStart(6, '0')}`} />
            </svg>
            <span class="row-name" title={name}>
              {name}
            </span>
            <span class="quiet number">{formatCount(points)}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}
