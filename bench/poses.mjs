import { BLOCK_PULSES } from '../dist/device/records.generated.js';
// The stage `pulse` alone, for every kind of deflector, on one thread: pulses with their pose per second. Best of 5.
import { loadKernelModule } from '../dist/engine/cpu/node-kernel-module.js';
import { bindPulseStage } from '../dist/engine/cpu/pulse-stage.js';
import { createPulseProgram } from '../dist/pack/pulse-program.js';
import { DEFLECTORS, LEGS, scannerOf } from './lib-deflectors.mjs';

export const options = { pulses: { type: 'string', default: '5000000' } };

const REPEATS = 5;
const LEVEL = { heading: 0, pitch: 0, roll: 0 };
const MOUNT = { position: [0.1, 0.2, 0.3], ...LEVEL };

export async function run({ pulses }) {
  const module = await loadKernelModule();
  const rates = {};
  for (const [legName, leg] of Object.entries(LEGS))
    for (const name of Object.keys(DEFLECTORS)) {
      const program = createPulseProgram({
        scanner: scannerOf(name),
        mount: MOUNT,
        leg,
        frameOrigin: [0, 0, 0],
      });
      const stage = bindPulseStage(program, module);
      rates[`${name}, ${legName}`] = rate(stage, Math.min(Number(pulses), program.pulseCount));
    }
  return { pulses: Number(pulses), mpulsesPerS: rates };
}

/** Millions of pulses a second. */
function rate(stage, pulses) {
  let best = Number.POSITIVE_INFINITY;
  for (let k = 0; k < REPEATS; k++) {
    const started = performance.now();
    for (let first = 0; first + BLOCK_PULSES <= pulses; first += BLOCK_PULSES) stage(first, BLOCK_PULSES);
    best = Math.min(best, performance.now() - started);
  }
  return pulses / best / 1e3;
}

export function print({ mpulsesPerS }) {
  for (const [name, rate] of Object.entries(mpulsesPerS))
    console.log(`${rate.toFixed(1).padStart(7)} M pulses/s  ${name}`);
}
