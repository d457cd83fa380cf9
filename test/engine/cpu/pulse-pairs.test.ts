import { expect, it } from 'vitest';
import { BLOCK_PULSES, Pulse } from '../../../src/device/records.generated.js';
import { KernelRun } from '../../support/kernel-run.js';
import { PROGRAMS } from '../../support/legs.js';
import { sampleOf } from '../../support/long-run.js';
import { settingsWith } from '../../support/scan.js';

const settings = settingsWith();

/** Parts of a block that pair pulses in other ways than the whole block does: at odd places, alone, an odd number. */
const PARTS = [1, 2, 3, 63, 64, 1, 122];

/** Records of pulses from number `first` on, a call of the kernel for each of `parts`. */
function pulsesInParts(run: KernelRun, first: number, parts: number[]): Uint32Array {
  const out = new Uint8Array(BLOCK_PULSES * Pulse.SIZE);
  let done = 0;
  for (const count of parts) {
    out.set(new Uint8Array(run.pulses(first + done, count)), done * Pulse.SIZE);
    done += count;
  }
  return new Uint32Array(out.buffer);
}

it.each(sampleOf(Object.entries(PROGRAMS), 25))(
  'pulses do not depend on which are made side by side: %s',
  (_, program) => {
    const run = new KernelRun(settings, program);
    const last = program.pulseCount - BLOCK_PULSES;
    for (const share of [0, 0.013, 0.5, 1]) {
      const first = Math.floor(share * last);
      expect(pulsesInParts(run, first, PARTS)).toEqual(pulsesInParts(run, first, [BLOCK_PULSES]));
    }
  },
);
