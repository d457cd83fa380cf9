import type { Studio } from '../state/studio.js';

/** Settings of drawn points. */
export function LookSettings({ studio: { look } }: { studio: Studio }) {
  return (
    <details class="legend-more">
      <summary>Look</summary>
      <Slider label="Point size" signal={look.pointSize} min={1} max={8} step={1} />
      <Slider label="Depth shading" signal={look.shading} min={0} max={1} step={0.05} />
      <Switch label="Scene behind the points" signal={look.showsScene} />
      <Switch label="Classes for all eyes" signal={look.isSafe} />
    </details>
  );
}

function Slider({
  label,
  signal,
  ...range
}: {
  label: string;
  signal: { value: number };
  min: number;
  max: number;
  step: number;
}) {
  return (
    <label>
      <span>{label}</span>
      <input
        type="range"
        {...range}
        value={signal.value}
        onInput={({ currentTarget }) => {
          signal.value = Number(currentTarget.value);
        }}
      />
    </label>
  );
}

function Switch({ label, signal }: { label: string; signal: { value: boolean } }) {
  return (
    <label>
      <input
        type="checkbox"
        checked={signal.value}
        onChange={({ currentTarget }) => {
          signal.value = currentTarget.checked;
        }}
      />
      <span>{label}</span>
    </label>
  );
}
