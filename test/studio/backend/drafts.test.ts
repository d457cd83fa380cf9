import { describe, expect, it } from 'vitest';
import { draftName, draftsFor } from '../../../studio/backend/drafts.js';

const DRAFTS = [
  { name: 'survey.yaml', size: 10, lastModified: 1 },
  { name: 'survey-2.yaml', size: 0, lastModified: 4 },
  { name: 'survey-3.yaml', size: 20, lastModified: 3 },
  { name: 'survey-4.yaml', size: 30, lastModified: 2 },
];

const namesFor = (own: string | undefined, hasFile: boolean) =>
  draftsFor(DRAFTS, { own, hasFile }).map(({ name }) => name);

describe('drafts that a tab would take', () => {
  it('are those with a text, the newest first, then empty ones', () => {
    expect(namesFor(undefined, false)).toEqual(['survey-3.yaml', 'survey-4.yaml', 'survey.yaml', 'survey-2.yaml']);
  });

  it('are before all the one that it had', () => {
    expect(namesFor('survey.yaml', false)).toEqual(['survey.yaml', 'survey-3.yaml', 'survey-4.yaml', 'survey-2.yaml']);
    expect(namesFor('survey-2.yaml', false)[0]).toBe('survey-2.yaml');
  });

  it('are no text of another tab for a survey file', () => {
    expect(namesFor(undefined, true)).toEqual(['survey-2.yaml']);
    expect(namesFor('survey-4.yaml', true)).toEqual(['survey-4.yaml', 'survey-2.yaml']);
  });

  it('have names of their own', () => {
    expect([1, 2, 10].map(draftName)).toEqual(['survey.yaml', 'survey-2.yaml', 'survey-10.yaml']);
  });
});
