import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { complaintOf, surveyText, workplace } from './subray.js';

const place = workplace();

const NOISE = Uint8Array.from({ length: 3000 }, (_, i) => (i * 7919 + ((i * i) % 251)) % 256);
const CORNERS = 'v 0 0 0\nv 9 0 0\nv 0 9 0\n';
const FACET = 'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 9 0 0\nvertex 0 9 0\nendloop\nendfacet\n';

/** One triangle; `document` replaces parts of the glTF document. */
function gltf(document: object = {}, corners: number[] = [0, 0, 0, 9, 0, 0, 0, 0, -9]): string {
  const data = Buffer.from(Float32Array.from(corners).buffer);
  return JSON.stringify({
    asset: { version: '2.0' },
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36, uri: `data:;base64,${data.toString('base64')}` }],
    ...document,
  });
}

const withIndices = (indices: number[]) => ({
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
    { bufferView: 1, componentType: 5125, count: indices.length, type: 'SCALAR' },
  ],
  bufferViews: [
    { buffer: 0, byteLength: 36 },
    { buffer: 1, byteLength: 4 * indices.length },
  ],
  buffers: [
    { byteLength: 36, uri: `data:;base64,${Buffer.alloc(36).toString('base64')}` },
    {
      byteLength: 4 * indices.length,
      uri: `data:;base64,${Buffer.from(Uint32Array.from(indices).buffer).toString('base64')}`,
    },
  ],
});

function glb(json: string): Uint8Array {
  const text = json.padEnd(Math.ceil(json.length / 4) * 4);
  const head = new DataView(new ArrayBuffer(20));
  [0x46546c67, 2, 20 + text.length, text.length, 0x4e4f534a].forEach(
    (word, k) => void head.setUint32(4 * k, word, true),
  );
  return Buffer.concat([new Uint8Array(head.buffer), Buffer.from(text)]);
}

/**
 * File, content, words of the message (test/scene/read has many more); `{place}` stands for the place at which the
 * survey names it.
 */
const BAD: [file: string, content: string | Uint8Array, words: string][] = [
  ...['obj', 'glb'].map((format): [string, string, string] => [
    `empty.${format}`,
    '',
    '{place}: part "empty": cannot read',
  ]),
  ['noise.glb', NOISE, 'it is neither JSON nor a binary glTF'],
  ['cut.stl', `solid a\n${FACET.slice(0, 60)}`, 'cut.stl:6: found "vert"; this is not STL text'],
  ['cut.glb', glb(gltf()).subarray(0, 200), 'it is cut off'],
  ['nan.obj', `${CORNERS}v nan 0 0\nf 1 2 4\n`, 'nan.obj:4: found "v nan 0 0"'],
  ['nan.gltf', gltf({}, [0, 0, 0, 9, 0, 0, Number.NaN, 0, 0]), 'coordinates must be finite'],
  ['outside.obj', `${CORNERS}f 1 2 7\n`, 'outside.obj:4: a face refers to vertex 7; the file has vertices 1 to 3'],
  ['outside.gltf', gltf(withIndices([0, 1, 7])), '7'],
  ['flat.obj', `${CORNERS}v 18 0 0\nf 1 2 4\nf 1 1 1\n`, 'all 2 triangles have no area'],
  ['network.gltf', gltf({ buffers: [{ byteLength: 36, uri: 'http://127.0.0.1:9/a.bin' }] }), 'outside the file'],
  ['coded.gltf', gltf({ buffers: [{ byteLength: 36, uri: '%2e%2e/secret.bin' }] }), 'outside the file'],
  ['huge.gltf', gltf({ nodes: [{ mesh: 0, translation: [1e30, 0, 0] }] }), 'the scene reaches 1.00e+30 m'],
  [
    'flattened.gltf',
    gltf({
      nodes: [
        { mesh: 0, scale: [0, 0, 0] },
        { mesh: 0, scale: [0, 1, 0] },
      ],
    }),
    'no triangles',
  ],
  ['escape.obj', `${CORNERS}v \u001b[2J\u0007 0 0\nf 1 2 3\n`, 'escape.obj:4'],
];

describe('subray run with a scene that cannot be scanned', () => {
  place.write('secret.bin', new Uint8Array(36));

  it.each(BAD)('says what is wrong with %s', async (file, content, words) => {
    place.write(`models/${file}`, content);
    const survey = `models/${file}.yaml`;
    place.write(survey, surveyText({ scene: `{ parts: [ { file: ${file} } ] }`, output: `[ ${file}.las ]` }));
    place.folder(`out-${file}`);
    const complaint = complaintOf(await place.answer('run', survey, '--out', `out-${file}`));
    expect(complaint).toContain(words.replace('{place}', `${survey}:1:27`));
    expect(complaint).toContain(file);
    expect(complaint.split('\n').length).toBeLessThanOrEqual(2);
    expect(place.names(`out-${file}`)).toEqual([]);
  });

  it('names the place where a survey asks for a file that is not there', async () => {
    place.write('missing.yaml', surveyText({ scene: '{ parts: [ { file: nowhere.obj } ] }' }));
    const complaint = complaintOf(await place.answer('run', 'missing.yaml'));
    expect(complaint).toContain('missing.yaml:1:27: part "nowhere": cannot read');
    expect(complaint).toContain('it does not exist');
  });
});

describe('subray run with a scene that is partly bad', () => {
  it('leaves out triangles without area, and says so', async () => {
    place.write('partly.obj', `${CORNERS}v -9 0 0\nv 0 -9 0\nf 1 1 2\nf 2 3 4\nf 2 4 5\n`);
    place.write('partly.yaml', surveyText({ scene: '{ parts: [ { file: partly.obj } ] }', output: '[ partly.las ]' }));
    const { code, stdout, stderr } = await place.answer('run', 'partly.yaml', '--json');
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/^warning: .*partly\.obj: 1 of 3 triangles have no area and were left out$/m);
    expect(JSON.parse(stdout).points).toBeGreaterThan(0);
  });

  it('reads no material library outside the folder of the model', async () => {
    place.write('outside.mtl', 'newmtl gold\nKd 1 0 0\n');
    const libraries = ['../outside.mtl', '/etc/passwd', 'http://127.0.0.1:9/a.mtl'];
    const lines = libraries.map((library) => `mtllib ${library}\n`).join('');
    place.write('inner/model.obj', `${lines}${CORNERS}v -9 0 0\nv 0 -9 0\nusemtl gold\nf 2 3 4\nf 2 4 5\n`);
    place.write('inner/model.yaml', surveyText({ scene: '{ parts: [ { file: model.obj } ] }' }));
    const out = place.folder('inner-out');
    const { code, stderr } = await place.answer('run', 'inner/model.yaml', '--out', out);
    expect(code, stderr).toBe(0);
    for (const library of libraries)
      expect(stderr).toContain(`"${library}" left out: refers to "${library}", which is outside the file's own folder`);
    expect(JSON.parse(readFileSync(join(out, 'cloud.labels.json'), 'utf8')).materials).toEqual({ 0: 'gold' });
  });
});
