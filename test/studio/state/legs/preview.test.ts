import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { Preview } from '../../../../studio/state/legs/preview.js';

/** A page with a chosen leg, and its requests. */
function pageWith(...scanners: string[]) {
  const asked: unknown[] = [];
  const ask = async (_name: string, wanted: { scanner: number; leg: number }) => {
    asked.push(wanted.scanner);
    return { leg: wanted.leg };
  };
  const survey = signal({ scanners: scanners.map((name) => ({ name })) });
  const studio = {
    backend: { ask },
    text: signal('name: a'),
    scene: signal({}),
    selection: signal({ kind: 'leg', leg: 0 }),
    survey,
  };
  return { asked, survey, preview: new Preview(studio as never) };
}

describe('the beams of a leg', () => {
  it('are those of the scanner that is chosen, of the first where there are not so many', async () => {
    const { asked, survey, preview } = pageWith('left', 'right');
    await expect.poll(() => asked).toEqual([0]);
    preview.scanner.value = 1;
    await expect.poll(() => asked).toEqual([0, 1]);
    survey.value = { scanners: [{ name: 'left' }] };
    await expect.poll(() => asked).toEqual([0, 1, 0]);
  });
});
