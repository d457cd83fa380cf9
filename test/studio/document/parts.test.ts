import { describe, expect, it } from 'vitest';
import {
  type NamedEdit,
  partsOf,
  renamePart,
  setGeneratorKind,
  setPartValue,
} from '../../../studio/document/edits/index.js';
import { SurveyText } from '../../../studio/document/survey-text.js';

const TEXT = `scene:
  parts:
    - { name: street, generate: { kind: street, seed: 7, lanes: 3, season: winter } } # ours
    - name: oak
      file: models/oak.glb # from the nursery
      transform: { rotate: [0, 0, 30], scale: 1.2 }
      on: street
      instances: { scatter: { count: 20, area: [[-4, -4], [4, 4]], on: street } }
    - file: bench.obj
      on: { part: oak, by: surface }
  labels:
    - { part: oak, class: high vegetation }
    - { match: "oak*", semantic: tree }
`;

const survey = new SurveyText(TEXT);
const after = ({ patches }: NamedEdit): string => survey.apply(patches).text;
const set = (part: number, path: readonly string[], value: unknown) => setPartValue(survey, part, path, value);
/** The lines of a text that the one at first does not have. */
const fresh = (text: string): string[] => text.split('\n').filter((line) => !TEXT.split('\n').includes(line));

describe('edits of a part of the scene', () => {
  it('are named for what they do', () => {
    expect(set(1, ['unit'], 'cm').name).toBe('Set unit of oak');
    expect(set(1, ['transform', 'translate'], [1, 0, 0]).name).toBe('Move oak');
    expect(set(1, ['transform', 'rotate'], [1, 0, 0]).name).toBe('Turn oak');
    expect(set(1, ['transform', 'scale'], undefined).name).toBe('Scale oak');
    expect(set(0, ['generate', 'seed'], undefined).name).toBe('Reset seed of street');
    expect(renamePart(survey, 2, 'seat').name).toBe('Rename bench to seat');
    expect(setGeneratorKind(survey, 0, 'room', []).name).toBe('Make street a room');
    expect(() => set(3, ['unit'], 'm')).toThrow('the scene has no part 4');
  });

  it('change what they are of, and add keys at their places', () => {
    expect(fresh(after(set(1, ['transform', 'scale'], 2)))).toEqual([
      '      transform: { rotate: [0, 0, 30], scale: 2 }',
    ]);
    expect(fresh(after(set(1, ['transform', 'translate'], [500000.1234567, 0, 0])))).toEqual([
      '      transform: { rotate: [0, 0, 30], translate: [500000.1234567, 0, 0], scale: 1.2 }',
    ]);
    const unit = after(set(1, ['unit'], 'ft')).split('\n');
    expect(unit.slice(4, 6)).toEqual(['      file: models/oak.glb # from the nursery', '      unit: ft']);
    expect(fresh(after(set(2, ['transform', 'rotate'], [0, 0, 90])))).toEqual([
      '      transform: { rotate: [0, 0, 90] }',
    ]);
    expect(fresh(after(set(0, ['generate', 'lanes'], undefined)))).toEqual([
      '    - { name: street, generate: { kind: street, seed: 7, season: winter } } # ours',
    ]);
  });

  it('leave no placement of nothing', () => {
    const once = survey.apply(set(1, ['transform', 'rotate'], undefined).patches);
    expect(once.text).toContain('transform: { scale: 1.2 }');
    const twice = once.apply(setPartValue(once, 1, ['transform', 'scale'], undefined).patches);
    expect(partsOf(twice)[1]).not.toHaveProperty('transform');
  });

  it('rename it wherever the survey names it alone', () => {
    const renamed = after(renamePart(survey, 1, ' ash '));
    expect(fresh(renamed)).toEqual([
      '    - name: ash',
      '      on: { part: ash, by: surface }',
      '    - { part: ash, class: high vegetation }',
    ]);
    const street = fresh(after(renamePart(survey, 0, 'road')));
    expect(street).toHaveLength(3);
    expect(street.filter((line) => line.includes('on: road'))).toHaveLength(2);
    expect(fresh(after(renamePart(survey, 1, ''))).join()).not.toContain('name');
  });

  it('do not rename it to something that is no name in the survey', () => {
    expect(() => renamePart(survey, 1, 'as*')).toThrow(/would be a pattern in the labels/);
    expect(() => renamePart(survey, 0, 'ground')).toThrow(/would stand on all ground/);
  });

  it('take another generator without the keys that it has not', () => {
    expect(fresh(after(setGeneratorKind(survey, 0, 'forest', ['seed', 'season', 'stems'])))).toEqual([
      '    - { name: street, generate: { kind: forest, seed: 7, season: winter } } # ours',
    ]);
  });
});
