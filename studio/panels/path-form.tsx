import type { CheckedSurvey } from 'subray/browser';
import type { Studio } from '../state/studio.js';
import { NumberField } from '../ui/field.js';

/** Settings of the next path. */
export function PathForm({ studio: { document, paths, survey } }: { studio: Studio }) {
  const { height, speed, isSmooth, followsGround, tolerance } = paths;
  return (
    <section aria-label="New path">
      <h2>New path</h2>
      <NumberField
        label="Above ground"
        unit="m"
        value={height.value}
        onChange={(value) => {
          paths.chosenHeight.value = value;
        }}
      />
      <NumberField
        label="Speed"
        unit="m/s"
        step={0.5}
        above={0}
        value={speed.value}
        onChange={(value) => {
          paths.chosenSpeed.value = value;
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
      <p class="quiet hint">{passing(survey.value?.scanners, document.survey.valueAt(['platform']) !== undefined)}</p>
    </section>
  );
}

/** Sentence on the height of the platform or scanner; the mount's height is known with the first leg. */
function passing(scanners: CheckedSurvey['scanners'] | undefined, hasPlatform: boolean): string {
  if (!scanners && hasPlatform)
    return 'The platform passes at this height above what is clicked, its scanner as much higher as it is carried.';
  const [lowest] = (scanners ?? []).map(({ up }) => up).sort((a, b) => a - b);
  if (lowest === undefined || lowest < 0.005) return 'The path passes at this height above what is clicked.';
  const scanner = scanners && scanners.length > 1 ? 'its lowest scanner' : 'its scanner';
  return `The platform passes at this height above what is clicked, ${scanner} ${lowest.toFixed(1)} m higher.`;
}
