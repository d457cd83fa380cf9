import { describe, expect, it } from 'vitest';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { readSurvey } from '../../src/survey/read-survey.js';
import { listPartSettings } from '../../src/workbench/operations/list-part-settings.js';

const settings = await listPartSettings({} as never, {}, {} as never);
const surveyWith = (generate: object) =>
  readSurvey(
    { scene: { parts: [{ generate }] }, scanner: 'velodyne-vlp-16', legs: [{ position: [0, 0, 1] }] } as never,
    { files: nodeMachine.files },
  );

describe('the settings of parts of a scene', () => {
  it('are the numbers of each generator, with their units and limits', () => {
    const street = settings.generators.find(({ kind }) => kind === 'street');
    const numbers = Object.fromEntries(street?.numbers.map(({ key, ...rest }) => [key, rest]) ?? []);
    expect(numbers.length).toMatchObject({ unit: 'm', min: 30, max: 2000, isWhole: false });
    expect(numbers.lanes).toEqual({ description: 'both ways together; 2', min: 1, max: 8, isWhole: true });
    expect(numbers.triangles).toMatchObject({ min: 20_000, max: 100_000_000, isWhole: true });
    expect(numbers.storeys).toBeUndefined();
    expect(street?.choices.map(({ key, words }) => [key, words[0]])).toEqual([
      ['season', 'summer'],
      ['materials', 'usual'],
      ['semantics', 'objects'],
    ]);
    expect(street?.others).toEqual(['vehicles', 'moving']);
  });

  it('have the limits that surveys have', async () => {
    for (const { kind, numbers } of settings.generators)
      for (const { key, min = 0, above, max, isWhole } of numbers) {
        const step = isWhole ? 1 : 1e-3;
        const [least, under] = above === undefined ? [min, min - step] : [above + step, above];
        for (const value of [least, max])
          await expect(surveyWith({ kind, [key]: value }), `${kind} ${key} ${value}`).resolves.toBeDefined();
        for (const value of [under, max + step])
          await expect(surveyWith({ kind, [key]: value }), `${kind} ${key} ${value}`).rejects.toThrow(key);
      }
  });

  it('are names of units, the metre first', () => {
    expect(settings.units[0]).toBe('m');
    expect(settings.units).toContain('ft');
  });
});
