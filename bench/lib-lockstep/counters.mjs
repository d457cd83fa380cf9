// Counters in the shaders themselves, on an adapter: steps of today's traversal, with which the model must agree, and how often
// `echo` reads hits.
import { GpuStages } from '../../dist/bench/gpu-stages.js';
import { Hit } from '../../dist/device/records.generated.js';
import { PLAIN_PROGRAM, passesFor } from '../../dist/engine/gpu/passes.js';
import { SHADER_TEXTS } from '../../dist/engine/gpu/shader-texts.generated.js';
import { RUN_PULSES } from './rays.mjs';

const HIT_WORDS = Hit.SIZE / 4;
/** Words of a pulse's counts, and the one that points do not use. */
const COUNT_WORDS = 4;
const UNUSED_COUNT = 3;

/** Places in the shaders' texts, and what stands there with counters; the counts are left in the normals of hits. */
const TRAVERSE = {
  'traverse.wgsl': [
    ['let node = nodesAt(child);', 'nodeVisits += 1u; let node = nodesAt(child);'],
    ['let triangle = trianglesAt(k);', 'triangleVisits += 1u; let triangle = trianglesAt(k);'],
  ],
  'traverse.entry.wgsl': [
    ['rawHit(nearest, select(SURE, IN_DOUBT, doubted))', 'counted(rawHit(nearest, select(SURE, IN_DOUBT, doubted)))'],
    [
      '@compute',
      `var<private> nodeVisits: u32;
      var<private> triangleVisits: u32;
      fn counted(hit: Hit) -> Hit {
        var counts = hit;
        counts.normalX = f32(nodeVisits);
        counts.normalY = f32(triangleVisits);
        return counts;
      }
      @compute`,
    ],
  ],
};

/** The same of `echo`: every hit that is read adds one. */
const ECHO = {
  ...Object.fromEntries(
    passesFor(PLAIN_PROGRAM)
      .find(({ name }) => name === 'echo')
      .modules.filter((module) => SHADER_TEXTS[`${module}.wgsl`].includes('hits['))
      .map((module) => [`${module}.wgsl`, [['hits[', 'hits[noMore() + ']]]),
  ),
  'echo.entry.wgsl': [
    ['counts[id.x].x = made;', `counts[id.x].x = made; counts[id.x][${UNUSED_COUNT}] = readings;`],
    ['@compute', 'var<private> readings: u32;\nfn noMore() -> u32 { readings += 1u; return 0u; }\n@compute'],
  ],
};

/** What `make` gives while the shaders have counters. Throws if a place is not found. */
async function withCounters(patches, make) {
  const kept = { ...SHADER_TEXTS };
  try {
    for (const [file, places] of Object.entries(patches))
      for (const [place, text] of places) {
        if (!SHADER_TEXTS[file].includes(place)) throw new Error(`wgsl/${file} has no "${place}" to count at`);
        SHADER_TEXTS[file] = SHADER_TEXTS[file].replaceAll(place, text);
      }
    return await make();
  } finally {
    Object.assign(SHADER_TEXTS, kept);
  }
}

/** Nodes, triangles and doubts a subray as `traverse` counts them on an adapter, over the runs of `raysOf`. */
export async function countTraverse(adapter, device, { settings, program, runs }) {
  const open = () => GpuStages.open(adapter, { device, settings }, [program], RUN_PULSES, ['traverse']);
  const stages = await withCounters(TRAVERSE, open);
  const rays = RUN_PULSES * settings.subrayCount;
  const sums = { nodes: 0, triangles: 0, doubts: 0 };
  for (const { first, pulses, directions } of runs) {
    stages.load(program, first, RUN_PULSES);
    stages.write('pulses', pulses);
    stages.write('directions', directions);
    stages.run('traverse');
    addHits(sums, await stages.read('hits', rays * Hit.SIZE));
  }
  stages.close();
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / runs.length / rays]));
}

function addHits(sums, hits) {
  const [floats, words] = [new Float32Array(hits), new Uint32Array(hits)];
  for (let at = 0; at < floats.length; at += HIT_WORDS) {
    sums.nodes += floats[at + Hit.normalX / 4];
    sums.triangles += floats[at + Hit.normalY / 4];
    sums.doubts += words[at + Hit.surface / 4];
  }
}

/** How often `echo` reads a hit, for a pulse on average and for that of 32 consecutive ones for which it does most often. */
export async function countEcho(adapter, device, { settings, program, runs }) {
  const open = () => GpuStages.open(adapter, { device, settings }, [program], RUN_PULSES, ['echo']);
  const stages = await withCounters(ECHO, open);
  const sums = { mean: 0, most: 0 };
  for (const { first, pulses, directions, hits } of runs) {
    stages.load(program, first, RUN_PULSES);
    stages.write('pulses', pulses);
    stages.write('directions', directions);
    stages.write('hits', hits);
    stages.write('counts', new ArrayBuffer(RUN_PULSES * COUNT_WORDS * 4));
    stages.run('echo');
    const counts = new Uint32Array(await stages.read('counts', RUN_PULSES * COUNT_WORDS * 4));
    const readings = Array.from({ length: RUN_PULSES }, (_, k) => counts[k * COUNT_WORDS + UNUSED_COUNT]);
    sums.mean += readings.reduce((sum, count) => sum + count, 0) / RUN_PULSES;
    sums.most += Math.max(...readings);
  }
  stages.close();
  return { mean: sums.mean / runs.length, most: sums.most / runs.length };
}
