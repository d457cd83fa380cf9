import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CloudAttribute } from 'subray/browser';
import { attributeName, isOwnMode } from '../state/attribute-names.js';
import type { Cloud } from '../state/clouds.js';
import { legendEntries } from '../state/legend-entries.js';
import { type ColorMode, keyOfMode, modeOfKey, PLAIN_MODES, type PlainMode } from '../state/look.js';
import type { Studio } from '../state/studio.js';
import { formatCount } from '../ui/format.js';
import { LookSettings } from './look-settings.js';
import { Ramp } from './ramp.js';

const WORDS: Readonly<Record<PlainMode, string>> = {
  class: 'Class',
  intensity: 'Intensity',
  return: 'Return',
  leg: 'Leg',
  object: 'Object',
  height: 'Height',
};

/** The colours of the clouds that are shown: what they stand for, how many points have each, and which are hidden. */
export function Legend({ studio }: { studio: Studio }) {
  const { look } = studio;
  const clouds = studio.clouds.visible.value.filter(({ points }) => points > 0);
  const attributes = useAttributes(studio, clouds);
  const mode = look.mode.value;
  return (
    <section class="legend" aria-label="Legend">
      <label class="legend-mode">
        <span class="quiet">Colour</span>
        <select
          value={keyOfMode(mode)}
          onChange={({ currentTarget }) => {
            look.mode.value = modeOfKey(currentTarget.value);
          }}
        >
          {PLAIN_MODES.map((name) => (
            <option key={name} value={name}>
              {WORDS[name]}
            </option>
          ))}
          {attributes.filter(isOwnMode).map(({ name }) => (
            <option key={name} value={keyOfMode({ attribute: name })}>
              {attributeName(name)}
            </option>
          ))}
          {studio.comparison.compared.value && <option value="distance">Distance A ↔ B</option>}
        </select>
      </label>
      {clouds.length > 1 && <p class="quiet">{clouds.map(({ name }) => name).join(' + ')}</p>}
      <Ramp studio={studio} clouds={clouds} mode={mode} attributes={attributes} />
      <Entries studio={studio} mode={mode} />
      <LookSettings studio={studio} />
    </section>
  );
}

/** The attributes that any of the clouds has, as soon as they are whole. */
function useAttributes(studio: Studio, clouds: readonly Cloud[]): readonly CloudAttribute[] {
  const known = useSignal<Readonly<Record<string, readonly CloudAttribute[]>>>({});
  const whole = clouds.filter(({ state }) => state !== 'running' && state !== 'failed');
  const ids = whole.map(({ id }) => id).join(' ');
  useEffect(() => {
    for (const { id, cloud } of whole) {
      if (known.value[id]) continue;
      studio.backend.ask('cloudInfo', { cloud }).then(
        ({ attributes }) => {
          known.value = { ...known.value, [id]: attributes };
        },
        (error) => studio.fail(error),
      );
    }
    // The clouds themselves change with every point.
  }, [studio, ids]);
  const named = whole
    .flatMap(({ id }) => known.value[id] ?? [])
    .map((attribute) => [attribute.name, attribute] as const);
  return [...new Map(named).values()];
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
