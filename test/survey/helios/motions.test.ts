import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../src/base/vec3.js';
import {
  BOX,
  CUBE,
  cornerAt,
  dmotion,
  lasting,
  MIDDLE,
  moving,
  sceneOf,
  stepped,
} from '../../support/helios-motions.js';
import { convertHelios, leg, load, refusal } from '../../support/helios-survey.js';

function near(found: Vec3, expected: Vec3, digits = 9): void {
  for (const axis of [0, 1, 2]) expect(found[axis]).toBeCloseTo(expected[axis], digits);
}

describe('a part with <dmotion>', () => {
  it('jumps where its tree is made anew', async () => {
    const steps = { scene: 'dynStep="20"', steps: 'dynStep="5" kdtDynStep="10"' };
    const scene = await sceneOf({ ...moving(CUBE, steps), legs: lasting(10) });
    const updates = [0, 1, 1000, 1001, 2000, 2001, 500_000].map((step) => (stepped(scene, step)[0] - BOX[0]) * 1000);
    expect(updates.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([0, 1, 1, 11, 11, 21, 4991]);
    near(stepped(scene, 500_000), [BOX[0] + 4.991, BOX[1] - 14.973, BOX[2]]);
  });

  it('stays where rays saw it last when its motion ends', async () => {
    const ending = CUBE.replace('loop="0"', 'loop="25"');
    const scene = await sceneOf(moving(ending, { steps: 'kdtDynStep="10"' }));
    expect((stepped(scene, 20)[0] - BOX[0]) * 1000).toBeCloseTo(11, 6);
    for (const step of [21, 26, 1000, 9_000]) expect((stepped(scene, step)[0] - BOX[0]) * 1000).toBeCloseTo(21, 6);
  });

  it('is updated in whole steps of seconds', async () => {
    const { value } = await convertHelios(
      moving(CUBE, {
        scene: 'dynTimeStep="0.08333333333333333"',
        steps: 'dynTimeStep="0.25" kdtDynTimeStep="0.6" dynStep="9" kdtDynStep="9"',
      }),
    );
    const { times, shown } = value.scene.parts[1].motion;
    expect(times[0].every * 1e5).toBeCloseTo(8333 * 3, 6);
    expect(shown).toBe(2);
  });

  it('moves on between updates where that is asked for', async () => {
    const steps = { scene: 'dynStep="20"', steps: 'dynStep="5" kdtDynStep="10"' };
    const scene = await sceneOf(moving(CUBE, steps), { dmotion: 'continuous' });
    near(stepped(scene, 0.5), BOX);
    near(stepped(scene, 100.5), [BOX[0] + 0.001, BOX[1] - 0.003, BOX[2]]);
    near(stepped(scene, 150.5), [BOX[0] + 0.0015, BOX[1] - 0.0045, BOX[2]]);
  });

  it('waits for its mirror image where it moves on between updates', async () => {
    const motions = dmotion('<motion type="reflection" ortho="0;0;1"/><motion type="translation" vec="0;1;0"/>');
    const scene = await sceneOf(moving(motions, { scene: 'dynStep="100"' }), { dmotion: 'continuous' });
    const start = cornerAt(scene, 0, 5);
    near(cornerAt(scene, 80, 5), start, 6);
    near(cornerAt(scene, 101, 5), [start[0], start[1] + 1, 10 - start[2]], 6);
    near(cornerAt(scene, 180, 5), [start[0], start[1] + 1, 10 - start[2]], 6);
  });

  it('turns about an axis through the middle of the scene, or about a centre of the world', async () => {
    const turn = (more: string) => dmotion(`<motion type="rotation" axis="0;1;0" angle="90" ${more}/>`);
    // (x, y, z) ↦ (z, y, −x) about the centre.
    const about = ([x, , z]: Vec3): Vec3 => [x + (BOX[2] - z), BOX[1], z - (BOX[0] - x)];
    const centre: Vec3 = [1, 0, -2];
    near(stepped(await sceneOf(moving(turn(''))), 1), about(MIDDLE));
    near(stepped(await sceneOf(moving(turn('center="1;0;-2"'))), 1), about([1, 0, 3]));
    near(stepped(await sceneOf(moving(turn('center="1;0;-2" autoCRS="1"'))), 1), about(centre));
    near(stepped(await sceneOf(moving(turn('center="1;0;-2" autoCRS="2"'))), 1), about([1, 0, -7]));
    near(stepped(await sceneOf(moving(turn('selfMode="true"'))), 1), BOX);
  });

  it('is shifted by the middle of the scene where autoCRS says so', async () => {
    const scene = await sceneOf(moving(dmotion('<motion type="translation" vec="1;0;0" autoCRS="2"/>')));
    near(stepped(scene, 1), [3, 3, 17]);
  });

  it('goes from sequence to sequence, and begins these anew', async () => {
    const step = (x: number) => `<motion type="translation" vec="${x};0;0"/>`;
    const scene = await sceneOf(
      moving(
        dmotion(step(1), 'id="a" loop="2" next="b"') +
          dmotion(step(10), 'id="b" loop="1" next="c"') +
          dmotion(step(100), 'id="c" loop="1" next="b"'),
      ),
    );
    const found = [0, 1, 2, 3, 4, 5, 6].map((k) => Math.round(stepped(scene, k)[0] - BOX[0]));
    expect(found).toEqual([0, 1, 2, 12, 112, 122, 222]);
  });

  it('has motions that do nothing: axis 0;0;0 with angle 0', async () => {
    const nothing = '<motion type="rotation" axis="0.000;-0.000;0" angle="0.0" center="1;2;3" autoCRS="1"/>';
    const { value } = await convertHelios(moving(dmotion(`${nothing}<motion type="translation" vec="0;0;0"/>`)));
    expect(value.scene.parts[1].motion.updates).toEqual([{ moves: [{}] }]);
  });

  it.each([
    ['reflection', '<motion type="reflection" ortho="0;0;2"/>', ([x, y, z]: Vec3): Vec3 => [x, y, 10 - z]],
    [
      'glideplane',
      '<motion type="glideplane" ortho="3;0;0" shift="0;1;2"/>',
      ([x, y, z]: Vec3): Vec3 => [-x, y + 1, z + 2],
    ],
    [
      'rotsym',
      '<motion type="rotsym" axis="0;0;1" angle="90" center="1;0;2"/>',
      ([x, y, z]: Vec3): Vec3 => [1 - y, x - 1, 14 - z],
    ],
    [
      'rotsym about the part',
      '<motion type="rotsym" axis="0;0;1" angle="90" center="1;0;2" selfMode="1"/>',
      // The part of the translation that belongs to the centre remains: (1, −1, 4), by which the middle goes on.
      ([x, y, z]: Vec3, step: number): Vec3 => {
        const [a, b, c] = [BOX[0] + step - 1, BOX[1] - (step - 1), BOX[2] + 4 * (step - 1)];
        return [a - (y - b) + 1, b + (x - a) - 1, 2 * c - z + 4];
      },
    ],
  ])('shows its mirror image by turns: %s', async (_, motion, image) => {
    const scene = await sceneOf(moving(dmotion(motion)));
    let expected = cornerAt(scene, 0, 5);
    for (const step of [1, 2, 3]) {
      expected = image(expected, step);
      near(cornerAt(scene, step, 5), expected, 6);
    }
    const objects = scene.instances.slice(1).map(({ surfaceBase }) => scene.surfaces[surfaceBase].instance);
    expect(objects).toEqual([2, 2]);
  });

  it('repeats itself where it comes back, in place of millions of poses', async () => {
    // A planet of HELIOS++'s data/dev/moving_tls_toyblocks.xml: 360 updates later it is where it was.
    const planet = `<motion type="rotation" axis="0;0;1" angle="2" selfMode="true"/>
      <motion type="translation" vec="-12;-10;0"/><motion type="rotation" axis="0;0;1" angle="1"/>
      <motion type="translation" vec="12;10;0"/>`;
    const scene = await sceneOf({ ...moving(dmotion(planet)), legs: lasting(10) });
    expect(scene.motions![0].times.length).toBe(361);
    expect(scene.motions![0].period).toBeCloseTo(0.0036, 12);
    const quarter = [90, 90 + 360 * 7, 90 + 360 * 2_500].map((step) => stepped(scene, step));
    // (x, y) − (12, 10) turned by a quarter.
    for (const place of quarter) near(place, [12 - (BOX[1] - 10), 10 + (BOX[0] - 12), BOX[2]], 6);
  });

  it('drifts on for ever however slowly', async () => {
    const scene = await sceneOf(moving(dmotion('<motion type="translation" vec="1e-9;0;0"/>')));
    expect(stepped(scene, 9_000)[0] - BOX[0]).toBeCloseTo(9e-6, 11);
  });

  it('is refused for more updates than there may be', async () => {
    const survey = moving(dmotion('<motion type="rotation" axis="0;0;1" angle="1.234567" center="1;2;3"/>'));
    const long = leg('x="1" y="2" z="3"', 'headRotatePerSec_deg="0.5" headRotateStop_deg="100"');
    await expect(sceneOf({ ...survey, legs: long })).rejects.toThrow('the motion takes more than 16777216 updates');
  });

  it('goes on from leg to leg, at the pulse rate of each, through the warm-up', async () => {
    const survey = moving(CUBE, { scene: 'dynStep="100"' });
    const legs = lasting(10);
    const second = leg('x="1" y="2" z="3"', 'pulseFreq_hz="300000" headRotateStop_deg="10"');
    const { value } = await convertHelios({ ...survey, legs: legs + second + legs });
    const { times } = value.scene.parts[1].motion;
    expect(times).toHaveLength(3);
    expect(times[0]).toEqual({ from: 0.5e-5, every: 0.001, count: 10_000 });
    const [{ duration: first }, { duration: next }] = value.legs;
    const stepsOfFirst = Math.round(first * 100_000);
    const begun = Math.ceil(stepsOfFirst / 100) * 100 - stepsOfFirst;
    expect(times[1].from).toBeCloseTo(first + (begun + 0.5) / 300_000, 9);
    expect(times[1].every).toBeCloseTo(100 / 300_000, 15);
    const stepsOfNext = stepsOfFirst + Math.round(next * 300_000);
    const left = Math.ceil(stepsOfNext / 100) * 100 - stepsOfNext;
    expect(times[2].from).toBeCloseTo(first + next + (left + 0.5) / 100_000, 9);
    expect(times[2].count).toBeUndefined();
  });

  it('warns of sequences that nothing leads to, and of autoCRS that does nothing', async () => {
    const mirror = '<motion type="reflection" ortho="0;0;1" autoCRS="1"/>';
    const { warnings } = await convertHelios(
      moving(dmotion(mirror, 'id="a" loop="1"') + dmotion(mirror, 'id="b" loop="1"')),
    );
    expect(warnings).toEqual([
      'scene.xml:2: autoCRS of <motion type="reflection"> is ignored, as in HELIOS++; only translation and rotation with a center take it',
      'scene.xml:2: no <dmotion> leads to "b", which is never made',
    ]);
  });

  it('begins anew in each play', async () => {
    const swapped = moving(`<swap>${load('plate.obj')}</swap>${CUBE}`);
    const { value, warnings } = await convertHelios(swapped);
    expect(value.epochs[1].parts.part1.motion).toEqual(value.scene.parts[1].motion);
    expect(warnings).toEqual([expect.stringContaining('in each play motions begin anew; in HELIOS++ they go on')]);
  });

  it.each([
    ['<dmotion id="a" loop="1"/>', {}, '<dmotion> has no <motion>, expected at least one'],
    [dmotion('<motion type="transl" vec="1;2;3"/>'), {}, 'type of <motion>: found "transl", expected one of: identity'],
    [dmotion('<motion type="rotation" axis="0;0;0" angle="5"/>'), {}, 'axis of <motion>: found 0;0;0, expected a dir'],
    [dmotion('<motion type="helical" axis="0;0;0" angle="5" glide="1"/>'), {}, 'axis of <motion>: found 0;0;0'],
    [dmotion('<motion type="rotsym" axis="0;0;0" angle="0"/>'), {}, 'axis of <motion>: found 0;0;0, expected a dir'],
    [dmotion('<motion type="reflection" ortho="0;0;0"/>'), {}, 'ortho of <motion>: found 0;0;0, expected a direction'],
    [
      dmotion('<motion type="glideplane" ortho="0;0;2" shift="1;0;0.1"/>'),
      {},
      'shift of <motion>: expected one within the plane, at right angles to ortho',
    ],
    [CUBE, { scene: 'dynStep="0"' }, 'dynStep of <scene>: found "0", expected a number >= 1'],
    [CUBE, { steps: 'kdtDynStep="-3"' }, 'kdtDynStep of <part>: found "-3", expected a number >= 1'],
    [CUBE, { steps: 'dynStep="1.5"' }, 'dynStep of <part>: found "1.5", expected a whole number'],
    [CUBE, { scene: 'dynTimeStep="0"' }, 'dynTimeStep of <scene>: found "0", expected a number > 0'],
    [
      CUBE,
      { scene: 'dynTimeStep="1e-6"' },
      'dynTimeStep of <scene>: found 0.000001, expected at least the time of a step, 0.00001 s',
    ],
    [
      CUBE,
      { scene: 'dynTimeStep="0.1"', steps: 'dynTimeStep="0.05"' },
      'dynTimeStep of <part>: found 0.05, expected at least that of <scene>, 0.1 s',
    ],
    [
      CUBE,
      { scene: 'dynTimeStep="0.1"', steps: 'kdtDynTimeStep="0.05"' },
      'kdtDynTimeStep of <part>: found 0.05, expected at least its dynTimeStep, 0.1 s',
    ],
  ])('has a fault in %s %o', async (motions, steps, message) => {
    expect(await refusal(moving(motions, steps))).toContain(message);
  });
});
