import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Studio } from '../state/studio.js';
import { mapScale, pageTextScale, scaleText } from '../ui/map-scale.js';
import { AXIS_NAMES, axisAnchor, type Pose, poseOf } from '../view/pose.js';
import type { Viewport } from '../view/viewport.js';

/** Pixels at the usual size of text: square of the axes, length of an axis seen from its side, longest scale bar. */
const [SIZE, REACH, BAR] = [84, 24, 96];
/** Distance of an axis' name from the middle, as a share of its length. */
const NAMED = 1.25;

/** The axes of the world as they are seen, y to the north, and a bar of a round length where the view turns about. */
export function ViewScale({ studio }: { studio: Studio }) {
  const pose = usePose(studio.view);
  if (!pose) return null;
  const { metres, width } = mapScale(pose.pixels / pose.textScale, BAR);
  const length = scaleText(metres);
  const middle = SIZE / 2;
  return (
    <div class="view-scale">
      <svg class="view-axes" viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
        {pose.axes.map(({ name, x, y }) => (
          <g key={name} class={`axis-${name}`}>
            <line x1={middle} y1={middle} x2={middle + REACH * x} y2={middle - REACH * y} />
            <text x={middle + NAMED * REACH * x} y={middle - NAMED * REACH * y + 4} text-anchor={axisAnchor(x)}>
              {AXIS_NAMES[name]}
            </text>
          </g>
        ))}
      </svg>
      <svg class="view-bar" viewBox={`0 0 ${BAR + 2} 26`} role="img" aria-label={`Scale in the middle: ${length}`}>
        <title>Scale where the view turns about</title>
        <text x={1} y={13}>
          {length}
        </text>
        <path d={`M1 18v6h${width.toFixed(1)}v-6`} />
      </svg>
    </div>
  );
}

/** A pose, and by how much text is larger than usual. */
interface ScaledPose extends Pose {
  textScale: number;
}

/** The pose of a view, followed while it changes. */
function usePose(view: Viewport | undefined): ScaledPose | undefined {
  const pose = useSignal<ScaledPose | undefined>(undefined);
  useEffect(() => {
    if (!view) return;
    const { controls } = view.eye;
    const follow = () => {
      pose.value = { ...poseOf(view.eye), textScale: pageTextScale() };
    };
    follow();
    controls.addEventListener('change', follow);
    const sizes = new ResizeObserver(follow);
    if (controls.domElement) sizes.observe(controls.domElement);
    return () => {
      controls.removeEventListener('change', follow);
      sizes.disconnect();
    };
  }, [view, pose]);
  return pose.value;
}
