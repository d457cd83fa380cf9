import { describe, it } from 'vitest';
import { followTutorial, TUTORIALS, tutorialPage } from './follow-tutorial.js';

describe('the whole tutorial', () => {
  it.each(TUTORIALS)('%s does and prints what it says', (name) => {
    followTutorial(tutorialPage(name));
  });
});
