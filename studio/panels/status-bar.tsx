import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { distanceOf } from '../state/measures/measure.js';
import type { Studio } from '../state/studio.js';
import { formatCount, formatMetres, formatSeconds } from '../ui/format.js';
import { activityText, announcementOf } from './activity.js';

/** The activity of the page. */
export function StatusBar({ studio }: { studio: Studio }) {
  const run = studio.clouds.current.value;
  const now = {
    isChecking: studio.check.isLate.value,
    runWaits: studio.request.isWaiting.value,
    faults: studio.faults.value.length,
    work: studio.sceneLoading.work.value,
    run,
  };
  return (
    <footer class="status">
      <span>{activityText(now)}</span>
      <span role="status" class="unseen">
        {announcementOf(now)}
      </span>
      {run?.state === 'running' && (
        <>
          <progress max={1} value={run.share} aria-label="Scan" />
          <span class="quiet">
            {Math.round(100 * run.share)} % · {formatCount(run.points / Math.max(0.1, run.seconds))} points/s
          </span>
        </>
      )}
      <Measured studio={studio} />
      <SketchSize studio={studio} />
      {studio.isOpen.value && (
        <span class="quiet tool-hint">
          {studio.cross.value && 'Shift and arrows move the cross, Space clicks there. '}
          {studio.tool.value.hint}
        </span>
      )}
      <Announced studio={studio} />
      <span class="spring" />
      <Pointer studio={studio} />
      {run?.state === 'done' && <span class="quiet">{formatSeconds(run.seconds)}</span>}
    </footer>
  );
}

/** The distance measured in the scene. */
function Measured({ studio: { measure } }: { studio: Studio }) {
  const [from, to] = [measure.from.value, measure.to.value];
  const found = from && to && distanceOf(from, to);
  return (
    <output aria-label="Measured">
      {found &&
        `${formatMetres(found.straight)} · horizontal ${formatMetres(found.horizontal)} · ` +
          `height ${formatMetres(found.height)}`}
    </output>
  );
}

/** The unfinished drawing. */
function SketchSize({ studio: { sketch } }: { studio: Studio }) {
  if (!sketch.value) return null;
  const { kind, points } = sketch.value;
  const way = points
    .slice(1)
    .reduce((sum, point, k) => sum + Math.hypot(...point.map((x, axis) => x - points[k][axis])), 0);
  const noun = kind === 'area' ? 'corner' : 'point';
  return (
    <span role="status">
      {points.length} {points.length === 1 ? noun : `${noun}s`}, {way.toFixed(1)} m
    </span>
  );
}

/** Place of the pointer in the scene. */
function Pointer({ studio }: { studio: Studio }) {
  const place = studio.hover.value;
  if (!place) return null;
  const [x, y, z] = place.position.map((value) => value.toFixed(2));
  return (
    <span class="pointer">
      {place.object} <span class="quiet">x</span> {x} <span class="quiet">y</span> {y} <span class="quiet">z</span> {z}
    </span>
  );
}

/** Milliseconds of rest after which the place under the cross is announced. */
const RESTS_MS = 600;

/** Announcements of what was done and of what is under a resting cross; neither replaces the other. */
function Announced({ studio: { messages, cross, hover, scene } }: { studio: Studio }) {
  const [done, at, place] = [messages.announced.value, cross.value, hover.value];
  return (
    <>
      <Announcement text={done?.text} after={50} of={[done]} />
      <Announcement text={at && scene.value ? placeText(place) : undefined} after={RESTS_MS} of={[at, place]} />
    </>
  );
}

/** Announces a text some milliseconds after a change in `of`; undefined: the last one stays. */
function Announcement({ text, after, of }: { text: string | undefined; after: number; of: unknown[] }) {
  const shown = useSignal('');
  useEffect(() => {
    if (text === undefined) return;
    // The same words once more are news only after none.
    shown.value = '';
    const timer = setTimeout(() => {
      shown.value = text;
    }, after);
    return () => clearTimeout(timer);
  }, of);
  return (
    <span role="status" class="unseen">
      {shown.value}
    </span>
  );
}

function placeText(place: Studio['hover']['value']): string {
  if (!place) return 'Nothing is under the cross';
  const [x, y, z] = place.position.map((value) => value.toFixed(2));
  return `${place.object}, x ${x}, y ${y}, z ${z} metres`;
}
