import { describe, expect, it } from 'vitest';
import { fromAttitude, rotate } from '../../src/base/quaternion.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { readScanner } from '../../src/scanner/read-scanner.js';
import type { LaserChannel } from '../../src/scanner/scanner.js';
import { DEGREE, scannerOf } from './describe-scanner.js';

const CONIC = { kind: 'conic', pulseRate: 1000, rotationRate: 10, halfAngle: 20 };
const RISLEY = { kind: 'risley', pulseRate: 1000, prisms: [{ angle: 10, refractiveIndex: 1.5, rotationRate: 10 }] };

/** A direction of the deflector's frame as it lies in the head's. */
const inHead = ({ azimuthOffset, elevation, roll }: LaserChannel, direction: Vec3) =>
  rotate(fromAttitude(azimuthOffset, elevation, roll), direction).map((value) => Math.round(value * 1e9) / 1e9 + 0);

describe('lasers', () => {
  it('are one straight ahead if none is named', () => {
    const { channels } = readScanner(scannerOf(CONIC));
    expect(channels).toEqual([{ elevation: 0, azimuthOffset: 0, roll: 0, origin: [0, 0, 0], fireTime: 0 }]);
  });

  it('have the origin of their polygon', () => {
    const polygon = {
      kind: 'polygon',
      pulseRate: 1e5,
      elevationMin: -1,
      elevationMax: 1,
      lineRate: 10,
      origin: [0, 0, 0.2],
    };
    expect(readScanner(scannerOf(polygon)).channels[0].origin).toEqual([0, 0, 0.2]);
    expect(() => readScanner(scannerOf({ ...polygon, channels: [{}] }))).toThrow('no such key beside channels');
  });

  it('are in SI units', () => {
    const given = { elevation: 3, azimuth: -2, roll: 90, time: 5, origin: [0.1, 0, 0], rangeMin: 1, rangeMax: 20 };
    const { channels } = readScanner(scannerOf({ ...CONIC, channels: [given] }));
    expect(channels).toEqual([
      {
        elevation: 3 * DEGREE,
        azimuthOffset: -2 * DEGREE,
        roll: 90 * DEGREE,
        origin: [0.1, 0, 0],
        fireTime: expect.closeTo(5e-6, 15),
        rangeMin: 1,
        rangeMax: 20,
      },
    ]);
  });

  it('see no farther than the survey allows', () => {
    const description = scannerOf({ ...CONIC, channels: [{ rangeMin: 0.5, rangeMax: 80 }, { rangeMax: 10 }, {}] });
    const { channels } = readScanner(description, { rangeMin: 1, rangeMax: 50 });
    expect(channels.map(({ rangeMin, rangeMax }) => [rangeMin, rangeMax])).toEqual([
      [1, 50],
      [undefined, 10],
      [undefined, undefined],
    ]);
  });

  it('light enters prisms along a unit vector', () => {
    const { channels } = readScanner(scannerOf({ ...RISLEY, channels: [{ incident: [0, 3, 4] }] }));
    expect(channels[0].incident).toEqual([0, expect.closeTo(0.6, 15), 0.8]);
  });

  it.each([
    ['light that enters no prism', CONIC, { incident: [0, 1, 0] }, 'it belongs to prisms'],
    ['light from nowhere', RISLEY, { incident: [0, 0, 0] }, 'a direction other than [0, 0, 0]'],
    [
      'a laser later than the next shot',
      CONIC,
      { time: 1000 },
      'less than the time between two pulses, which is 1000 (µs)',
    ],
    [
      'ranges the wrong way round',
      CONIC,
      { rangeMin: 5, rangeMax: 4 },
      'rangeMin: found 5, expected less than rangeMax',
    ],
  ])('%s', (_, deflector, channel, message) => {
    expect(() => readScanner(scannerOf({ ...deflector, channels: [channel] }))).toThrow(message);
  });
});

describe('emitter', () => {
  const turned = (emitter: Record<string, unknown>, channel: Record<string, unknown> = {}) =>
    readScanner(scannerOf({ ...CONIC, channels: [channel] }, { emitter })).channels[0];

  it('turned about x, then about z: the beam goes up and sweeps about forward', () => {
    const channel = turned({
      rotate: [
        { axis: 'x', angle: 90 },
        { axis: 'z', angle: 90 },
      ],
    });
    expect(inHead(channel, [0, 1, 0])).toEqual([0, 0, 1]);
    expect(inHead(channel, [1, 0, 0])).toEqual([0, 1, 0]);
    expect([channel.elevation, channel.azimuthOffset, channel.roll].map((angle) => angle / DEGREE)).toEqual([
      expect.closeTo(90, 9),
      expect.closeTo(-90, 9),
      expect.closeTo(0, 9),
    ]);
  });

  it('says the same as pitch and heading', () => {
    const angles = turned({ pitch: 90, heading: -90 });
    expect(inHead(angles, [0, 1, 0])).toEqual([0, 0, 1]);
    expect(inHead(angles, [1, 0, 0])).toEqual([0, 1, 0]);
  });

  it('carries the lasers: orientation and origin', () => {
    // A beam 90° to the right, in an emitter that looks up and whose top is turned backwards.
    const channel = turned({ pitch: 90, position: [0, 0, 1] }, { azimuth: 90, origin: [0, 0.5, 0] });
    expect(inHead(channel, [0, 1, 0])).toEqual([1, 0, 0]);
    expect(channel.origin.map((value) => Math.round(value * 1e9) / 1e9 + 0)).toEqual([0, 0, 1.5]);
  });

  it('is said in one way', () => {
    expect(() => turned({ pitch: 1, rotate: [{ axis: 'x', angle: 1 }] })).toThrow(
      'emitter.rotate: found a list of 1, expected either rotate, or heading, pitch and roll',
    );
  });
});

describe('head', () => {
  it('turns about an axis of length 1', () => {
    expect(readScanner(scannerOf(CONIC, { head: { rate: 90 } })).head).toEqual({ axis: [0, 0, 1], rate: Math.PI / 2 });
    expect(readScanner(scannerOf(CONIC, { head: { axis: [0, 3, 4], rate: 90 } })).head?.axis).toEqual([
      0,
      expect.closeTo(0.6, 15),
      0.8,
    ]);
  });

  it('is not beside a deflector that says how it turns', () => {
    const spinning = { kind: 'spinning', rotationRate: 10, firingPeriod: 10, channels: [{ elevation: 0 }] };
    expect(() => readScanner(scannerOf(spinning, { head: { rate: 1 } }))).toThrow(
      'rotationRate turns this spinning scanner',
    );
    expect(() => readScanner(scannerOf(CONIC, { head: { axis: [0, 0, 0], rate: 1 } }))).toThrow('an axis other than');
  });
});
