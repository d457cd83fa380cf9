import { legendEntries } from '../state/legend-entries.js';
import { COLOR_MODES, type ColorMode } from '../state/look.js';
import type { Studio } from '../state/studio.js';
import { formatCount } from '../ui/format.js';

const WORDS: Readonly<Record<ColorMode, string>> = {
  class: 'Class',
  intensity: 'Intensity',
  return: 'Return',
  leg: 'Leg',
  object: 'Object',
  height: 'Height',
};

/** The colours of the newest cloud: what they stand for, how many points have each, and which are hidden. */
export function Legend({ studio }: { studio: Studio }) {
  const { look, runs } = studio;
  const run = runs.current.value;
  if (!run || run.points === 0) return null;
  const mode = look.mode.value;
  return (
    <section class="legend" aria-label="Legend">
      <label class="legend-mode">
        <span class="quiet">Colour</span>
        <select
          value={mode}
          onChange={({ currentTarget }) => {
            look.mode.value = currentTarget.value as ColorMode;
          }}
        >
          {COLOR_MODES.map((name) => (
            <option key={name} value={name}>
              {WORDS[name]}
            </option>
          ))}
        </select>
      </label>
      <Entries studio={studio} mode={mode} />
      <LookSettings studio={studio} />
    </section>
  );
}

function Entries({ studio, mode }: { studio: Studio; mode: ColorMode }) {
  const { look, runs, scene, survey } = studio;
  const run = runs.current.value;
  if (!run) return null;
  if (mode === 'intensity' || mode === 'height') return <Ramp studio={studio} mode={mode} />;
  const names = {
    classes: scene.value?.view.names.classes ?? {},
    legs: survey.value?.legs.map(({ name }) => name) ?? [],
  };
  return (
    <ul class="legend-entries">
      {legendEntries(mode, run.tally, names).map(({ number, name, color, points }) => (
        <li key={number}>
          <label>
            <input type="checkbox" checked={!look.isHidden(mode, number)} onChange={() => look.toggle(mode, number)} />
            <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
              <rect width="10" height="10" rx="2" fill={`#${color.toString(16).padStart(6, '0')}`} />
            </svg>
            <span>{name}</span>
            <span class="quiet number">{formatCount(points)}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

function Ramp({ studio, mode }: { studio: Studio; mode: ColorMode }) {
  const tally = studio.runs.current.value?.tally;
  const [low, high] =
    mode === 'height' && tally ? [`${tally.lowest.toFixed(1)} m`, `${tally.highest.toFixed(1)} m`] : ['weak', 'strong'];
  return (
    <div class="ramp">
      <div class={`ramp-bar ramp-${mode}`} />
      <span class="quiet">{low}</span>
      <span class="quiet">{high}</span>
    </div>
  );
}

function LookSettings({ studio: { look } }: { studio: Studio }) {
  return (
    <details class="legend-more">
      <summary>Look</summary>
      <label>
        <span>Point size</span>
        <input
          type="range"
          min={1}
          max={8}
          value={look.pointSize.value}
          onInput={({ currentTarget }) => {
            look.pointSize.value = Number(currentTarget.value);
          }}
        />
      </label>
      <label>
        <span>Depth shading</span>
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={look.shading.value}
          onInput={({ currentTarget }) => {
            look.shading.value = Number(currentTarget.value);
          }}
        />
      </label>
      <label>
        <input
          type="checkbox"
          checked={look.showsScene.value}
          onChange={({ currentTarget }) => {
            look.showsScene.value = currentTarget.checked;
          }}
        />
        <span>Scene behind the points</span>
      </label>
    </details>
  );
}
