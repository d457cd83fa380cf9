import type { Studio } from '../state/studio.js';
import { formatCount, formatSeconds } from '../ui/format.js';

/** What goes on. */
export function StatusBar({ studio }: { studio: Studio }) {
  const work = studio.sceneWork.value;
  const run = studio.runs.current.value;
  const faults = studio.faults.value.length;
  return (
    <footer class="status">
      <span role="status">
        {faults > 0
          ? `${faults} ${faults === 1 ? 'fault' : 'faults'} in the survey`
          : work
            ? `${work.task} ${Math.round(100 * work.share)} %`
            : run
              ? `${formatCount(run.points)} points`
              : ''}
      </span>
      {run?.state === 'running' && (
        <>
          <progress max={1} value={run.share} aria-label="Scan" />
          <span class="quiet">
            {Math.round(100 * run.share)} % · {formatCount(run.points / Math.max(0.1, run.seconds))} points/s
          </span>
        </>
      )}
      {run?.state === 'done' && <span class="quiet">{formatSeconds(run.seconds)}</span>}
    </footer>
  );
}
