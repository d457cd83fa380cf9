import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { PulseProgram } from '../../src/device/pulse-program.js';
import { Pulse } from '../../src/device/records.generated.js';
import { listPulses } from '../../src/engine/cpu/node-list-pulses.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import { gpuPulses } from '../support/gpu-pulses.js';
import { gpuFound, NEEDS_GPU } from '../support/gpu-run.js';
import { type ReferenceData, readReference } from '../support/reference-data.js';

// Pulses that HELIOS++ 2.2.2 emitted (--writePulse: four decimals) against ours for the same
// surveys, written in our YAML.

/** Half a unit of HELIOS++'s printed numbers, and the rounding of f32. */
const DIRECTION_TOLERANCE = 5e-5 + 5e-7;
const ORIGIN_TOLERANCE = 1e-3;

/**
 * For each leg of our survey: the numbers that HELIOS++ gives its pulses, first … end−1. It numbers the pulses of each
 * device from 1, on through all legs; a pulse in the file can stand under the next leg's name.
 */
interface Reference {
  survey: string;
  file: string;
  legs: readonly (readonly [first: number, end: number])[];
}

const REST = Number.POSITIVE_INFINITY;

const REFERENCES: readonly Reference[] = [
  {
    survey: 'tls_toyblocks',
    file: 'tls_toyblocks',
    legs: [
      [1, 478_430],
      [1_060_869, REST],
    ],
  },
  { survey: 'tls_toyblocks_2', file: 'tls_toyblocks', legs: [[478_430, 1_060_869]] },
  { survey: 'tls_dyn_cube', file: 'tls_dyn_cube', legs: [[1, REST]] },
  { survey: 'als_toyblocks', file: 'als_toyblocks', legs: successive(1, 666_668, 1_333_335) },
  { survey: 'mls_toyblocks', file: 'mls_toyblocks', legs: successive(1, 475_421, 605_356, 817_383) },
  { survey: 'tls_livox', file: 'tls_livox', legs: successive(1, 20_001, 120_001) },
  { survey: 'light_als_toyblocks_multiscanner', file: 'light_als_toyblocks_multiscanner', legs: successive(1, 33_335) },
];

/** A survey along a trajectory of HELIOS++, a file that is not ours to copy. */
const ALONG_TRAJECTORY: Reference = {
  survey: 'als_interpolated_trajectory',
  file: 'als_interpolated_trajectory',
  legs: successive(1, 378_001, 529_200, 604_799),
};

/** Legs that follow one another. */
function successive(...firsts: number[]): [number, number][] {
  return firsts.map((first, k) => [first, firsts[k + 1] ?? REST]);
}

interface EmittedPulse {
  origin: number[];
  direction: number[];
  number: number;
  device: number;
}

function readEmitted(data: ReferenceData, file: string): EmittedPulse[] {
  return readReference(data, `helios/${file}.pulses.txt`)
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/).slice(1).map(Number))
    .map((f) => ({ origin: f.slice(0, 3), direction: f.slice(3, 6), number: f[7], device: f[8] }));
}

/** Our program of each leg of a survey. */
async function programsOf(survey: string): Promise<{ programs: PulseProgram[]; channels: number }> {
  const path = fileURLToPath(new URL(`helios/${survey}.yaml`, import.meta.url));
  const { legs, instruments } = await loadSurvey(path);
  const [{ scanner, mount }] = instruments;
  const programs = legs.map((leg) => createPulseProgram({ scanner, mount, leg, frameOrigin: [0, 0, 0] }));
  return { programs, channels: scanner.channels.length };
}

/** For every leg: the reference pulses in it, and the numbers of ours that should be the same. */
function matched(data: ReferenceData, { file, legs }: Reference, channels: number) {
  const emitted = readEmitted(data, file);
  return legs.map(([first, end]) => {
    const inside = emitted.filter(({ number }) => number >= first && number < end);
    return { emitted: inside, numbers: inside.map(({ number, device }) => (number - first) * channels + device) };
  });
}

const largest = (a: ArrayLike<number>, at: number, b: readonly number[]): number =>
  Math.max(...b.map((value, axis) => Math.abs(a[at + axis] - value)));

/** A software GPU takes a millisecond a pulse: 64 of them together, which it does best, of every 448. */
const isOfSample = (i: number) => i % 448 < 64;

/** Compares the pulses in `data` with ours, on both engines. */
export function describeHeliosPulses(data: ReferenceData): void {
  const cases = data.isWhole ? [...REFERENCES, ALONG_TRAJECTORY] : REFERENCES;

  describe('pulses of HELIOS++, CPU', () => {
    it.each(cases)('$survey', async (reference) => {
      const { programs, channels } = await programsOf(reference.survey);
      let compared = 0;
      for (const [k, { emitted, numbers }] of matched(data, reference, channels).entries()) {
        const list = await listPulses(programs[k], 0, programs[k].pulseCount);
        const differing = emitted.flatMap(({ origin, direction, number }, i) => {
          const at = 3 * numbers[i];
          const [turned, moved] = [largest(list.directions, at, direction), largest(list.origins, at, origin)];
          return turned <= DIRECTION_TOLERANCE && moved <= ORIGIN_TOLERANCE ? [] : [{ leg: k, number, turned, moved }];
        });
        expect(differing.slice(0, 5), `${differing.length} of ${emitted.length} differ`).toEqual([]);
        compared += emitted.length;
      }
      expect(compared).toBeGreaterThan(500);
    });
  });

  if (!data.isWhole)
    describe.skip(`pulses of HELIOS++ along its own trajectory (skipped: ../shared/helios is not here)`, () => {
      it(ALONG_TRAJECTORY.survey, () => {});
    });

  describe.skipIf(!gpuFound)(`pulses of HELIOS++, GPU${NEEDS_GPU}`, () => {
    it.each(cases)('$survey', async (reference) => {
      const { programs, channels } = await programsOf(reference.survey);
      for (const [k, { emitted, numbers }] of matched(data, reference, channels).entries()) {
        const some = emitted.filter((_, i) => isOfSample(i));
        const floats = new Float32Array(
          await gpuPulses(
            programs[k],
            numbers.filter((_, i) => isOfSample(i)),
          ),
        );
        some.forEach(({ origin, direction, number }, i) => {
          const at = (i * Pulse.SIZE) / 4;
          const message = `leg ${k}, pulse ${number}`;
          expect(largest(floats, at + Pulse.direction / 4, direction), message).toBeLessThan(DIRECTION_TOLERANCE);
          expect(largest(floats, at + Pulse.origin / 4, origin), message).toBeLessThan(ORIGIN_TOLERANCE);
        });
      }
    });
  });
}
