// The cost of files. `codec`: a million points a second that one thread packs into LAZ chunks and unpacks, with all
// fields, the standard ones and none, against laz-perf unpacking the same chunks. `write`: device records that become
// points of a file. `run`: the extra time of a survey with a file over one without any, and the size of the file.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { createLazPerf } from 'laz-perf';
import { nodeFiles } from '../dist/base/files/node-files.js';
import { Point } from '../dist/device/records.generated.js';
import { loadSurvey, runSurvey, simulate } from '../dist/index.js';
import { nodeCoders } from '../dist/io/coders/node-coders.js';
import { openLas } from '../dist/io/las-files/las-file.js';
import { openRecords } from '../dist/io/las-files/open-records.js';
import { LazCodec } from '../dist/io/laz/laz-codec.js';
import { packedLayout } from '../dist/io/laz/packed-layout.js';
import { needsOf } from '../dist/products/index.js';
import { cloudHeaders } from '../dist/simulation/cloud-headers.js';
import { instrumentScansOf } from '../dist/simulation/instrument-scans.js';
import { nodeMachine } from '../dist/simulation/node-machine.js';
import { nodePointCrew } from '../dist/simulation/point-crew/node-point-crew.js';
import { makePoints, soloMaker } from '../dist/simulation/point-crew/point-crew.js';
import { sceneFacts } from '../dist/simulation/points/scene-facts.js';
import { openScene } from '../dist/simulation/scene-device.js';
import { SurveyOutputs } from '../dist/simulation/survey-outputs.js';

export const options = {
  /** Parts, with commas. */
  parts: { type: 'string', default: 'codec,write,run' },
  /** Examples for the codec, with commas. */
  examples: { type: 'string', default: 'quickstart,forest,mobile' },
  /** Number of points in the files of device records. */
  points: { type: 'string', default: '5000000' },
  /** Formats of these files, with commas; absent: all of WRITTEN. */
  formats: { type: 'string' },
  /** Numbers of threads that make their points, with commas; absent: all of MAKERS that the machine has cores for. */
  makers: { type: 'string' },
  /** Triangles of the scene in their headers. */
  triangles: { type: 'string', default: '400000' },
  rounds: { type: 'string', default: '3' },
};

const EXAMPLES = fileURLToPath(new URL('../examples/', import.meta.url));
const CHUNK_POINTS = 50_000;
const FIELDS = ['all', 'standard', 'minimal'];

