// Stages of the CPU's kernel over slices of a leg, on one thread.

/** Stages in their order; packing is the worker's. */
export const STAGES = ['pulse', 'subray', 'traverse', 'reflect', 'echo', 'perturb'];
const BLOCK_PULSES = 256;
/** Pulses of a slice, which variants take by turns. */
export const SLICE_PULSES = 16 * BLOCK_PULSES;

/**
 * The stages of every leg of a loaded survey's first instrument, by the program in the folder `dist` (a URL). Windows
 * of movers are `window` seconds long, if it is given.
 */
export async function openLegs(dist, loaded, window) {
  const from = (path) => import(new URL(path, dist).href);
  const { loadScene } = await from('index.js');
  const { CpuStages } = await from('bench/cpu-stages.js');
  const { programOf, runOf } = await from('simulation/instrument-scan.js');
  const { instrumentScansOf } = await from('simulation/instrument-scans.js');
  const { prepareScene } = await from('simulation/node-prepare-scene.js');
  const scene = await loadScene(loaded.scene);
  const prepared = await prepareScene(scene, { cache: false });
  const [scan] = instrumentScansOf({ ...loaded, colors: undefined });
  const { settings } = runOf(scan, prepared);
  const programs = scan.legs.map((_, k) => programOf(scan, k, scene));
  return Promise.all(
    programs.map(async (program) => ({
      pulseCount: program.pulseCount,
      device: prepared.device,
      stages: await CpuStages.open({ device: prepared.device, settings }, program, window),
    })),
  );
}

/**
 * Seconds of each stage over the pulses of a slice, and of the making of trees over `windows`, which is part of
 * `traverse`; its counts, in one word. `look` is called after each block's traverse with its number of pulses.
 */
export function runSlice({ kernel, table, movers }, first, end, look) {
  const seconds = Object.fromEntries([...STAGES, 'windows'].map((name) => [name, 0]));
  const counts = [];
  kernel.bind(table);
  for (let at = first; at < end; at += BLOCK_PULSES) {
    let made = Math.min(BLOCK_PULSES, end - at);
    for (const name of STAGES) {
      const start = performance.now();
      if (name === 'traverse') {
        movers?.cover({ first: at, end: at + made });
        seconds.windows += (performance.now() - start) / 1000;
      }
      const count = kernel[name](at, made);
      seconds[name] += (performance.now() - start) / 1000;
      if (name === 'traverse') look?.(made);
      if (name === 'traverse' || name === 'echo') counts.push(count);
      if (name === 'echo') {
        made = count;
        kernel.bind(table);
      }
    }
  }
  return { seconds, counts: counts.join() };
}
