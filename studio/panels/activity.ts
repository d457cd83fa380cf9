import type { Cloud } from '../state/clouds/cloud.js';
import { formatCount } from '../ui/format.js';

/** The work that is under way. */
interface Activity {
  /** True while a check of the text takes long; and while a run waits for it. */
  isChecking: boolean;
  runWaits: boolean;
  faults: number;
  /** Work before anything can be seen, and the share that is done. */
  work: { task: string; share: number } | undefined;
  /** The newest cloud of the survey. */
  run: Pick<Cloud, 'name' | 'state' | 'points'> | undefined;
}

/** The activity for the eye, with numbers that change while it lasts. */
export function activityText(activity: Activity): string {
  const { work, run } = activity;
  if (!activity.isChecking && activity.faults === 0) {
    if (work) return `${work.task} ${Math.round(100 * work.share)} %`;
    if (run) return `${formatCount(run.points)} points`;
  }
  return announcementOf(activity);
}

/** The activity for a screen reader: only news, or it would never be silent. */
export function announcementOf({ isChecking, runWaits, faults, work, run }: Activity): string {
  if (isChecking) return `checking the text${runWaits ? ', and then running it' : ''}`;
  if (faults > 0) return `${faults.toLocaleString('en')} ${faults === 1 ? 'fault' : 'faults'} in the survey`;
  if (work) return work.task;
  if (!run || run.state === 'failed') return '';
  if (run.state === 'running') return `${run.name} goes on`;
  if (run.state === 'reading') return `${run.name} is read`;
  return `${run.name}${run.state === 'stopped' ? ' was stopped early' : ''}: ${formatCount(run.points)} points`;
}