export async function run({ parts, examples, points, formats, makers, triangles, rounds }) {
  const folder = mkdtempSync(join(tmpdir(), 'subray-bench-'));
  const asked = parts.split(',');
  try {
    return {
      codec: asked.includes('codec') ? await codecRows(folder, examples.split(','), Number(rounds)) : [],
      write: asked.includes('write')
        ? await writeRows(
            folder,
            { points: Number(points), formats, makers, triangles: Number(triangles) },
            Number(rounds),
          )
        : [],
      run: asked.includes('run') ? await runRows(folder, Number(rounds)) : [],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Seconds that `work` takes. */
async function seconds(work) {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

async function surveyOf(example, output) {
  const survey = await loadSurvey(`${EXAMPLES}${example}.yaml`);
  return { ...survey, frames: undefined, outputs: [{ ...survey.outputs[0], ...output }] };
}

/** Chunks of an example's cloud in LAZ, and the speed at which they are packed and unpacked. */
async function codecRows(folder, examples, rounds) {
  const codec = await LazCodec.create();
  const lazPerf = await createLazPerf({ print: () => {}, printErr: () => {} });
  const rows = [];
  for (const example of examples)
    for (const fields of FIELDS) {
      const path = join(folder, `${example}-${fields}.las`);
      await runSurvey(await surveyOf(example, { path, format: 'las', fields }), { cache: false });
      rows.push({ example, fields, ...(await codecRow(path, codec, lazPerf, rounds)) });
      rmSync(path);
    }
  return rows;
}

async function codecRow(path, codec, lazPerf, rounds) {
  const file = await openLas(nodeFiles, path);
  const { pointFormat, recordLength, pointCount } = file.header;
  const layout = packedLayout(pointFormat, recordLength);
  const records = new Uint8Array(pointCount * recordLength);
  const source = await openRecords(file);
  await source.read(0, pointCount, records);
  await source.close();
  const blocks = [];
  for (let at = 0; at < records.length; at += CHUNK_POINTS * recordLength)
    blocks.push(records.subarray(at, at + CHUNK_POINTS * recordLength));
  const times = { pack: [], unpack: [], lazPerf: [] };
  let chunks = [];
  for (let round = 0; round < rounds; round++) {
    times.pack.push(
      await seconds(() => {
        chunks = blocks.map((block) => codec.encode(block, layout).slice());
      }),
    );
    times.unpack.push(
      await seconds(() => {
        for (const [k, chunk] of chunks.entries()) codec.decode(chunk, blocks[k].length / recordLength, layout);
      }),
    );
    times.lazPerf.push(
      await seconds(() => {
        for (const [k, chunk] of chunks.entries())
          unpackByLazPerf(lazPerf, chunk, blocks[k].length / recordLength, file);
      }),
    );
  }
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  const rate = (name) => pointCount / median(times[name]) / 1e6;
  return {
    points: pointCount,
    recordLength,
    bytesPerPoint: bytes / pointCount,
    pack: rate('pack'),
    unpack: rate('unpack'),
    lazPerf: rate('lazPerf'),
  };
}

function unpackByLazPerf(lazPerf, chunk, points, { header: { pointFormat, recordLength } }) {
  const [data, target] = [lazPerf._malloc(chunk.length), lazPerf._malloc(recordLength)];
  lazPerf.HEAPU8.set(chunk, data);
  const decoder = new lazPerf.ChunkDecoder();
  decoder.open(pointFormat, recordLength, data);
  for (let k = 0; k < points; k++) decoder.getPoint(target);
  decoder.delete();
  lazPerf._free(data);
  lazPerf._free(target);
}

/** Points of a chunk of the CPU engine. */
const DEVICE_POINTS = 6000;

/** Threads that make points; 0: the main thread makes them, as in runs with few threads. */
const MAKERS = [0, 1, 2, 4, 8];

/** Formats and fields of the files of device records. */
const WRITTEN = [
  ['las', 'all'],
  ['las', 'standard'],
  ['laz', 'standard'],
  ['csv', 'standard'],
  ['npz', 'standard'],
  ['parquet', 'standard'],
  ['e57', 'standard'],
];

/** Device records become points, and these a file, as in a run whose engine is never waited for. */
async function writeRows(folder, { points, formats, makers, triangles }, rounds) {
  const rows = [];
  const device = await openScene(await streetOf(triangles), { machine: nodeMachine, engine: 'cpu', threads: 1 });
  const counts = makers?.split(',').map(Number) ?? MAKERS.filter((count) => count <= availableParallelism());
  for (const [format, fields] of WRITTEN.filter(([name]) => !formats || formats.split(',').includes(name)))
    for (const threads of counts) {
      const rounded = [];
      // Text is slow, and the same for every million.
      const count = format === 'csv' ? points / 5 : points;
      for (let round = 0; round < rounds; round++)
        rounded.push(
          await writeOnce(join(folder, `synthetic.${format}`), { format, fields }, { points: count, threads, device }),
        );
      const of = (key) => median(rounded.map((one) => one[key]));
      rows.push({
        format,
        fields,
        threads,
        rate: count / of('seconds') / 1e6,
        nsAPoint: (of('making') / count) * 1e9,
        main: of('main'),
        longest: of('longest'),
      });
    }
  await device.close();
  return rows;
}

/** The scene of the quickstart, of so many triangles. */
async function streetOf(triangles) {
  const { scene } = await surveyOf('quickstart');
  const [street] = scene.parts;
  return { ...scene, parts: [{ ...street, source: { ...street.source, triangles } }] };
}

async function writeOnce(path, output, { points, threads, device }) {
  const survey = await surveyOf('quickstart', { path, ...output });
  const scans = instrumentScansOf(survey);
  const headers = cloudHeaders(survey, scans, device.scene);
  const { scene: _, ...facts } = survey;
  const setup = { survey: facts, scans, needs: needsOf(survey), scene: sceneFacts(device.scene), headers };
  const crew = threads === 0 ? soloMaker(setup) : nodePointCrew(threads, setup);
  const coders = nodeCoders(threads || availableParallelism());
  const outputs = await SurveyOutputs.create(survey, scans, { scene: device.scene }, headers, {
    files: nodeFiles,
    coders,
    force: true,
  });
  // Threads start before the clock does.
  for await (const made of makePoints(pieces(Math.max(threads, 1) * DEVICE_POINTS), crew, setup))
    await outputs.write(made);
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const idle = performance.eventLoopUtilization();
  delays.enable();
  const start = performance.now();
  let making = 0;
  for await (const made of makePoints(pieces(points), crew, setup)) {
    making += made.seconds;
    await outputs.write(made);
  }
  await outputs.finish();
  const seconds = (performance.now() - start) / 1000;
  delays.disable();
  const main = performance.eventLoopUtilization(idle).utilization;
  await Promise.all([crew.close(), coders.close()]);
  return { seconds, making, main, longest: delays.max / 1e6 };
}

/** Pieces of one leg, in memory that threads share. */
async function* pieces(points) {
  const records = deviceRecords();
  const none = { words: new Uint32Array(0), floats: new Float32Array(0), count: 0 };
  for (let done = 0; done < points; done += DEVICE_POINTS) {
    const count = Math.min(DEVICE_POINTS, points - done);
    const outputs = { points: { ...records, count }, parts: none, samples: none };
    yield { scan: 0, leg: 0, first: 0, end: count, outputs, hold: () => () => {} };
  }
}

/** Records of points along lines over rough ground. */
function deviceRecords() {
  const words = new Uint32Array(new SharedArrayBuffer(DEVICE_POINTS * Point.SIZE));
  const floats = new Float32Array(words.buffer);
  for (let i = 0; i < DEVICE_POINTS; i++) {
    const at = (i * Point.SIZE) / 4;
    const set = (field, ...values) => floats.set(values, at + field / 4);
    const rough = Math.sin(i * 12.9898) * 0.02;
    set(Point.position, (i % 500) - 250, Math.floor(i / 500) * 0.5, rough);
    set(Point.range, 60 + (i % 500) / 50 + rough);
    set(Point.normal, rough, rough * 2, 0.999);
    set(Point.incidenceCosine, 0.9 + rough);
    set(Point.energy, 2e-14 * (1 + rough));
    set(Point.echoWidth, 5e-9);
    set(Point.scanSine, (i % 500) / 500 - 0.5);
    set(Point.timeHigh, i * 1e-5, 0);
    words.set([i], at + Point.pulse / 4);
    words.set([1], at + Point.returnNumber / 4);
    words.set([1], at + Point.returnCount / 4);
    words.set([19], at + Point.hitSubrays / 4);
  }
  return { words, floats };
}

/** A survey that writes nothing, and the same with a file, in turns: seconds from the first pulse to the end. */
async function runRows(folder, rounds) {
  const outputs = [
    ['none', undefined],
    ['las, all fields', { format: 'las', fields: 'all' }],
    ['las', { format: 'las' }],
    ['laz', { format: 'laz' }],
  ];
  const times = outputs.map(() => []);
  const sizes = outputs.map(() => 0);
  for (let round = 0; round < rounds; round++)
    for (const [k, [name, output]] of outputs.entries()) {
      const path = join(folder, `run.${output?.format}`);
      const survey = await surveyOf('quickstart', output && { path, ...output });
      if (name === 'none') times[k].push(await scanSeconds(survey));
      else {
        const report = await runSurvey(survey, { force: true, engine: 'cpu' });
        times[k].push(report.seconds.simulate + report.seconds.write);
        sizes[k] = report.outputs[0].bytes;
      }
    }
  const base = median(times[0]);
  return outputs.map(([name], k) => ({
    name,
    seconds: median(times[k]),
    ratio: median(times[k]) / base,
    bytes: sizes[k],
  }));
}

/** From the first batch of points to the last. */
async function scanSeconds(survey) {
  let start;
  for await (const _ of simulate(survey, { engine: 'cpu' })) start ??= performance.now();
  return (performance.now() - start) / 1000;
}

const cell = (value, digits = 2) => (typeof value === 'number' ? value.toFixed(digits) : value);
const table = (head, rows) => {
  if (rows.length === 0) return;
  console.log(`| ${head.join(' | ')} |\n|${head.map(() => '---').join('|')}|`);
  for (const row of rows) console.log(`| ${row.map((value) => cell(value)).join(' | ')} |`);
  console.log('');
};

export function print({ codec, write, run }) {
  table(
    [
      'cloud',
      'fields',
      'bytes a record',
      'bytes a point in LAZ',
      'packed, M/s',
      'unpacked, M/s',
      'by laz-perf',
      'ratio',
    ],
    codec.map((row) => [
      row.example,
      row.fields,
      `${row.recordLength}`,
      row.bytesPerPoint,
      row.pack,
      row.unpack,
      row.lazPerf,
      row.unpack / row.lazPerf,
    ]),
  );
  table(
    [
      'format',
      'fields',
      'points made by',
      'device records to file, M points/s',
      'ns to make a point',
      'main thread busy',
      'longest wait for it, ms',
    ],
    write.map(({ format, fields, threads, rate, nsAPoint, main, longest }) => [
      format,
      fields,
      threads === 0 ? 'the main thread' : `threads: ${threads}`,
      rate,
      nsAPoint,
      main,
      longest,
    ]),
  );
  table(
    ['quickstart with', 'seconds', 'ratio', 'MiB'],
    run.map(({ name, seconds, ratio, bytes }) => [name, seconds, ratio, bytes / 2 ** 20]),
  );
}
