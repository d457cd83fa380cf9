import { pointsOf, type WrittenLeg } from '../document/edits/index.js';
import { GROUND_TOLERANCE } from '../state/legs/path-settings.js';
import type { Studio } from '../state/studio.js';
import { followGround, pathHeight, setPathHeight } from '../tools/path-height.js';
import { NumberField } from '../ui/field.js';

/** Metres by which heights may differ that are shown as one. */
const SAME = 0.01;

/** Height of a path above the ground, which can be typed, and whether the path keeps it between its points. */
export function PathHeight({ studio, leg, index }: { studio: Studio; leg: WrittenLeg; index: number }) {
  const heights = studio.profile.heights.value;
  const points = pointsOf(leg);
  if (!heights || !points) return null;
  const found = pathHeight(points, heights);
  const isOne = found !== undefined && found.high - found.low < SAME;
  return (
    <>
      <NumberField
        label="Height above ground"
        unit="m"
        step={0.5}
        value={isOne ? Number(found.low.toFixed(2)) : undefined}
        placeholder={found ? `${found.low.toFixed(1)} to ${found.high.toFixed(1)}` : 'no ground below'}
        start={found?.low}
        onChange={(height) => height !== undefined && setPathHeight(studio, index, height)}
      />
      {isOne && 'path' in leg && (
        <>
          <p class="quiet hint">
            Between its points it is {found.off > GROUND_TOLERANCE ? `up to ${found.off.toFixed(1)} m off` : 'at'} this
            height.
          </p>
          <button
            type="button"
            class="link"
            onClick={() => followGround(studio, index, found.low).catch((error) => studio.messages.fail(error))}
          >
            Follow the ground
          </button>
        </>
      )}
    </>
  );
}
