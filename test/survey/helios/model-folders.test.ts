import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { loadScene, loadSurvey } from '../../../src/node-surveys.js';
import { convertSurvey } from '../../../src/survey/helios/convert-survey.js';
import { loadEpochs } from '../../../src/survey/load-survey.js';
import { faultOf, keepingLog } from '../../scene/scene-files.js';
import { type HeliosSurvey, load, PLATE, part, writeHeliosSurvey } from '../../support/helios-survey.js';

const MTL = 'newmtl slab\nhelios_reflectance 0.25\n';
const OUTSIDE = "which is outside the file's own folder";

/** A survey whose OBJ names the library `reference`, in the asset root `root`. */
const survey = (reference: string, files: HeliosSurvey['files'] = {}): HeliosSurvey => ({
  parts: part(load('models/plate.obj')),
  files: { 'root/models/plate.obj': `mtllib ${reference}\nusemtl slab\n${PLATE}`, ...files },
});

/** Reflectance of the plate, and all warnings, of a survey file. */
async function plateOf(file: string, assets: readonly string[]) {
  const log = keepingLog();
  const { scene } = await loadSurvey(file, { assets, log });
  const { materials } = await loadScene(scene, { log });
  const [{ scattering }] = materials;
  return { reflectance: 'reflectance' in scattering ? scattering.reflectance : undefined, warnings: log.warnings };
}

async function inXml(changes: HeliosSurvey) {
  const { folder, file } = writeHeliosSurvey(changes);
  return plateOf(file, [join(folder, 'root')]);
}

describe('a material library outside of its model’s folder', () => {
  it('is read in an asset root, and in the converted survey', async () => {
    const { folder, file } = writeHeliosSurvey(survey('../plane.mtl', { 'root/plane.mtl': MTL }));
    expect(await plateOf(file, [join(folder, 'root')])).toEqual({ reflectance: 0.25, warnings: [] });
    const out = join(folder, 'converted.yaml');
    await convertSurvey(file, out, { files: nodeFiles, assets: [join(folder, 'root')] });
    expect(await plateOf(out, [])).toEqual({ reflectance: 0.25, warnings: [] });
  });

  it('is read of a model that is swapped in', async () => {
    const moved = survey('../plane.mtl', { 'root/plane.mtl': MTL });
    const parts = part(`${load('plate.obj')}<swap>${load('models/plate.obj')}</swap>`);
    const { folder, file } = writeHeliosSurvey({ ...moved, parts, files: { ...moved.files, 'plate.obj': PLATE } });
    const epochs = await loadEpochs(file, { files: nodeFiles, assets: [join(folder, 'root')] });
    expect(epochs[1].survey.scene.modelFolders).toEqual([join(folder, 'root')]);
  });

  it('is refused outside of all of them, also through links', async () => {
    const { folder: elsewhere } = writeHeliosSurvey({ files: { 'plane.mtl': MTL } });
    const away = join(elsewhere, 'plane.mtl');
    for (const reference of [`../../../${elsewhere.split('/').pop()}/plane.mtl`, away]) {
      const { reflectance, warnings } = await inXml(survey(reference));
      expect(reflectance).toBe(50);
      expect(warnings).toContainEqual(
        expect.stringContaining(`"${reference}" left out: refers to "${reference}", ${OUTSIDE}`),
      );
    }
    const { folder, file } = writeHeliosSurvey(survey('../plane.mtl'));
    symlinkSync(away, join(folder, 'root/plane.mtl'));
    const { reflectance, warnings } = await plateOf(file, [join(folder, 'root')]);
    expect(reflectance).toBe(50);
    expect(warnings).toContainEqual(expect.stringContaining(OUTSIDE));
  });

  it('is left out with a warning where it is missing', async () => {
    const { reflectance, warnings } = await inXml(survey('plane.mtl'));
    expect(reflectance).toBe(50);
    expect(warnings).toContainEqual(expect.stringContaining('"plane.mtl" left out: refers to "plane.mtl", which does'));
  });

  it('is read by a survey of ours in its modelFolders alone', async () => {
    const { folder } = writeHeliosSurvey(survey('../plane.mtl', { 'root/plane.mtl': MTL }));
    const write = (name: string, key: string) => {
      const file = join(folder, name);
      writeFileSync(
        file,
        `scanner: velodyne-vlp-16\nlegs: [{ position: [0, 0, 2] }]\noutput: [a.las]\nscene: { parts: [{ file: root/models/plate.obj }]${key} }\n`,
      );
      return file;
    };
    expect((await plateOf(write('with.yaml', ', modelFolders: [root]'), [])).reflectance).toBe(0.25);
    const { warnings } = await plateOf(write('without.yaml', ''), []);
    expect(warnings).toContainEqual(expect.stringContaining(OUTSIDE));
    expect(String(await faultOf(loadSurvey(write('missing.yaml', ', modelFolders: [nowhere]'))))).toContain(
      'scene.modelFolders[0]: found "nowhere", expected the path of a folder that exists',
    );
  });
});
