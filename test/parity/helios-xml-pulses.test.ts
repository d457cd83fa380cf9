import { describe, expect, it } from 'vitest';
import { listPulses } from '../../src/engine/cpu/node-list-pulses.js';
import { readSurvey } from '../../src/node-surveys.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import { firesIn, scannerIn } from '../../src/scanner/leg-scanner.js';
import { convertFromHelios, HAS_HELIOS_REFERENCE, heliosReferencePulses } from '../support/helios-reference.js';

// Pulses of HELIOS++'s own surveys, read from its XML, against those that it emitted (--writePulse: four decimals).

/** Half a unit of HELIOS++'s printed numbers, and the rounding of f32. */
const DIRECTION = 5e-5 + 5e-7;
const ORIGIN = 1e-4;
const TIME = 1e-4;

interface Reference {
  name: string;
  survey: string;
  /** Tolerance of directions in a leg: HELIOS++'s heading there is 0.001° more than its own positions say. */
  wider?: Record<string, number>;
}

const REFERENCES: readonly Reference[] = [
  { name: 'tls_toyblocks', survey: 'toyblocks/tls_toyblocks' },
  { name: 'als_toyblocks', survey: 'toyblocks/als_toyblocks' },
  { name: 'mls_toyblocks', survey: 'toyblocks/mls_toyblocks', wider: { leg003: 6.2e-5 } },
  { name: 'tls_livox', survey: 'demo/tls_livox' },
  { name: 'light_als_toyblocks_multiscanner', survey: 'demo/light_als_toyblocks_multiscanner' },
  { name: 'als_interpolated_trajectory', survey: 'demo/als_interpolated_trajectory' },
];

/** The survey of a file in a scene of ours: pulses do not depend on it, and the ground is at 0. */
async function surveyOf(file: string) {
  const { value } = await convertFromHelios(`data/surveys/${file}.xml`);
  return readSurvey({ ...value, scene: { parts: [{ generate: { kind: 'terrain', triangles: 1000 } }] } });
}

if (!HAS_HELIOS_REFERENCE)
  describe.skip('pulses of HELIOS++ from its XML (skipped: ../shared/helios is not here)', () => {
    it('agree for its own surveys', () => {});
  });

const farthest = (a: ArrayLike<number>, at: number, b: readonly number[]): number =>
  Math.max(...b.map((value, axis) => Math.abs(a[at + axis] - value)));

describe.skipIf(!HAS_HELIOS_REFERENCE)('pulses of HELIOS++ from its XML', () => {
  it.each(REFERENCES)('$name', async ({ name, survey: file, wider = {} }) => {
    const { instruments, legs } = await surveyOf(file);
    const [instrument] = instruments;
    const emitted = heliosReferencePulses(name);
    // HELIOS++ numbers the pulses of each device from 1, on through all legs.
    const start = Math.min(...emitted.map(({ time }) => time));
    let first = 1;
    let compared = 0;
    for (const [k, leg] of legs.entries()) {
      const scanner = scannerIn(instrument, k);
      if (!firesIn(instrument, k)) continue;
      const program = createPulseProgram({
        scanner,
        mount: leg.mount ?? instrument.mount,
        leg,
        frameOrigin: [0, 0, 0],
      });
      const channels = scanner.channels.length;
      const shots = program.pulseCount / channels;
      const list = await listPulses(program, 0, program.pulseCount);
      const inLeg = emitted.filter(({ number }) => number >= first && number < first + shots);
      const differing = inLeg.filter(({ origin, direction, time, number, device }) => {
        const at = (number - first) * channels + device;
        const after = leg.startTime - legs[0].startTime + list.times[at];
        return (
          farthest(list.directions, 3 * at, direction) > (wider[leg.name] ?? DIRECTION) ||
          farthest(list.origins, 3 * at, origin) > ORIGIN ||
          Math.abs(time - start - after) > TIME
        );
      });
      expect(differing.slice(0, 3), `${leg.name}: ${differing.length} of ${inLeg.length} differ`).toEqual([]);
      compared += inLeg.length;
      first += shots;
    }
    expect(compared).toBe(emitted.length);
    expect(compared).toBeGreaterThan(1000);
  });
});
