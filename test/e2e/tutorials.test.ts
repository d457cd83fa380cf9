import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../support/long-run.js';
import { followTutorial, program, TUTORIALS, tutorialPage } from './follow-tutorial.js';

/**
 * Sections from which pages run in tutorials.long.test.ts alone, since they take longest; the others run to their end.
 */
const LONG_FROM: Readonly<Record<string, string>> = {
  'als-of-a-city.md': '4. Fly',
  'driving-frames.md': '3. Drive',
  'forest-plot.md': '3. Scan',
  'my-own-lidar.md': '6. The same in a program',
  'tls-of-a-room.md': '4. Let subray choose the stations',
};

describe('the package of the tutorials', () => {
  it('reaches its own dependencies and no others', () => {
    const { resolve: find } = createRequire(program);
    expect(find('yargs')).toBeTruthy();
    for (const tool of ['typescript', 'vitest', 'webgpu']) expect(() => find(tool)).toThrow(tool);
  });
});

describe('the tutorial', () => {
  it.each(sampleOf(TUTORIALS, 1))('%s does and prints what it says', (name) => {
    followTutorial(tutorialPage(name, LONG_FROM[name]), { smallPictures: true });
  });
});
