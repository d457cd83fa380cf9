/** Lists of a file may have any length: none of them goes through the arguments of a function. */
import { describe, expect, it } from 'vitest';
import { append } from '../../src/base/append.js';
import { createWebFiles } from '../../src/base/files/web-files.js';
import { drawWaveforms } from '../../src/picture/waveforms/draw-waveforms.js';
import { readModel } from '../../src/scene/read/read-model.js';
import { contextOf, filesOf } from './in-memory.js';

const MANY = 200_000;

describe(`${MANY} items`, () => {
  it('are appended to a list', () => {
    const list = [1];
    append(list, new Array(MANY).fill(2));
    expect([list.length, list[0], list[MANY]]).toEqual([MANY + 1, 1, 2]);
  });

  it('may be materials of a library', async () => {
    const library = Array.from({ length: MANY }, (_, k) => `newmtl ${k}\n`).join('');
    const model = 'mtllib a.mtl b.mtl\nusemtl 7\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
    const files = filesOf({ 'a.mtl': library, 'b.mtl': 'newmtl b\n' }, 'a.obj', new TextEncoder().encode(model));
    expect((await readModel('a.obj', contextOf(files))).meshes).toHaveLength(1);
  });

  it('may be numbers of a waveform', async () => {
    const power = new Float64Array(MANY).map((_, k) => k % 7);
    const parts = [{ start: 0, interval: 1e-9, power, returns: [] }];
    const files = createWebFiles();
    await drawWaveforms('a.npz', [{ number: 1, fromEmission: false, parts } as never], 'a.png', {
      ...{ files, width: 640, height: 480, background: 'dark' },
    } as never);
    expect((await files.read('a.png')).length).toBeGreaterThan(100);
  });
});
