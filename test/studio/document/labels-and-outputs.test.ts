import { describe, expect, it } from 'vitest';
import * as edits from '../../../studio/document/edits/index.js';
import { newSurvey } from '../../../studio/document/new-survey.js';
import { SurveyText } from '../../../studio/document/survey-text.js';

const done = (text: SurveyText, { patches }: edits.NamedEdit): SurveyText => text.apply(patches);
const STREET = new SurveyText(newSurvey('street'));

describe('a label', () => {
  const text = new SurveyText(`scene:
  labels:
    # of the town
    - { match: "roof*", class: building } # tiles
    - part: Wood*
      class: 5
`);

  it('changes key by key, each at its place', () => {
    const on = done(text, edits.changeLabel(text, 0, { on: 'material', semantic: 'roof' }));
    expect(on.text).toBe(
      text.text.replace(
        '{ match: "roof*", class: building }',
        '{ match: "roof*", on: material, class: building, semantic: roof }',
      ),
    );
    expect(done(on, edits.changeLabel(on, 0, { on: 'any', semantic: undefined })).text).toBe(text.text);
    const second = done(text, edits.changeLabel(text, 1, { match: 'oak*' }));
    expect(second.text).toContain('    - match: "oak*"\n      part: Wood*\n      class: 5\n');
    expect(edits.changeLabel(text, 1, { class: 4 }).name).toBe('Set class of label all of Wood*');
  });

  it('moves with its comments, and goes', () => {
    const moved = done(text, edits.moveLabel(text, 1, 0));
    expect(moved.valueAt(['scene', 'labels', 0, 'part'])).toBe('Wood*');
    expect(moved.text).toContain('# tiles');
    expect(edits.moveLabel(text, 1, 0).name).toBe('Move label all of Wood* up');
    const one = done(text, edits.removeLabel(text, 1));
    expect(one.text).toBe(text.text.slice(0, text.text.indexOf('    - part')));
    expect(done(one, edits.removeLabel(one, 0)).valueAt(['scene'])).toEqual({});
    expect(() => edits.removeLabel(text, 2)).toThrow('the scene has no label 3');
  });
});

describe('an output', () => {
  it('is added behind the others, with a name of its own', () => {
    const file = edits.freshFile(STREET, 'street', '.las');
    expect(file).toBe('street-2.las');
    expect(edits.freshFile(STREET, 'street', '.laz')).toBe('street.laz');
    const two = done(STREET, edits.addOutput(STREET, file));
    expect(two.text).toBe(`${STREET.text}  - street-2.las\n`);
    expect(edits.freshFile(two, 'street', '.las')).toBe('street-3.las');
    const none = done(STREET, edits.removeOutput(STREET, 0));
    expect(none.valueAt(['output'])).toBeUndefined();
    expect(done(none, edits.addOutput(none, 'a.ply')).valueAt(['output'])).toEqual(['a.ply']);
    expect(done(two, edits.removeOutput(two, 1)).text).toBe(STREET.text);
  });

  it('is a path until it says more, and again afterwards', () => {
    const text = new SurveyText('output:\n  - a.las # all\n  - { file: b.csv, fields: all }\n');
    const more = done(text, edits.changeOutput(text, 0, { scale: 0.01 }));
    expect(more.text).toBe(text.text.replace('a.las', '{ file: a.las, scale: 0.01 }'));
    expect(done(more, edits.changeOutput(more, 0, { scale: undefined })).text).toBe(text.text);
    const listed = done(text, edits.changeOutput(text, 1, { fields: ['intensity', 'range'] }));
    expect(listed.text).toContain('{ file: b.csv, fields: [intensity, range] }');
    expect(edits.changeOutput(text, 1, { fields: undefined }).name).toBe('Set fields of output b.csv');
    expect(done(text, edits.changeOutput(text, 1, { fields: undefined })).valueAt(['output', 1])).toBe('b.csv');
  });

  it('gets another format, without the options that this one does not take', () => {
    const text = new SurveyText(
      'output:\n  - { file: a.copc.laz, scale: 0.01, fields: all, boxes: true, misses: true }\n',
    );
    const endings = ['.las', '.laz', '.copc.laz', '.csv'];
    const edit = edits.setOutputFormat(text, 0, { ending: '.csv', keys: ['fields'] }, endings);
    expect(edit.name).toBe('Write a.copc.laz as a.csv');
    expect(done(text, edit).text).toBe('output:\n  - { file: a.csv, fields: all, boxes: true, misses: true }\n');
    expect(edits.withoutEnding('x/a.LAS', endings)).toBe('x/a');
    expect(edits.withoutEnding('a.txt', endings)).toBe('a.txt');
  });
});
