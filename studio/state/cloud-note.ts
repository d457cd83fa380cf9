import type { Cloud } from './clouds.js';

/** What is to be said of a cloud besides its points; `now`: the survey as it stands. */
export function cloudNote({ state, text }: Pick<Cloud, 'state' | 'text'>, now: string): string {
  if (state === 'running') return 'scanning';
  if (state === 'reading') return 'reading';
  return [
    state === 'stopped' && 'stopped early: not the whole survey',
    state === 'failed' && 'failed',
    text !== undefined && text !== now && 'of an earlier state of the survey',
  ]
    .filter((part) => part !== false)
    .join('; ');
}
