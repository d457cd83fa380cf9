import { describe, expect, it } from 'vitest';
import type { PulseProgram } from '../../../src/device/pulse-program.js';
import { Pulse } from '../../../src/device/records.generated.js';
import { gpuPulses } from '../../support/gpu-pulses.js';
import { gpuFound, NEEDS_GPU } from '../../support/gpu-run.js';
import { KernelRun } from '../../support/kernel-run.js';
import { PROGRAMS } from '../../support/legs.js';
import { isLong } from '../../support/long-run.js';
import { settingsWith } from '../../support/scan.js';

const settings = settingsWith();

/** Pulses of a block: a workgroup of the GPU. */
const COUNT = 64;

/** Pulses of a program to look at: blocks from its beginning, middle and end. */
function blocksOf(pulseCount: number): number[] {
  return [0, 0.001, 0.01, 0.1, 0.37, 0.5, 0.83, 0.999]
    .map((share) => Math.floor(share * pulseCount))
    .concat(pulseCount - COUNT)
    .filter((first) => first >= 0 && first + COUNT <= pulseCount);
}

/** The numbers of all pulses of blocks that begin with these. */
const numbersOf = (firsts: number[]) => firsts.flatMap((first) => Array.from({ length: COUNT }, (_, k) => first + k));

function cpuPulses(program: (typeof PROGRAMS)[string], firsts: number[]): ArrayBuffer {
  const run = new KernelRun(settings, program);
  const out = new Uint8Array(firsts.length * COUNT * Pulse.SIZE);
  firsts.forEach((first, k) => {
    out.set(new Uint8Array(run.pulses(first, COUNT)), k * COUNT * Pulse.SIZE);
  });
  return out.buffer;
}

/** SwiftShader takes half a minute and more to compile any of them; parity/examples has scans with some. */
const SLOW: ReadonlySet<PulseProgram['deflector']> = new Set(['oscillate', 'swing', 'cone', 'nutate', 'refract']);

const FIELDS = Object.entries(Pulse).filter(([name]) => name !== 'SIZE');

describe.skipIf(!gpuFound)(`pulses have the same bits on GPU and CPU${NEEDS_GPU}`, () => {
  it.each(Object.entries(PROGRAMS).filter(([, { deflector }]) => isLong || !SLOW.has(deflector)))(
    '%s',
    async (_, program) => {
      const firsts = blocksOf(program.pulseCount);
      const [actual, expected] = [await gpuPulses(program, numbersOf(firsts)), cpuPulses(program, firsts)].map(
        (records) => new Uint32Array(records),
      );
      const words = Pulse.SIZE / 4;
      const unlike = FIELDS.flatMap(([name, offset], f) => {
        const end = (FIELDS[f + 1]?.[1] ?? Pulse.SIZE) / 4;
        const count = actual.filter((word, k) => {
          const field = k % words;
          return field >= offset / 4 && field < end && word !== expected[k];
        }).length;
        return count > 0 ? [`${count} words of ${name}`] : [];
      });
      expect(unlike).toEqual([]);
      expect(program.pulseCount).toBeGreaterThan(1000);
    },
  );

  it('are compared where some are silent and some are not', () => {
    const program = PROGRAMS['a sector of a spinning array'];
    const silent = new Uint32Array(cpuPulses(program, blocksOf(program.pulseCount))).filter(
      (_, k) => k % (Pulse.SIZE / 4) === Pulse.silent / 4,
    );
    expect(new Set(silent)).toEqual(new Set([0, 1]));
  });
});
