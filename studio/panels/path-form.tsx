import type { Studio } from '../state/studio.js';
import { NumberField } from '../ui/field.js';

/** What the path that is drawn next is like. */
export function PathForm({ studio: { paths } }: { studio: Studio }) {
  const { height, speed, isSmooth, followsGround, tolerance } = paths;
  return (
    <section aria-label="New path">
      <h2>New path</h2>
      <NumberField
        label="Above ground"
        unit="m"
        value={height.value}
        onChange={(value = 0) => {
          height.value = value;
        }}
      />
      <NumberField
        label="Speed"
        unit="m/s"
        step={0.5}
        above={0}
        value={speed.value}
        onChange={(value = 5) => {
          speed.value = value;
        }}
      />
      <NumberField
        label="Freehand within"
        unit="m"
        step={0.1}
        min={0}
        value={tolerance.value}
        onChange={(value = 0.5) => {
          tolerance.value = value;
        }}
      />
      <label class="keep">
        <input
          type="checkbox"
          checked={isSmooth.value}
          onChange={({ currentTarget }) => {
            isSmooth.value = currentTarget.checked;
          }}
        />
        A curve through the points
      </label>
      <label class="keep">
        <input
          type="checkbox"
          checked={followsGround.value}
          onChange={({ currentTarget }) => {
            followsGround.value = currentTarget.checked;
          }}
        />
        Follow the ground between them
      </label>
      <p class="quiet hint">The path passes at this height above what is clicked.</p>
    </section>
  );
}
