import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CloudAttribute } from 'subray/browser';
import { attributeName, isOwnMode } from '../state/attribute-names.js';
import { columnFor } from '../state/cloud-column.js';
import type { Cloud } from '../state/clouds.js';
import { legendEntries } from '../state/legend-entries.js';
import { legendSource } from '../state/legend-source.js';
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

/** The colours of the newest cloud: what they stand for, how many points have each, and which are hidden. */
export function Legend({ studio }: { studio: Studio }) {
  const { look, clouds } = studio;
  const { value: visible } = clouds.visible;
  const cloud =
    visible.findLast((known) => columnFor(known, look.mode.value)) ?? visible.findLast(({ points }) => points > 0);
  const attributes = useAttributes(studio, cloud);
  if (!cloud || cloud.points === 0) return null;
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
      <Ramp studio={studio} cloud={cloud} mode={mode} attributes={attributes} />
      <Entries studio={studio} cloud={cloud} mode={mode} />
      <LookSettings studio={studio} />
    </section>
  );
}

/** The attributes of a cloud, once it is whole. */
function useAttributes(studio: Studio, cloud: Cloud | undefined): readonly CloudAttribute[] {
  const attributes = useSignal<readonly CloudAttribute[]>([]);
  const isWhole = cloud !== undefined && cloud.state !== 'running' && cloud.state !== 'failed';
  const id = cloud?.id;
  useEffect(() => {
    if (!isWhole || !cloud) return;
    studio.backend.ask('cloudInfo', { cloud: cloud.cloud }).then(
      (info) => {
        attributes.value = info.attributes;
      },
      (error) => studio.fail(error),
    );
    // The cloud itself changes with every point.
  }, [studio, id, isWhole]);
  return attributes.value;
}

function Entries({ studio, cloud, mode }: { studio: Studio; cloud: Cloud; mode: ColorMode }) {
  const { look } = studio;
  const entries = legendEntries(mode, legendSource(studio, cloud));
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
