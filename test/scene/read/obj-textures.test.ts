import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import type { Model } from '../../../src/scene/model.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import { faultOf, temporaryFolder } from '../scene-files.js';
import { LEAF, MASK, OPAQUE, uvsOf, wholeLog } from './texture-files.js';

const folder = temporaryFolder();

describe('a reader of textures of OBJ', () => {
  const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';
  const CORNERS = 'vt 0 0\nvt 1 0\nvt 1 0.75\nvt 0 1 0\n';
  folder.write('obj/mats/tex/red blue.png', OPAQUE);
  folder.write('obj/mats/leaf.png', LEAF);
  folder.write('obj/mask.png', MASK);
  folder.write('secret.png', LEAF);

  const read = (mtl: string, faces: string, log = wholeLog(), text = `${SQUARE}${CORNERS}`): Promise<Model> => {
    folder.write('obj/mats/a.mtl', mtl);
    return readModel(folder.write('obj/a.obj', `mtllib mats/a.mtl\n${text}${faces}`), { files: nodeFiles, log });
  };
  const QUAD = 'usemtl a\nf 1/1 2/2 3/3 4/4\n';

  it('reads images beside the library, with blanks, backslashes and options', async () => {
    const log = wholeLog();
    const { materials, textures } = await read(
      'newmtl a\nKd 0.5 1 1\nmap_Kd -s 1 1 1 -clamp on -mm 0 1 tex\\red blue.png\nnewmtl b\nmap_Kd ../mats/tex/red blue.png\nnewmtl c\nKd 0 0 0\nmap_Kd tex/red blue.png\n',
      `${QUAD}usemtl b\nf 1/1 2/2 3/3\nusemtl c\nf 1/1 2/2 3/3\n`,
      log,
    );
    expect(materials).toEqual([
      { name: 'a', baseColor: [0.25, 0, 0.5, 1], textures: { baseColor: 0, tint: [0.5, 1, 1] } },
      { name: 'b', baseColor: [0.5, 0, 0.5, 1], textures: { baseColor: 1 } },
      { name: 'c', baseColor: [0.5, 0, 0.5, 1], textures: { baseColor: 2 } },
    ]);
    expect(textures?.map(({ wrapU, wrapV }) => `${wrapU} ${wrapV}`)).toEqual([
      'clamp clamp',
      'repeat repeat',
      'repeat repeat',
    ]);
    expect(log.warnings).toEqual([]);
  });

  it('scales and shifts texture coordinates as the options -s and -o of a material say', async () => {
    const log = wholeLog();
    const { meshes } = await read(
      'newmtl a\nmap_d -s 4 2 1 -o 0.5 leaf.png\nmap_Kd -s 4 2 1 -o 0.5 0 leaf.png\nnewmtl b\nmap_Kd leaf.png\n',
      'usemtl a\nf 1/1 2/2 3/3\nusemtl b\nf 1/1 3/3 4/4\n',
      log,
    );
    const [{ indices, uvs }] = meshes;
    const corners = [...indices].map((v) => [uvs?.[2 * v], 1 - (uvs?.[2 * v + 1] ?? NaN)]);
    expect(corners).toEqual([
      [0.5, 0],
      [4.5, 0],
      [4.5, 1.5],
      [0, 0],
      [1, 0.75],
      [0, 1],
    ]);
    expect(log.warnings).toEqual([]);
  });

  it('says which options of maps it does not apply', async () => {
    const log = wholeLog();
    await read('newmtl a\nmap_d -s 2 -t 0.1 leaf.png\nmap_Kd -mm 0.5 1 -imfchan m leaf.png\n', QUAD, log);
    expect(log.warnings.map((line) => line.replace(/.*a.obj: /, ''))).toEqual([
      'material "a": options of its maps that are not applied: -t, -mm',
      'material "a": its maps differ in -s or -o: all lie as map_d does',
    ]);
  });

  it('splits vertices by texture coordinate, v downwards; keeps them together where they agree', async () => {
    const { meshes } = await read(
      'newmtl a\nmap_Kd tex/red blue.png\n',
      'usemtl a\nf 1/1 2/2 3/3\nf 1/1 3/3 4/4\nf -4/-1 -3/-4 -2/-2\nf 1/4 2/1 4/4\n',
    );
    const [mesh] = meshes;
    expect(uvsOf(mesh)).toEqual([
      [0, 1],
      [1, 1],
      [1, 0.25],
      [0, 1],
      [1, 0.25],
      [0, 0],
      [0, 0],
      [0, 1],
      [1, 0.25],
      [0, 0],
      [0, 1],
      [0, 0],
    ]);
    // Four of the file, then 1/4 and 2/1, which are used twice.
    expect([...mesh.indices]).toEqual([0, 1, 2, 0, 2, 3, 4, 5, 2, 4, 5, 3]);
    expect([...mesh.positions.subarray(12)]).toEqual([0, 0, 0, 1, 0, 0]);
  });

  it('cuts concave polygons with their texture coordinates', async () => {
    const arrow = 'v 0 0 0\nv 4 2 0\nv 0 4 0\nv 1 2 0\nvt 0 0\nvt 1 0.5\nvt 0 1\nvt 0.25 0.5\nvt 7 7\n';
    const { meshes } = await read(
      'newmtl a\nmap_Kd tex/red blue.png\n',
      'usemtl a\nf 4/5 3/5 1/5\nf 1/1 2/2 3/3 4/4\n',
      wholeLog(),
      arrow,
    );
    const [mesh] = meshes;
    // x = 4 u and y = 4 (1 − v) for every corner of the arrow's own two triangles.
    const uvs = uvsOf(mesh).slice(3);
    expect(uvs).toHaveLength(6);
    uvs.forEach(([u, v], k) => {
      const vertex = mesh.indices[3 + k];
      expect([mesh.positions[3 * vertex], mesh.positions[3 * vertex + 1]]).toEqual([4 * u, 4 * (1 - v)]);
    });
  });

  it('reads no texture coordinates where no material needs them', async () => {
    const log = wholeLog();
    const { meshes } = await read(
      'newmtl a\nKd 1 0 0\nnewmtl unused\nmap_Kd tex/red blue.png\n',
      `${QUAD}f 1/9 2/0 3/x\n`,
      log,
    );
    expect(meshes[0].uvs).toBeUndefined();
    expect(meshes[0].positions).toHaveLength(12);
  });

  it('keeps faces without texture coordinates, whole and of one colour', async () => {
    const log = wholeLog();
    const model = await read('newmtl a\nKd 1 1 1\nmap_Kd leaf.png\n', `${QUAD}f 1 2 3\nf 1//1 2/2 3/3\n${QUAD}`, log);
    expect(log.warnings[0]).toContain('2 faces of textured materials have no texture coordinates');
    expect([...model.meshes[0].triangleGroup]).toEqual([0, 0, 1, 1, 0, 0]);
    expect(model.meshes[0].groups.map(({ material }) => model.materials[material].textures)).toEqual([
      { baseColor: 0, alpha: 0 },
      undefined,
    ]);
  });

  it('takes nan and what is missing for 0', async () => {
    const { meshes } = await read(
      'newmtl a\nmap_Kd tex/red blue.png\n',
      'usemtl a\nf 1/1 2/2 3/3\n',
      wholeLog(),
      `${SQUARE}vt nan nan\nvt 0.5\nvt 1e300 0.25\n`,
    );
    expect(uvsOf(meshes[0])).toEqual([
      [0, 1],
      [0.5, 1],
      [0, 0.75],
    ]);
  });

  it('takes alpha, or the brightness of an opaque image, for a mask', async () => {
    const { materials, textures } = await read(
      'newmtl a\nmap_Kd leaf.png\nnewmtl b\nmap_Kd tex/red blue.png\nmap_d ../mask.png\nnewmtl c\nmap_d leaf.png\nnewmtl d\nmap_Kd tex/red blue.png\n',
      ['a', 'b', 'c', 'd'].map((name) => `usemtl ${name}\nf 1/1 2/2 3/3\n`).join(''),
    );
    expect(materials.map(({ textures: own, alphaCutoff }) => [own?.baseColor, own?.alpha, alphaCutoff])).toEqual([
      [0, 0, 0.5],
      [2, 1, 0.5],
      [undefined, 0, 0.5],
      [2, undefined, undefined],
    ]);
    expect([...(textures?.[1].texels ?? [])].filter((_, i) => i % 4 === 3)).toEqual([255, 20]);
  });

  it('reads subray’s own images: reflectance, and numbers of materials', async () => {
    const { materials, textures } = await read(
      'newmtl a\nsubray_map_reflectance -clamp on ../mask.png\nsubray_map_material "tex/red blue.png" sand moss\nnewmtl b\nsubray_map_material -clamp on leaf.png x\n',
      `${QUAD}usemtl b\nf 1/1 2/2 3/3\n`,
    );
    expect(materials.map((material) => material.textures)).toEqual([
      { reflectance: 0, material: 1, materials: ['sand', 'moss'] },
      { material: 2, materials: ['x'] },
    ]);
    expect(textures?.map(({ colorSpace }) => colorSpace)).toEqual(['linear', 'linear', 'linear']);
    expect(textures?.map(({ wrapU }) => wrapU)).toEqual(['clamp', 'repeat', 'clamp']);
  });

  it.each(['gone.png', '../../secret.png', '/etc/leaf.png', 'C:\\leaf.png', 'http://localhost/leaf.png', 'a.mtl'])(
    'warns and goes on without "%s"',
    async (name) => {
      const log = wholeLog();
      const { materials } = await read(`newmtl a\nKd 0.1 0.2 0.3\nmap_Kd ${name}\n`, QUAD, log);
      expect(log.warnings).toEqual([expect.stringContaining(`image "${name}" left out`)]);
      expect(materials).toEqual([{ name: 'a', baseColor: [0.1, 0.2, 0.3, 1] }]);
    },
  );

  it('refuses damaged images and texture coordinates that are not there', async () => {
    folder.write('obj/mats/cut.png', LEAF.subarray(0, 50));
    expect(await faultOf(read('newmtl a\nmap_Kd cut.png\n', QUAD))).toContain(
      'a.obj, image cut.png: the PNG image is cut off',
    );
    const mtl = 'newmtl a\nmap_Kd leaf.png\n';
    expect(await faultOf(read(mtl, 'usemtl a\nf 1/1 2/5 3/3\n'))).toContain(
      'a.obj:11: a face refers to texture coordinate 5; the file has texture coordinates 1 to 4',
    );
    expect(await faultOf(read(mtl, 'usemtl a\nf 1/1 2/x 3/3\n'))).toContain('a line "f" takes vertex numbers');
  });

  it('agrees with a plain reader on many texture coordinates', async () => {
    const count = 2000;
    const vts = Array.from({ length: count }, (_, k) => `vt ${k} ${-k}\n`).join('');
    const faces = Array.from({ length: count }, (_, k) =>
      [1 + (k % 4), 1 + ((k + 1) % 4), 1 + ((k + 2) % 4)].map((v, c) => `${v}/${1 + ((k * 7 + c) % count)}`),
    );
    const { meshes } = await read(
      'newmtl a\nmap_Kd leaf.png\n',
      `usemtl a\n${faces.map((f) => `f ${f.join(' ')}\n`).join('')}`,
      wholeLog(),
      `${SQUARE}${vts}`,
    );
    expect(uvsOf(meshes[0])).toEqual(
      faces.flat().map((corner) => {
        const uv = Number(corner.split('/')[1]) - 1;
        return [uv, 1 + uv];
      }),
    );
    const pairs = new Set(faces.flat()).size;
    expect(meshes[0].positions.length / 3).toBe(pairs);
  });
});
