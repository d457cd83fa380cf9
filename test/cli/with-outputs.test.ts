import {
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { withOutputs } from '../../src/cli/with-outputs.js';
import { encodePng } from '../../src/picture/raster/png.js';
import { subray } from './fakes.js';

let folder = '';
const at = (name: string): string => join(folder, name);
const SCENE =
  'mtllib field.mtl\no field\nv -20 -10 0\nv 20 -10 0\nv 20 10 0\nv -20 10 0\nvt 0 0\nvt 1 0\nvt 1 1\nusemtl field\nf 1/1 2/2 3/3\nf 1/1 3/3 4/2\n';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'subray-outputs-'));
  writeFileSync(at('field.obj'), SCENE);
  writeFileSync(at('field.mtl'), 'newmtl field\nmap_Kd grass.png\n');
  writeFileSync(at('grass.png'), await encodePng({ width: 2, height: 2, data: new Uint8Array(16).fill(255) }));
  writeFileSync(
    at('stand.yaml'),
    'scene: { parts: [ { file: field.obj, up: z } ] }\nscanner: velodyne-vlp-16\nlegs: [ { position: [0, 0, 2] } ]\noutput: [ a.las ]\n',
  );
  writeFileSync(at('cloud.csv'), 'x,y,z\n0,0,0\n1,1,0\n2,0,1\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('outputs of commands', () => {
  it.each([
    [
      'a plan',
      (to: string) =>
        `plan als --scene ${at('field.obj')} --scanner riegl-lms-q560 --height 50 -o ${to}.yaml --png ${to}.png --size 300x300`,
    ],
    ['a scene', (to: string) => `scene show ${at('field.obj')} --png ${to}.png --size 300x300`],
    ['a generated scene', (to: string) => `scene generate terrain --triangles 300 --out ${to}.glb`],
    ['a scan pattern', (to: string) => `scanner show velodyne-vlp-16 --png ${to}.png --size 300x300`],
    ['a material', (to: string) => `material show brick --png ${to}.png --size 300x300`],
    ['a cloud', (to: string) => `info ${at('cloud.csv')} --png ${to}.png --size 300x300 --view top`],
  ])('make their folders: of %s', async (name, command) => {
    const to = at(`new/${name.replaceAll(' ', '-')}/deep/file`);
    const { code, stderr } = await subray(command(to));
    expect([code, stderr]).toEqual([0, '']);
    expect(readdirSync(join(to, '..')).length).toBeGreaterThan(0);
  });

  it('leave no folder behind when the work fails', async () => {
    const failing = withOutputs([at('left/a.png'), at('left/more/b.yaml')], {}, async () => {
      expect(existsSync(at('left/more'))).toBe(true);
      throw new UserError('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(existsSync(at('left'))).toBe(false);
    const { code } = await subray(`info ${at('none.las')} --png ${at('left/a.png')}`);
    expect([code, existsSync(at('left'))]).toEqual([2, false]);
  });

  it('never replace an input, by name or link, nor what a scene reads', async () => {
    const grass = readFileSync(at('grass.png'));
    linkSync(at('cloud.csv'), at('hard.png'));
    symlinkSync(at('field.obj'), at('soft.png'));
    for (const [command, reason] of [
      [`info ${at('cloud.csv')} --png ${at('hard.png')}`, 'cloud.csv, which is read'],
      [`scene show ${at('field.obj')} --png ${at('soft.png')}`, 'field.obj, which is read'],
      [`scene show ${at('field.obj')} --png ${at('grass.png')}`, 'grass.png, which is read'],
      [`scene show ${at('stand.yaml')} --png ${at('grass.png')}`, 'grass.png, which is read'],
      [
        `plan als --scene ${at('stand.yaml')} --scanner riegl-lms-q560 --height 50 --png ${at('grass.png')}`,
        'grass.png, which is read',
      ],
      [
        `plan als --scene ${at('field.obj')} --scanner riegl-lms-q560 --height 50 --png ${at('soft.png')}`,
        'field.obj, which is read',
      ],
    ]) {
      const { code, stderr } = await subray(`${command} --force --size 300x300`);
      expect(code, command).toBe(2);
      expect(stderr, command).toContain(reason);
    }
    expect(readFileSync(at('grass.png')).equals(grass)).toBe(true);
    expect(readFileSync(at('field.obj'), 'utf8')).toBe(SCENE);
    expect(readFileSync(at('cloud.csv'), 'utf8')).toMatch(/^x,y,z/);
  });
});
