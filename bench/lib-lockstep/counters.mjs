// Counters in today's kernel itself, on an adapter: what the model must agree with.
import { GpuStages } from '../../dist/bench/gpu-stages.js';
import { Hit } from '../../dist/device/records.generated.js';
import { SHADER_TEXTS } from '../../dist/engine/gpu/shader-texts.generated.js';
import { RUN_PULSES } from './rays.mjs';

const HIT_WORDS = Hit.SIZE / 4;

/** Places in the shaders' texts, and what stands there with counters; the counts are left in the normals of hits. */
const PATCHES = {
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

/** Adds the counters; returns what puts the texts back. Throws if a place is not found. */
function patchShaders() {
  const old = { ...SHADER_TEXTS };
  for (const [file, patches] of Object.entries(PATCHES))
    for (const [place, text] of patches) {
      if (!SHADER_TEXTS[file].includes(place)) throw new Error(`wgsl/${file} has no "${place}" to count at`);
      SHADER_TEXTS[file] = SHADER_TEXTS[file].replace(place, text);
    }
  return () => Object.assign(SHADER_TEXTS, old);
}

/** Nodes, triangles and doubts a subray as the shader counts them on an adapter, over the runs of `raysOf`. */
export async function countOnAdapter(adapter, device, rays) {
  const restore = patchShaders();
  try {
    return await count(adapter, device, rays);
  } finally {
    restore();
  }
}

async function count(adapter, device, { settings, program, runs }) {
  const stages = await GpuStages.open(adapter, { device, settings }, [program], RUN_PULSES, ['traverse']);
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
