import { describe, expect, it } from 'vitest';
import { SurveyText } from '../../../../studio/document/survey-text.js';
import type { Path } from '../../../../studio/document/yaml-tree.js';
import { faultsAt } from '../../../../studio/state/survey/faults-at.js';
import { benchWith } from '../../../workbench/bench.js';

const ask = benchWith();

/** The faults that a run finds in a survey with these outputs and labels, by path. */
async function faultsOf(outputs: string, labels = '') {
  const text = `\uFEFFscene:
  parts: [{ generate: { kind: terrain, triangles: 1000 } }]
  labels: [${labels}]
scanner: velodyne-vlp-16
legs: [{ position: [0, 0, 9] }]
output:
${outputs}`;
  const { faults } = await ask('check', { text });
  const survey = new SurveyText(text);
  return (path: (string | number)[], inside?: string[]) => faultsAt(survey, faults, path, inside);
}

describe('the faults at a field', () => {
  it('are found at once where there are thousands of both', () => {
    const count = 3000;
    const legs = Array.from({ length: count }, (_, k) => `  - { position: [${k}, 0, 2], duraton: 1 }\n`).join('');
    const text = new SurveyText(`legs:\n${legs}`);
    const faults = Array.from({ length: count }, (_, k) => ({ line: k + 2, column: 27, message: `fault ${k}` }));
    const began = performance.now();
    const found = faults.map((_, k) => faultsAt(text, faults, ['legs', k]));
    expect(performance.now() - began).toBeLessThan(3000);
    expect(found).toEqual(faults.map(({ message }) => [message]));
  });

  it('begin with a name as it is', () => {
    const text = new SurveyText('scene: 1\n');
    const shown = (message: string) => faultsAt(text, [{ line: 1, column: 8, message }], ['scene'])[0];
    expect(shown('pyramide ä #1 stands on "feild", which is not a part of the scene')).toMatch(/^pyramide ä #1 stands/);
    expect(shown('haus.obj:3: found x, expected a number')).toMatch(/^haus\.obj:3: found x/);
    expect(shown('legs[0].speed: found 0, expected a number')).toBe('Found 0, expected a number');
    expect(shown('found 0, expected a number')).toBe('Found 0, expected a number');
  });

  it('are those of its key, and of no other', async () => {
    const at = await faultsOf(
      '  - a.las\n  - { file: b.las, scale: 5 } # c\n  - { file: c.nothing }\n  - file: d.csv\n    pointFormat: 6\n',
    );
    expect(at(['output', 0])).toEqual([]);
    expect(at(['output', 1, 'scale'])).toEqual([expect.stringMatching(/^Found 5, expected a number/)]);
    expect(at(['output', 1], ['scale'])).toEqual([]);
    expect(at(['output', 1])).toHaveLength(1);
    expect(at(['output', 2], ['scale'])).toEqual([expect.stringMatching(/expected a path that ends in \.las/)]);
    expect(at(['output', 3, 'pointFormat'])).toEqual([expect.stringMatching(/a file that ends in \.las/)]);
    expect(at(['output', 4])).toEqual([]);
  });

  it('are those of a label as a whole where a key is missing', async () => {
    const at = await faultsOf('  - a.las\n', '{ match: a }, { match: b, class: no such class }');
    expect(at(['scene', 'labels', 0], ['match', 'class'])).toEqual([
      expect.stringMatching(/a label with class, semantic or material/),
    ]);
    expect(at(['scene', 'labels', 1, 'class'])).toEqual([expect.stringMatching(/an ASPRS class/)]);
    expect(at(['scene', 'labels', 1], ['match', 'class'])).toEqual([]);
  });
});

describe('the faults of a leg', () => {
  it('are at its numbers, and at coordinates of its places and points', async () => {
    const text = `scene: { parts: [{ generate: { kind: terrain, triangles: 1000 } }] }
scanner: velodyne-vlp-16
platform: no such thing
legs:
  - { from: [0, 0, 9], to: [10, here, 9], speed: -5 }
  - path: [[0, 0, 1], [1, x, 1]]
    speed: fast
output: [a.las]
`;
    const { faults } = await ask('check', { text });
    const at = (path: Path, inside?: Path) => faultsAt(new SurveyText(text), faults, path, inside);
    expect(at(['legs', 0, 'speed'])).toEqual([expect.stringMatching(/^Found -5, expected a number >= 0.000001/)]);
    expect(at(['legs', 0, 'to', 1])).toEqual([expect.stringMatching(/^Found "here", expected a number/)]);
    expect(at(['legs', 0, 'to'], [0, 1, 2])).toEqual([]);
    expect(at(['legs', 1, 'speed'])).toEqual([expect.stringMatching(/^Found "fast"/)]);
    expect(at(['legs', 1, 'path', 0])).toEqual([]);
    expect(at(['legs', 1, 'path', 1])).toEqual([expect.stringMatching(/^Found "x"/)]);
    expect(at(['legs', 1], ['speed', 'path'])).toEqual([]);
    expect(at(['platform'])).toEqual([expect.stringMatching(/^Found "no such thing", expected a platform/)]);
  });
});
