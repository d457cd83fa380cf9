import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { loadEpochs } from '../../../src/survey/load-survey.js';
import { faultOf } from '../../scene/scene-files.js';
import { HAS_HELIOS_REFERENCE, HELIOS, HELIOS_ASSETS } from '../../support/helios-reference.js';
import { convertHelios, filter, load, PLATE, part, refusal, writeHeliosSurvey } from '../../support/helios-survey.js';

const files = { 'ground.obj': PLATE, 'cube.obj': PLATE, 'ball.obj': PLATE };

const move = (x: number) => filter('translate', { offset: `${x};0;0` });
const scale = (factor: number) => filter('scale', { scale: `${factor}` });
const swap = (content: string, attributes = '') => `<swap ${attributes}>${content}</swap>`;

describe('swaps', () => {
  it('are epochs, as many as the part with the most swaps has steps, and one', async () => {
    const { value } = await convertHelios({
      files,
      parts: [
        part(load('ground.obj')),
        // Lasts one play; then the ball for two, then the cube again, larger.
        part(
          load('cube.obj') +
            move(1) +
            swap(load('ball.obj') + move(2), 'swapStep="2"') +
            swap(scale(3), 'swapStep="1" keepCRS="true"'),
          'id="7"',
        ),
        part(load('ball.obj') + swap('', 'force_null="true"')),
      ].join('\n'),
    });
    expect(value.scene.parts).toEqual([
      { file: 'ground.obj', instance: 1 },
      { name: 'part1', file: 'cube.obj', transform: { translate: [1, 0, 0] }, instance: 8 },
      { name: 'part2', file: 'ball.obj', instance: 3 },
    ]);
    const ball = { file: 'ball.obj', transform: { translate: [2, 0, 0] }, instance: 8 };
    expect(value.epochs).toEqual([
      { name: 'play1' },
      { name: 'play2', parts: { part1: ball, part2: null } },
      { name: 'play3', parts: { part1: ball, part2: null } },
      { name: 'play4', parts: { part1: { file: 'cube.obj', transform: { scale: 3 }, instance: 8 }, part2: null } },
    ]);
  });

  it('are a fault at the swap if they remove the only part', async () => {
    const { folder, file } = writeHeliosSurvey({
      files,
      parts: part(`${load('cube.obj')}\n${swap('', 'force_null="true"')}`),
    });
    const fault = await faultOf(loadEpochs(file, { files: nodeFiles, assets: [folder] }));
    expect(String(fault).replaceAll(`${folder}/`, '')).toMatch(
      /^scene\.xml:3:\d+: epochs\[1\]\.parts: the epoch "play2" removes all parts of the scene, expected at least one left$/,
    );
  });

  it('are none in a scene without them', async () => {
    expect((await convertHelios()).value).not.toHaveProperty('epochs');
  });

  it.each([
    [part(load('cube.obj') + swap(load('nowhere.obj'))), /swap of part0: found no file "nowhere\.obj"/],
    [part(load('cube.obj') + swap('', 'swapStep="0"')), /swapStep of <swap>: found "0"/],
    [part(load('cube.obj') + swap('', 'swapStep="1000"')), /found swaps for 1001 plays, expected at most 1000/],
    [
      part(filter('objloader', { efilepath: '(cube|ball).obj' }) + swap('')),
      /the part loads 2 files and has swaps, which is read of one file only/,
    ],
    [
      part(load('cube.obj') + swap(filter('objloader', { efilepath: '(cube|ball).obj' }))),
      /the swap loads 2 files, which is read of one file only/,
    ],
  ])('have a fault in %s', async (parts, message) => {
    expect(await refusal({ parts, files })).toMatch(message);
  });
});

describe.skipIf(!HAS_HELIOS_REFERENCE)('surveys of HELIOS++ (skipped: ../shared/helios is not here)', () => {
  it.each([
    ['als_dyn_geom_swap', [4, 4, 3, 3]],
    ['tls_dyn_geom_swap', [4, 4, 3, 3]],
    // Sphere, big, nothing twice, big, nothing, biggest.
    ['als_dyn_geom_swap_recycle', [2, 2, 1, 1, 2, 1, 2]],
  ])('play %s', async (name, counts) => {
    const file = `${HELIOS}data/surveys/dyn/${name}.xml`;
    const epochs = await loadEpochs(file, { files: nodeFiles, assets: HELIOS_ASSETS });
    expect(epochs.map(({ epoch }) => epoch)).toEqual(counts.map((_, k) => `play${k + 1}`));
    expect(epochs.map(({ survey }) => survey.scene.parts.length)).toEqual(counts);
  });
});
