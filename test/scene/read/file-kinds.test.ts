import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { SILENT_LOG } from '../../../src/base/log.js';
import { CLOUD_KINDS, type CloudKind } from '../../../src/io/cloud-kinds.js';
import { kindOfContent, kindOfEnding } from '../../../src/scene/read/file-kinds.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import { MODEL_ENDINGS } from '../../../src/scene/read/scene-formats.js';
import { faultOf, temporaryFolder } from '../scene-files.js';

const folder = temporaryFolder();
const fault = async (name: string, content: string) =>
  String(
    await faultOf(readModel(folder.write(name, Buffer.from(content, 'latin1')), { files: nodeFiles, log: SILENT_LOG })),
  ).replaceAll(`${folder.path}/`, '');

/** First bytes of clouds. */
const HEADS = [
  'LASF',
  '# .PCD v0.7\n',
  '\x93NUMPY',
  'PAR1',
  'ASTM-E57',
  '2\n1 2 3 -7\n',
  `1\n2\n${'0 1 0\n'.repeat(4)}`,
];

describe('a file of another kind', () => {
  it.each([
    ['roof.fbx', 'Kaydara FBX Binary  \0', 'an Autodesk FBX file'],
    ['roof.obj', '; FBX 7.3.0 project file\n', 'an Autodesk FBX file'],
    ['a.dae', '<?xml version="1.0"?>\n<COLLADA xmlns="x">', 'a COLLADA file'],
    ['a.blend', 'BLENDER-v300', 'a Blender file'],
    ['a.mcap', '\x89MCAP0\r\n', 'a recording of messages (MCAP)'],
    ['a.skp', '\xff\xfe\xff\x0eS\0k\0e\0t\0c\0h\0U\0p', 'a SketchUp file'],
    ['b.skp', 'PK\x03\x04', 'a SketchUp file'],
    ['a.3ds', 'MM\x10\0\0\0\x02\0', 'a 3D Studio file'],
    ['a.usdz', 'PK\x03\x04', 'a USDZ archive'],
    ['a.obj', 'PK\x03\x04', 'a ZIP archive'],
    ['a.ifc', "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));", 'an IFC building model'],
    ['a.ply', 'LASF\0\0', 'a LAS or LAZ point cloud'],
    ['a.pcd', '# .PCD v0.7\n', 'a PCD point cloud'],
    ['a.e57', 'ASTM-E57', 'an E57 point cloud'],
    ['a.obj', '\x93NUMPY\x01', 'a cloud of points (NPY)'],
    ['a.glb', 'PAR1', 'a cloud of points (Parquet)'],
    ['a.vox', 'VOX \x96\0\0\0MAIN', 'a MagicaVoxel file'],
    ['a.gltf', '\x89PNG\r\n', 'a PNG image'],
    ['a.stl', '%PDF-1.7', 'a PDF'],
    ['a.glb', '\n<!DOCTYPE html><html>', 'a web page'],
    ['a.gml', '<?xml version="1.0"?>\n<core:CityModel xmlns="http://www.opengis.net/citygml/2.0">', 'a CityGML file'],
    ['b.obj', 'version https://git-lfs.github.com/spec/v1\n', 'a Git LFS pointer'],
    ['a.obj.gz', 'BZh91AY', 'a bzip2 file'],
    ['a.tum', '1.5 1 2 3 0 0 0 1\n', 'a trajectory'],
    ['a.nmea', '$GPGGA,', 'a trajectory'],
  ])('%s is named for its content: %j', async (name, content, kind) => {
    const message = await fault(name, content);
    expect(message).toContain(`${name}: ${kind}`);
    expect(message).toContain(
      'expected one of AMAPVox (.vox), ASCII grid (.asc), CityJSON (.city.json, .json, .jsonl), GeoTIFF (.tif, .tiff), glTF',
    );
  });

  it('says what to do with it', async () => {
    expect(await fault('x.fbx', 'Kaydara FBX Binary')).toContain('Open it in Blender and export it as glTF (.glb).');
    expect(await fault('y.obj', 'version https://git-lfs')).toContain('git lfs pull');
  });

  it('is refused where the axes of its ending would turn it', async () => {
    const city = '{"type":"CityJSON","version":"2.0","CityObjects":{},"vertices":[]}';
    expect(await fault('city.gltf', city)).toContain(
      'a CityJSON file with the ending of glTF; its axes are taken from the ending',
    );
    expect(await fault('scene.json', '{"asset":{"version":"2.0"}}')).toContain('a glTF document; expected CityJSON');
    expect(await fault('scene.obj', 'glTF\x02\0\0\0')).toContain('a glTF file with the ending of OBJ');
  });

  it('is found by its ending before it is read', () => {
    expect(kindOfEnding('a/roof.FBX')?.name).toBe('an Autodesk FBX file');
    expect(kindOfEnding('roof.obj')).toBeUndefined();
    expect(kindOfContent('a.txt', new TextEncoder().encode('hello'))).toBeUndefined();
  });

  it.each(Object.values(CLOUD_KINDS) as CloudKind[])('is a cloud of points: $title', ({ endings, signature }) => {
    for (const ending of endings)
      if (!MODEL_ENDINGS.includes(ending)) expect(kindOfEnding(`a${ending}`)?.hint).toContain('voxels of the points');
    if (signature === undefined) return;
    const head = HEADS.find((first) => signature.test(first)) ?? '';
    expect(kindOfContent('a.bin', Buffer.from(head, 'latin1'))?.hint).toContain('voxels of the points');
  });
});
