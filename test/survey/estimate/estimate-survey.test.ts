import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import { estimateSurvey } from '../../../src/survey/estimate/estimate-survey.js';
import { triangleBytes } from '../../../src/survey/estimate/memory.js';
import { MODEL_PACES } from '../../../src/survey/estimate/run-steps.js';
import { JPEG, rgbaPng } from '../../scene/image/images.js';
import { surveyText, writeSurvey } from '../survey-file.js';

describe('estimate', () => {
  it('agrees with a calculation by hand', async () => {
    const survey = await loadSurvey(
      await writeSurvey(
        surveyText({
          scene: 'scene: { parts: [ { generate: { kind: street, triangles: 400000 } } ] }',
          legs: 'legs: [ { position: [0, 0, 1], duration: 1 }, { from: [0, 0, 2], to: [20, 0, 2], speed: 10 } ]',
          footprint: 'footprint: { subrays: 7 }',
        }),
      ),
    );
    const estimate = await estimateSurvey(survey, { files: nodeFiles, paces: MODEL_PACES });
    // VLP-16: 16 lasers every 55.296 µs; 1 s holds 18 084.5 sequences, 2 s 36 168.98; the last one begun is fired.
    const pulses = [18_085 * 16, 36_169 * 16];
    expect(estimate.legs.map((leg) => leg.pulses)).toEqual(pulses);
    expect(estimate.legs.map((leg) => leg.duration)).toEqual([1, 2]);
    expect(estimate.pulses).toBe(868_064);
    expect(estimate.subrays).toBe(868_064 * 7);
    expect(estimate.pointsMax).toBe(868_064);
    // The strongest is chosen of what the device finds: a return of each subray.
    expect(estimate.journalBytesMax).toBe(868_064 * 7 * 80);
    // On a tripod, then on a car: 200 ns a pulse and 15 a subray, 300 and 30; 180 ns a point and 150 of LAS.
    const [stood, drove] = pulses;
    const points = estimate.pointsLikely;
    expect(points).toBe(Math.round(0.85 * 868_064));
    expect(estimate.time.trace).toBeCloseTo((stood * (200 + 15 * 7) + drove * (300 + 30 * 7)) * 1e-9, 9);
    expect(estimate.time.write).toBeCloseTo(0.2 + 0.85 * 868_064 * 330e-9, 9);
    expect(estimate.triangles).toBe(400_000);
    expect(estimate.time.load).toBeCloseTo(0.35 + 400_000 * 0.45e-6, 9);
    expect(estimate.time.build).toBeCloseTo(0.25 + 400_000 * 3.3e-6, 9);
    const { start, load, build, trace, write } = estimate.time;
    expect(estimate.seconds).toBeCloseTo(start + load + build + trace + write, 9);
    expect(estimate.memoryBytes).toBe(130e6 + 55e6 + 50e6 + 400_000 * 270);
  });

  it('counts lines times pulses of a line for a polygon scanner', async () => {
    const scanner = 'scanner: { id: riegl-vz-400, verticalStep: 0.1, horizontalStep: 0.1 }';
    const survey = await loadSurvey(await writeSurvey(surveyText({ scanner })));
    const estimate = await estimateSurvey(survey, { files: nodeFiles });
    // 100° in steps of 0.1° are 1001 pulses, a full turn 3600 lines, each 240°/0.1° pulse periods of 1/300 kHz = 8 ms,
    // but 1/120 s at least.
    expect(estimate.pulses).toBe(3600 * 1001);
    expect(estimate.legs[0].duration).toBeCloseTo(3600 / 120, 9);
  });

  it('counts the waveforms of all returns, in each of their files', async () => {
    const scanner =
      'scanner: { id: velodyne-vlp-16, pulse: { duration: 6 }, receiver: { sampling: { rate: 1, bits: 12, saturation: 1.0e-3 } } }';
    const estimateOf = async (output: string) =>
      estimateSurvey(await loadSurvey(await writeSurvey(surveyText({ scanner, output }))), { files: nodeFiles });
    const [none, las, both] = [
      await estimateOf('output: [ a.las ]'),
      await estimateOf('output: [ { file: a.las, waveforms: external } ]'),
      await estimateOf('output: [ { file: a.las, waveforms: internal } ]\nwaveforms: b.npz'),
    ];
    const more = (estimate: typeof none) => (estimate.outputBytesMax - none.outputBytesMax) / none.pointsMax;
    // The response of 25 samples takes 32 in steps of 8, wherever it begins; samples of packets have 2 bytes.
    expect(more(las)).toBe(32 * 2);
    expect(more(both)).toBe(32 * 2 + 100 + 32 * 4);
    // Records of a return, of a part of a waveform, and its samples, of 15 returns of which the strongest is a point.
    expect([none, las, both].map((estimate) => estimate.journalBytesMax / estimate.pointsMax / 15)).toEqual([
      80,
      80 + 32 + 32 * 4,
      80 + 32 + 32 * 4,
    ]);
  });

  it('adds up several scanners, and lets the slowest decide on the time', async () => {
    const scanner =
      'scanners: [ { scanner: velodyne-vlp-16 }, { scanner: { id: riegl-vz-400, verticalStep: 0.1, horizontalStep: 0.1 } } ]';
    const estimate = await estimateSurvey(await loadSurvey(await writeSurvey(surveyText({ scanner }))), {
      files: nodeFiles,
    });
    // A turn of each: 0.1 s / 55.296 µs, rounded up, of 16 lasers; 3600 lines of 1001 pulses at 120 a second.
    expect(estimate.legs).toEqual([
      { name: 'leg 1', pulses: 1809 * 16 + 3600 * 1001, duration: expect.closeTo(30, 9) },
    ]);
    expect(estimate.pointsMax).toBe(1809 * 16 + 3600 * 1001 * 15);
  });

  it('counts the pictures of OBJ and glTF files, those of colours twice in full', async () => {
    const scene = 'scene: { parts: [ { file: a.obj }, { file: b.gltf } ] }';
    const [plain, colored] = [
      await writeSurvey(surveyText({ scene })),
      await writeSurvey(`${surveyText({ scene })}\ncolors: {}\n`),
    ];
    for (const file of [plain, colored]) {
      const beside = (name: string) => join(dirname(file), name);
      await writeFile(beside('a.obj'), 'mtllib a.mtl\nv 0 0 0\n');
      await writeFile(beside('a.mtl'), 'newmtl m\nmap_Kd -clamp on p.png\nmap_d p.png\nnewmtl n\nmap_Kd gone.png\n');
      await writeFile(beside('p.png'), rgbaPng(2, new Array(8).fill([0, 0, 0, 255])));
      await writeFile(beside('j.jpg'), JPEG);
      await writeFile(beside('b.gltf'), JSON.stringify({ asset: { version: '2.0' }, images: [{ uri: 'j.jpg' }] }));
    }
    const of = async (file: string) => estimateSurvey(await loadSurvey(file), { files: nodeFiles });
    const [without, with_] = [await of(plain), await of(colored)];
    expect(without.texels).toBe(2 * 4 + 16 * 8);
    // 7 bytes a texel more: RGBA here and on the device, instead of one channel.
    expect(with_.memoryBytes - without.memoryBytes).toBe(7 * without.texels);
  });

  it('has fewer threads in memory that build trees where there are few triangles', () => {
    expect(triangleBytes({ built: 20_000, found: 0 })).toBe(50e6 + 20_000 * 270);
    expect(triangleBytes({ built: 1000, found: 0 })).toBe(2.5e6 + 1000 * 270);
  });

  it('follows the paces of the machine, step by step', async () => {
    const survey = await loadSurvey(await writeSurvey(surveyText({ output: 'output: [ a.laz ]' })));
    const paces = { start: 2, load: 3, build: 4, trace: 5, write: 6 };
    const [unknown, known] = [
      await estimateSurvey(survey, { files: nodeFiles, paces: MODEL_PACES }),
      await estimateSurvey(survey, { files: nodeFiles, paces }),
    ];
    for (const step of ['start', 'load', 'build', 'trace', 'write'] as const)
      expect(known.time[step]).toBeCloseTo(unknown.time[step] * paces[step], 9);
  });

  it('counts a file once, however many parts name it', async () => {
    const file = await writeSurvey(
      surveyText({ scene: 'scene: { parts: [ { file: a.stl }, { file: ./a.stl, name: b } ] }' }),
    );
    await writeFile(join(dirname(file), 'a.stl'), new Uint8Array(5000));
    expect((await estimateSurvey(await loadSurvey(file), { files: nodeFiles })).triangles).toBe(100);
  });

  describe('of a glTF file', () => {
    const write = async (json: object) => {
      const file = await writeSurvey(surveyText({ scene: 'scene: { parts: [ { file: a.gltf } ] }' }));
      await writeFile(join(dirname(file), 'a.gltf'), JSON.stringify({ asset: { version: '2.0' }, ...json }));
      return { file, folder: dirname(file) };
    };
    const primitive = (indices: number, mode: number) => ({ attributes: { POSITION: 0 }, indices, mode });
    const model = {
      nodes: [{ mesh: 0 }, { mesh: 0 }, { mesh: 1 }],
      meshes: [
        { primitives: [primitive(1, 4), primitive(1, 5), primitive(1, 1)] },
        { primitives: [{ attributes: { POSITION: 0 } }] },
        { primitives: [primitive(1, 4)] },
      ],
      accessors: [{ count: 9 }, { count: 3000 }],
      buffers: [{ uri: 'my%20scene.bin', byteLength: 8 }],
      bufferViews: [{ buffer: 0 }],
      images: [{ uri: 'gone.png' }, { uri: 'data:image/png;base64,AA==' }],
    };

    it('counts the triangles that the scene stores, and misses its images', async () => {
      const { file, folder } = await write(model);
      await writeFile(join(folder, 'my scene.bin'), new Uint8Array(8));
      const warnings: string[] = [];
      const log = { info: () => {}, warn: (line: string) => void warnings.push(line) };
      const { triangles } = await estimateSurvey(await loadSurvey(file), { files: nodeFiles, log });
      expect(triangles).toBe(1000 + 2998 + 3);
      expect(warnings).toEqual([
        expect.stringContaining('a.gltf: an image is missing: refers to "gone.png", which does not exist'),
      ]);
    });

    it('ends where its buffer is missing, as the run does', async () => {
      const { file } = await write(model);
      await expect(estimateSurvey(await loadSurvey(file), { files: nodeFiles })).rejects.toThrow(
        'refers to "my scene.bin", which does not exist',
      );
    });

    it('ends where a file is something else', async () => {
      const { file, folder } = await write({});
      await writeFile(join(folder, 'a.gltf'), 'solid');
      await expect(estimateSurvey(await loadSurvey(file), { files: nodeFiles })).rejects.toThrow('is not a glTF file');
    });
  });
});
