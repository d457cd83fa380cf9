import { describe, expect, it } from 'vitest';
import { CLOUD_FORMATS } from '../../src/io/clouds/cloud-formats.js';
import type { OutputOption } from '../../src/workbench/operations/list-output-formats.js';
import { benchWith } from './bench.js';

const ask = benchWith();
const listed = await ask('outputFormats', {});

const surveyWith = (output: object) => `
scene: { parts: [{ generate: { kind: terrain, triangles: 1000 } }] }
scanner: velodyne-vlp-16
legs: [{ position: [0, 0, 9] }]
output: [${JSON.stringify(output)}]
`;

/** Values of an option: all words, both limits, or some fields. */
function valuesOf({ kind, choices = [], min = 0, max = 1 }: OutputOption): unknown[] {
  if (kind === 'choice') return choices;
  if (kind === 'number') return [min, max];
  return kind === 'flag' ? [true] : [...listed.presets, ['minimal', 'range', 'normal']];
}

describe('the formats of outputs', () => {
  it('are all that there are, with all of their options', () => {
    expect(listed.formats.map(({ name, options }) => [name, options.map(({ key }) => key)])).toEqual(
      Object.entries(CLOUD_FORMATS).map(([name, { options }]) => [name, Object.keys(options)]),
    );
    const las = listed.formats[0].options;
    expect(las.find(({ key }) => key === 'scale')).toMatchObject({ kind: 'number', unit: 'm', min: 1e-9, max: 1 });
    expect(las.find(({ key }) => key === 'pointFormat')).toMatchObject({ kind: 'choice', choices: [1, 3, 6, 7, 8] });
    expect(las.find(({ key }) => key === 'fields')).toMatchObject({ kind: 'fields' });
    expect(listed.fields).toEqual(expect.arrayContaining(['intensity', 'range', 'normal', 'rgb']));
    for (const { options } of listed.formats)
      for (const { description } of options) expect(description).toMatch(/^\w.{20}/);
  });

  const cases = listed.formats.flatMap(({ name, endings, options }) =>
    options.flatMap((option) => valuesOf(option).map((value) => [name, endings[0], option.key, value] as const)),
  );
  it.each(cases)('%s (%s) takes %s %j', async (name, ending, key, value) => {
    const { faults } = await ask('check', { text: surveyWith({ file: `cloud${ending}`, [key]: value }) });
    // Layered files hold points of the formats from 6 on; surveys that have no waveforms refuse them.
    const isKnown = key === 'waveforms' || (key === 'pointFormat' && name !== 'las' && Number(value) < 6);
    if (!isKnown) expect(faults).toEqual([]);
  });

  it('may be divided by all that is listed', async () => {
    for (const by of listed.divisions) {
      const file = `c${/leg|strip/.test(by) ? '-%s' : ''}${by.endsWith('channel') ? '-%c' : ''}.las`;
      expect((await ask('check', { text: surveyWith({ file, by }) })).faults).toEqual([]);
    }
  });
});
