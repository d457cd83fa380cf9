import type { Cloud } from '../state/clouds/cloud.js';
import { formatCount } from '../ui/format.js';

/** What the page is at. */
interface GoesOn {
  /** Whether a check of the text takes long, and whether a run waits for it. */
  isChecking: boolean;
  runWaits: boolean;
  faults: number;
  /** What is done before anything can be seen, and the share that is. */
  work: { task: string; share: number } | undefined;
  /** The newest cloud of the survey. */
  run: Pick<Cloud, 'name' | 'state' | 'points'> | undefined;
}

/** What goes on, as it is read: with numbers that change while it does. */
export function goesOnText(now: GoesOn): string {
  const { work, run } = now;
  if (!now.isChecking && now.faults === 0) {
    if (work) return `${work.task} ${Math.round(100 * work.share)} %`;
    if (run) return `${formatCount(run.points)} points`;
  }
  return toldText(now);
}

/** What goes on, as it is told: only what is news, or a screen reader would never be silent. */
export function toldText({ isChecking, runWaits, faults, work, run }: GoesOn): string {
  if (isChecking) return `checking the text${runWaits ? ', and then running it' : ''}`;
  if (faults > 0) return `${faults.toLocaleString('en')} ${faults === 1 ? 'fault' : 'faults'} in the survey`;
  if (work) return work.task;
  if (!run || run.state === 'failed') return '';
  if (run.state === 'running') return `${run.name} goes on`;
  if (run.state === 'reading') return `${run.name} is read`;
  return `${run.name}${run.state === 'stopped' ? ' was stopped early' : ''}: ${formatCount(run.points)} points`;
}
