import { describe, expect, it } from 'vitest';
import { Pulse } from '../../src/device/records.generated.js';
import { timesOfPulses } from '../../src/engine/pulse-times.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import { DEFLECTOR_EXAMPLES } from '../support/deflector-examples.js';
import { KernelRun } from '../support/kernel-run.js';
import { settingsWith, station } from '../support/scan.js';

const LEG = station([0, 0, 0], { sectorDeg: 90 });
const mount = { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 } as const;
const COUNT = 200;

describe('the time of some pulses', () => {
  const both = DEFLECTOR_EXAMPLES.flatMap((example) =>
    (['running', 'restarted'] as const).map((lines) => ({
      ...example,
      lines,
      title: `${example.name} ${example.number}`,
    })),
  );
  it.each(both)('holds the times of its pulses, and little more: $title, $lines lines', ({ scanner, lines }) => {
    const channels = [0, 1, 2].map((k) => ({ ...scanner.channels[0], fireTime: k * 3e-6 }));
    const leg = { ...LEG, path: { ...LEG.path, duration: 0.05 } } as typeof LEG;
    const program = createPulseProgram({
      scanner: { ...scanner, channels, lines: lines === 'restarted' ? lines : scanner.lines },
      mount: { ...mount, position: [0, 0, 0] },
      leg,
      frameOrigin: [0, 0, 0],
      sceneTime: 12.5,
    });
    const { buffers } = program;
    const times = timesOfPulses({
      program: new DataView(buffers.program),
      channels: new DataView(buffers.channels),
      instrument: new DataView(buffers.instrument),
    });
    const run = new KernelRun(settingsWith(), program);
    for (const share of [0, 0.31, 0.77]) {
      const first = Math.floor(share * Math.max(0, program.pulseCount - COUNT));
      const count = Math.min(COUNT, program.pulseCount - first);
      const records = new Float32Array(run.pulses(first, count));
      const found = Array.from({ length: count }, (_, k) => {
        const at = (k * Pulse.SIZE) / 4;
        return 12.5 + records[at + Pulse.timeHigh / 4] + records[at + Pulse.timeLow / 4];
      });
      const [from, to] = times({ first, end: first + count });
      expect(from).toBeLessThanOrEqual(Math.min(...found));
      expect(to).toBeGreaterThanOrEqual(Math.max(...found));
      expect(to - from - (Math.max(...found) - Math.min(...found))).toBeLessThan(2e-5);
    }
  });
});
