import type { Cloud } from './cloud.js';

/** Note on a cloud besides its points; `now`: the current text of the survey, and its number in the page. */
export function cloudNote(
  { state, text, survey }: Pick<Cloud, 'state' | 'text' | 'survey'>,
  now: { text: string; number: number },
): string {
  if (state === 'running') return 'scanning';
  if (state === 'reading') return 'reading';
  return [
    state === 'stopped' && 'stopped early: not the whole survey',
    state === 'failed' && 'failed',
    survey.number === now.number
      ? text !== undefined && text !== now.text && 'of an earlier state of the survey'
      : `of another survey${survey.name === undefined ? '' : `, ${survey.name}`}`,
  ]
    .filter((part) => part !== false)
    .join('; ');
}
