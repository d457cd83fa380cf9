import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IDENTITY } from '../../../src/base/affine.js';
import { loadScene } from '../../../src/node-surveys.js';
import type { SceneDescription } from '../../../src/scene/scene-description.js';
import { keepingLog, temporaryFolder } from '../scene-files.js';

const folder = temporaryFolder();
const models = temporaryFolder();
folder.write('fell.txt', '500 0.2\n1000 0.4\n');
folder.write(
  'moss.yaml',
  'id: moss\nname: Moss\nwords: ["moss*"]\nsource: made up\nscattering: { model: lambert, reflectance: 0.33 }\n',
);

/** A scene of one triangle whose material has these lines, with the folder above among its materials. */
async function materialOf(name: string, lines: string) {
  models.write('one.mtl', `newmtl ${name}\n${lines}\n`);
  const path = models.write('one.obj', `mtllib one.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl ${name}\nf 1 2 3\n`);
  const place = { file: 'survey.yaml' };
  const description: SceneDescription = {
    parts: [{ name: 'one', source: { kind: 'file', path }, transform: IDENTITY, placement: { kind: 'once' }, place }],
    labels: [],
    materials: [],
    materialFolders: [folder.path],
  };
  const log = keepingLog();
  const { materials } = await loadScene(description, { log });
  return { material: materials[0], warnings: log.warnings };
}

describe('a scene with folders of materials', () => {
  it('reads the spectrum that a model names from them', async () => {
    const { material } = await materialOf('rug', 'helios_spectra fell');
    expect(material).toMatchObject({
      scattering: { model: 'lambert', reflectance: { wavelengthsNm: [500, 1000], values: [0.2, 0.4] } },
      reason: { kind: 'spectrum', id: 'fell' },
    });
  });

  it('takes a spectrum by an id where there is no such file', async () => {
    const { material, warnings } = await materialOf('rug', 'helios_spectra moss');
    expect([material.reason, warnings]).toEqual([{ kind: 'spectrum', id: 'moss' }, []]);
  });

  it('finds their materials by the words of a name', async () => {
    const { material } = await materialOf('mossy_wall', 'Kd 1 1 1');
    expect(material).toMatchObject({ scattering: { reflectance: 0.33 }, reason: { kind: 'words', id: 'moss' } });
  });

  it.each(['none', '../fell', join(folder.path, 'fell')])('leaves the spectrum %s, and says so', async (spectrum) => {
    const { material, warnings } = await materialOf('qqq', `helios_spectra ${spectrum}\nKd 1 1 1`);
    expect(material.reason).toEqual({ kind: 'luminance' });
    expect(warnings).toEqual([expect.stringContaining(`there is no spectrum "${spectrum}"`)]);
  });
});
