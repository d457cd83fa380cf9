import { describe, expect, it } from 'vitest';
import { planFlight } from '../../../src/planning/flight/plan-flight.js';
import type { FlightRequest } from '../../../src/planning/plan-request.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import { level, objOf, sceneFolder } from '../plain-scenes.js';

const folder = sceneFolder();
const plain = folder.write('plain.obj', objOf([level(-200, -200, 200, 200, 0)]));
const DEGREE = Math.PI / 180;

const fly = (request: Partial<FlightRequest>) =>
  planFlight(
    {
      kind: 'als',
      scene: plain,
      scanner: 'riegl-vq-1560i',
      platform: 'aircraft',
      height: 500,
      fieldOfView: 20 * DEGREE,
      overlap: 0.3,
      density: 8,
      ...request,
    },
    { machine: nodeMachine, cache: false },
  );

/** A survey of the plain with a scanner section of its own. */
const surveyWith = (scanner: string): string =>
  folder.write(
    `${scanner.replace(/\W+/g, '-')}.yaml`,
    `scene: { parts: [{ file: plain.obj }] }\nscanner: ${scanner}\n`,
  );

describe('the rates that a density chooses', () => {
  it('are the lowest of the maker at a given speed and overlap, and what is too much is told', async () => {
    const plan = await fly({ speed: 60 });
    expect(plan.sections.scanner).toMatchObject({ pulseRate: 150_000 });
    expect(plan.density.area).toBeLessThan(8.7);
    expect(plan.notes.join()).toMatch(/8\.\d+ points\/m² over the area are \d % more than the 8 required: 150 kHz is/);
    expect(plan.distances.along).toBeCloseTo(plan.distances.across ?? 0, 2);
  });

  it('are any between two where the maker lists none, with points as far apart along as across', async () => {
    // At 550 kHz and 66 Hz, 120 m/s had points 90.9 cm apart along the flight, 4.2 cm across.
    const { distances, density, notes, speed } = await fly({ scanner: 'optech-galaxy' });
    expect(density.area).toBeCloseTo(8, 1);
    expect(notes.join()).not.toContain('more than the 8 required');
    expect(speed).toBeGreaterThan(60);
    expect((distances.along ?? 0) / (distances.across ?? 1)).toBeCloseTo(1, 1);
    const slow = await fly({ scanner: 'optech-galaxy', speed: 60 });
    // 8 · 60 · 123.4 m = 59 kHz over a block without end, and as much more as edges need.
    expect(slow.pulseRateHz).toBeGreaterThan(59_000);
    expect(slow.pulseRateHz).toBeLessThan(80_000);
  });

  it('are the least that sees as far as the flight needs', async () => {
    const file = folder.write(
      'made-up.yaml',
      `id: made-up
name: Made up
source: nobody
wavelength: 1064
divergence: { mrad: 0.25 }
detection: { rangeMin: 1, rangeMax: 900, maxReturns: 5, rangeNoise: 0.02 }
deflector:
  kind: polygon
  pulseRate: 100000
  elevationMin: -20
  elevationMax: 20
  lineRate: 80
  lineRateMax: 100
  facetAngle: 60
  programs: [{ pulseRate: 100000 }, { pulseRate: 200000, rangeMax: 400 }]
`,
    );
    // 10 · 60 m/s · 153 m between lines, of each pulse of the mirror's turn two thirds: 137 kHz.
    const near = { scanner: file, fieldOfView: undefined, density: 10, height: 300, speed: 60 };
    expect((await fly(near)).sections.scanner).toMatchObject({ pulseRate: 200_000 });
    await expect(fly({ ...near, height: 500 })).rejects.toThrow(/^--density: found 10, expected at most 4\.\d+ /);
  });

  it('stay where the survey sets them', async () => {
    const scene = surveyWith('{ id: riegl-vq-1560i, pulseRate: 350000, lineRate: 90 }');
    const plan = await fly({ scene, scanner: undefined });
    expect(plan.sections.scanner).toMatchObject({ pulseRate: 350_000, lineRate: 90 });
    expect(plan.notes.join()).toMatch(/no faster than 120 m\/s, and the pulse rate is not free/);
  });
});

describe('the density that is meant', () => {
  it.each(['strip', 'minimum', 'area'] as const)('of %s is reached', async (densityOf) => {
    const { density } = await fly({ scanner: 'optech-galaxy', densityOf });
    const found = { strip: density.median, minimum: density.minimum, area: density.area }[densityOf];
    expect(found).toBeGreaterThan(8 * 0.99);
    expect(found).toBeLessThan(8 * 1.02);
  });

  it('is refused after a height that is out of range', async () => {
    await expect(fly({ height: 6000, density: 1000 })).rejects.toThrow(/^--height: found 6000, expected at most/);
    await expect(fly({ density: 1000 })).rejects.toThrow(/^--density: found 1000, expected at most [\d.]+ \(points/);
  });
});

describe('the zones of ranges', () => {
  it('are c / 2 PRR wide, at the rate of a laser and at the others of its maker', async () => {
    const { zones, distances } = await fly({ scene: surveyWith('{ id: riegl-vq-1560i, pulseRate: 1000000 }'), scanner: undefined, density: undefined }); // biome-ignore format: one request
    expect(zones.width).toBeCloseTo(149.896, 3);
    expect([zones.first, zones.last]).toEqual([4, 4]);
    expect(distances.rangeMax).toBeLessThan(4 * zones.width);
    expect(zones.others.map(({ pulseRateHz }) => pulseRateHz)).toEqual([150e3, 250e3, 350e3, 500e3, 700e3]);
    expect(zones.others[4]).toMatchObject({ width: expect.closeTo(214.137, 3), first: 3, last: 3 });
  });

  it('has a note on a range that is told for the lowest pulse rate alone', async () => {
    const flown = (height: number, pulseRate: number) =>
      fly({ scene: surveyWith(`{ id: riegl-vq-1560i, pulseRate: ${pulseRate} }`), scanner: undefined, density: undefined, height }); // biome-ignore format: one request
    expect((await flown(4000, 1_000_000)).notes.join()).toContain(
      'the range of 4700 m holds for the lowest pulse rate, 150 kHz: at 1000 kHz',
    );
    expect((await flown(4000, 150_000)).notes.join()).not.toContain('lowest pulse rate');
  });
});
