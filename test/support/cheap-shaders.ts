/** Each subray hits at a distance of its own, or nothing. */
const CHEAP_HIT = `
    fn storeCheapHit(pulse: u32, subray: u32) {
      var key = (pulses[pulse].number * run.subrayCount + subray) * 2654435761u;
      key = (key ^ (key >> 15u)) * 2246822519u;
      let nothing = pulses[pulse].silent != 0u || (key >> 28u) < 3u;
      let distance = select(10.0 + f32(key >> 20u) * 0.01, -1.0, nothing);
      storeRaw(placeOf(pulse, subray), Nearest(distance, key & 3u, NONE, 0u), SURE);
    }`;

/** Passes that compile at once on a software GPU: for tests of the code around them. */
const CHEAP: Readonly<Record<string, string>> = {
  // Beams in all directions; each ninth pulse is silent.
  'pulse.entry.wgsl': `
    @compute @workgroup_size(WORKGROUP)
    fn pulse(@builtin(global_invocation_id) id: vec3<u32>) {
      if (id.x >= chunk.pulseCount) { return; }
      let number = chunk.firstPulse + id.x;
      let azimuth = 0.01 * f32(number);
      let elevation = 1.2 * sin(0.7 * f32(number));
      let level = cos(elevation);
      var pulse = Pulse();
      pulse.direction = vec3<f32>(sin(azimuth) * level, cos(azimuth) * level, sin(elevation));
      pulse.right = vec3<f32>(cos(azimuth), -sin(azimuth), 0.0);
      pulse.number = number;
      pulse.timeHigh = f32(program.cycle);
      pulse.rangeMin = channels[0].rangeMin;
      pulse.rangeMax = channels[0].rangeMax;
      pulse.silent = u32(number % 9u == 8u);
      pulses[id.x] = pulse;
      counts[id.x] = vec4<u32>(0u);
    }`,
  'subray.entry.wgsl': `
    @compute @workgroup_size(WORKGROUP)
    fn subray(@builtin(global_invocation_id) id: vec3<u32>) {
      if (id.x >= chunk.pulseCount * run.subrayCount) { return; }
      directions[id.x] = vec4<f32>(pulses[pulseAt(id.x)].direction, 1.0 / f32(run.subrayCount));
    }`,
  'traverse.entry.wgsl': `
    ${CHEAP_HIT}
    @compute @workgroup_size(WORKGROUP)
    fn traverse(@builtin(global_invocation_id) id: vec3<u32>) {
      let pulse = id.x / run.subrayCount;
      if (pulse < chunk.pulseCount) { storeCheapHit(pulse, id.x % run.subrayCount); }
    }`,
  'traverseBundles.entry.wgsl': `
    ${CHEAP_HIT}
    @compute @workgroup_size(WORKGROUP)
    fn traverseBundles(@builtin(global_invocation_id) id: vec3<u32>) {
      let pulse = id.x / PARTS;
      if (pulse >= chunk.pulseCount || id.x % PARTS != 0u) { return; }
      for (var subray = 0u; subray < run.subrayCount; subray++) { storeCheapHit(pulse, subray); }
    }`,
  'listDoubts.entry.wgsl': '@compute @workgroup_size(WORKGROUP) fn listDoubts() {}',
  'traverseExactly.entry.wgsl': '@compute @workgroup_size(WORKGROUP) fn traverseExactly() {}',
  'refine.entry.wgsl': '@compute @workgroup_size(WORKGROUP) fn refine() {}',
  'reflect.entry.wgsl': '@compute @workgroup_size(WORKGROUP) fn reflect() {}',
  // Three of four hits are returns.
  'echo.entry.wgsl': `
    @compute @workgroup_size(WORKGROUP)
    fn echo(@builtin(global_invocation_id) id: vec3<u32>) {
      if (id.x >= chunk.pulseCount) { return; }
      var made = 0u;
      var found = 0u;
      for (var subray = 0u; subray < run.subrayCount; subray++) {
        let k = placeOf(id.x, subray);
        let hit = hitAt(k);
        if (hit.distance < 0.0) { continue; }
        found += 1u;
        if (hit.triangle == 0u || made == run.maxReturns) { continue; }
        made += 1u;
        var point = Point();
        point.position = hit.distance * directions[k].xyz;
        point.range = hit.distance;
        point.pulse = pulses[id.x].number;
        point.timeHigh = pulses[id.x].timeHigh;
        point.returnNumber = made;
        returns[id.x * run.maxReturns + made - 1u] = point;
      }
      for (var k = 0u; k < made; k++) { returns[id.x * run.maxReturns + k].returnCount = made; }
      counts[id.x].x = made;
      counts[id.x].y = found;
    }`,
  'perturb.entry.wgsl': '@compute @workgroup_size(WORKGROUP) fn perturb() {}',
};

/** One invocation a block adds up the counts before each pulse: it is barriers that take long to compile. */
const CHEAP_PLACES: Readonly<Record<string, string>> = {
  'placeInBlock.entry.wgsl': `
    @compute @workgroup_size(WORKGROUP)
    fn placeInBlock(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) block: vec3<u32>) {
      if (lane > 0u) { return; }
      let end = min((block.x + 1u) * SUM_BLOCK, chunk.pulseCount);
      var before = vec4<u32>(0u);
      for (var p = block.x * SUM_BLOCK; p < end; p++) {
        places[p] = before;
        before += counts[p];
      }
      blockSums[block.x] = before;
    }`,
  'placeBlocks.entry.wgsl': `
    @compute @workgroup_size(WORKGROUP)
    fn placeBlocks(@builtin(local_invocation_index) lane: u32) {
      if (lane > 0u) { return; }
      var before = vec4<u32>(0u);
      for (var block = 0u; block * SUM_BLOCK < chunk.pulseCount; block++) {
        let sum = blockSums[block];
        blockSums[block] = before;
        before += sum;
      }
      totals = Totals(before.x, before.y, before.z, before.w, 0u, before.x);
    }`,
};

interface ShaderTexts {
  SHADER_TEXTS: Readonly<Record<string, string>>;
}

/** The texts of wgsl/ with other entry points for all that takes long to compile; to be given to vi.mock. */
export function cheapShaders<T extends ShaderTexts>(module: T): T {
  return withTexts(module, CHEAP);
}

/** Passes that trace rays, and those for their hits. */
const TRACING = ['traverse', 'traverseBundles', 'refine', 'reflect', 'echo'].map((name) => `${name}.entry.wgsl`);

/** Like `cheapShaders`, but rays are traced through the scene as usual; none of them a second time, exactly. */
export function cheapRays<T extends ShaderTexts>(module: T): T {
  const cheap = Object.entries(CHEAP).filter(([name]) => !TRACING.includes(name));
  return withTexts(module, Object.fromEntries(cheap));
}

/** Texts that differ only in the passes that put points in order: half the time that `cheapShaders` leave. */
export function cheapPlaces<T extends ShaderTexts>(module: T): T {
  return withTexts(module, CHEAP_PLACES);
}

const withTexts = <T extends ShaderTexts>(module: T, texts: Readonly<Record<string, string>>): T => ({
  ...module,
  SHADER_TEXTS: { ...module.SHADER_TEXTS, ...texts },
});
