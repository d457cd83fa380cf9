// Counters in the shaders themselves, on an adapter: steps of the ways through the trees, with which the model must
// agree, and the number of reads of hits in `echo`.
import { GpuStages } from '../../dist/bench/gpu-stages.js';
import { Hit } from '../../dist/device/records.generated.js';
import { PLAIN_PROGRAM, passesFor } from '../../dist/engine/gpu/passes.js';
import { SHADER_TEXTS } from '../../dist/engine/gpu/shader-texts.generated.js';
import { RUN_PULSES } from './rays.mjs';

const HIT_WORDS = Hit.SIZE / 4;
/** Words of a pulse's counts, and the one unused by points. */
const COUNT_WORDS = 4;
const UNUSED_COUNT = 3;

const COUNTS = `var<private> nodeVisits: u32;
  var<private> triangleVisits: u32;
  var<private> subrayVisits: u32;
  fn storeVisits(place: u32) {
    hits[fieldOf(place, HIT_NORMAL)] = nodeVisits;
    hits[fieldOf(place, HIT_NORMAL + 1u)] = triangleVisits;
    hits[fieldOf(place, HIT_NORMAL + 2u)] = subrayVisits;
  }`;

/**
 * Places in the shaders' texts, and their replacements with counters; the counts are left in the normal of a bundle's
 * first hit.
 */
const TRAVERSE = {
  'walk.wgsl': [['let node = nodesAt(child);', 'nodeVisits += 1u; let node = nodesAt(child);']],
  'ray.wgsl': [
    ['let triangle = triangleOf(instance, k);', 'triangleVisits += 1u; let triangle = triangleOf(instance, k);'],
  ],
  'bundle.wgsl': [
    [
      'let triangle = triangleOf((*walker).instance, k);',
      'triangleVisits += 1u; let triangle = triangleOf((*walker).instance, k);',
    ],
    ['let side = sideOf(edges, ray);', 'subrayVisits += 1u; let side = sideOf(edges, ray);'],
  ],
  'traverse.entry.wgsl': [
    ['select(SURE, IN_DOUBT, doubted));', 'select(SURE, IN_DOUBT, doubted)); storeVisits(place);'],
    ['@compute', `${COUNTS} @compute`],
  ],
  'traverseBundles.entry.wgsl': [
    ['startOfPart(part + 1u) - first);', 'startOfPart(part + 1u) - first); storeVisits(placeOf(pulse, first));'],
    ['@compute', `${COUNTS} @compute`],
  ],
};

/** The same for `echo`: every read of a hit adds one. */
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

/** The result of `make` while the shaders have counters. Throws if a place is not found. */
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

/**
 * Nodes, triangles, subrays tested one by one, and doubts, per subray, as the walk `walk` counts them on an adapter
 * over the runs of `raysOf`.
 */
export async function countTraverse(adapter, device, { settings, program, runs }, walk) {
  const options = { names: ['traverse', 'traverseBundles'], walk };
  const open = () => GpuStages.open(adapter, { device, settings }, [program], RUN_PULSES, options);
  const stages = await withCounters(TRAVERSE, open);
  const rays = RUN_PULSES * settings.subrayCount;
  const sums = { nodes: 0, triangles: 0, subrays: 0, doubts: 0 };
  for (const { first, pulses, directions } of runs) {
    stages.load(program, first, RUN_PULSES);
    stages.write('pulses', pulses);
    stages.write('directions', directions);
    stages.write('hits', new ArrayBuffer(rays * Hit.SIZE));
    stages.run(...options.names);
    addHits(sums, await stages.read('hits', rays * Hit.SIZE));
  }
  stages.close();
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / runs.length / rays]));
}

function addHits(sums, hits) {
  const words = new Uint32Array(hits);
  for (let at = 0; at < words.length; at += HIT_WORDS) {
    sums.nodes += words[at + Hit.normalX / 4];
    sums.triangles += words[at + Hit.normalY / 4];
    sums.subrays += words[at + Hit.normalZ / 4];
    sums.doubts += words[at + Hit.surface / 4];
  }
}

/** Number of reads of hits in `echo`, for a pulse on average and for the most expensive of 32 consecutive ones. */
export async function countEcho(adapter, device, { settings, program, runs }) {
  const open = () => GpuStages.open(adapter, { device, settings }, [program], RUN_PULSES, { names: ['echo'] });
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
