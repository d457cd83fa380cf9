import { describe, expect, it } from 'vitest';
import { workplace } from '../e2e/subray.js';

const PLACE = workplace();

const SURVEY = (motion: string) => `scene: { parts: [ { file: plate.obj }, { file: plate.obj${motion} } ] }
scanner: velodyne-vlp-16
legs: [ { position: [0, 0, 1], duration: 0.1 } ]
output: [ cloud.las ]
`;

describe('scene show', () => {
  PLACE.write('plate.obj', 'v -5 -5 0\nv 5 -5 0\nv 0 5 0\nf 1 2 3\n');
  PLACE.write('moves.yaml', SURVEY(', motion: { velocity: [1, 0, 0] }'));
  PLACE.write('stands.yaml', SURVEY(''));
  const show = (file: string, time: string) =>
    PLACE.answer('scene', 'show', file, '--png', 'a.png', '--size', '200x200', '--force', '--time', time);

  it('takes a moment of the clock', async () => {
    expect(await show('moves.yaml', '2.5')).toMatchObject({ code: 0, stderr: '' });
    expect((await show('moves.yaml', 'noon')).stderr).toContain('--time: found "noon", expected a number');
  });

  it('says where a moment means nothing', async () => {
    const { code, stderr } = await show('stands.yaml', '2.5');
    expect([code, stderr]).toEqual([0, expect.stringContaining('nothing in the scene moves: it is the same at 2.5 s')]);
    expect((await show('plate.obj', '2.5')).stderr).toContain(
      '--time: found "2.5", but a model stands: only in a survey do parts move',
    );
  });
});
