import { describe, expect, it } from 'vitest';
import { type ChosenMount, chooseMount, withAttitude } from '../../src/planning/plan-mount.js';
import type { PlanSource } from '../../src/planning/plan-source.js';

const choose = (source: Partial<PlanSource>, asked?: string, fallback?: string) =>
  chooseMount(source as PlanSource, asked, fallback);
const turned = { heading: 45 } as unknown as PlanSource['mount'];
const LEVEL = { heading: 0, pitch: 0, roll: 0 };

describe('the mount of a plan', () => {
  it('is that of the platform asked for, and leaves the own one of the source', () => {
    const tripod = { mount: { position: [0, 0, 1.5], ...LEVEL }, platform: 'tripod', section: undefined };
    expect(choose({}, 'tripod', 'quadcopter')).toEqual(tripod);
    expect(choose({ platform: 'quadcopter', mount: turned }, 'tripod')).toEqual(tripod);
  });

  it('is that of the source, its own mount with its own platform', () => {
    const own = choose({ platform: 'tripod', mount: turned }, undefined, 'quadcopter');
    expect(own).toMatchObject({ platform: 'tripod', section: turned });
    expect(own.mount.position).toEqual([0, 0, 1.5]);
    expect(own.mount.heading).toBeCloseTo(Math.PI / 4, 12);
    const bare = choose({ mount: turned }, undefined, 'tripod');
    expect(bare).toMatchObject({ platform: undefined, section: turned, mount: { position: [0, 0, 0] } });
    expect(choose({ platform: 'tripod' }, undefined, 'quadcopter')).toMatchObject({ platform: 'tripod' });
  });

  it('is that of the usual platform where nothing is said, and level without one', () => {
    expect(choose({}, undefined, 'tripod')).toMatchObject({ platform: 'tripod', mount: { position: [0, 0, 1.5] } });
    expect(choose({})).toEqual({ mount: { position: [0, 0, 0], ...LEVEL }, platform: undefined, section: undefined });
  });

  it('refuses platforms that it does not know, and names what is near', () => {
    expect(() => choose({}, 'tripot')).toThrow(/^--platform: found "tripot", .*did you mean "tripod"/);
    expect(() => choose({ platform: 'tripot' })).toThrow(/^platform: found "tripot"/);
    expect(() => choose({}, 'xyzzyplugh')).toThrow(/a platform of the catalogue: .*tripod/);
  });
});

describe('withAttitude', () => {
  it('turns the scanner at its place, by angles as they are written', () => {
    const given = { mount: { position: [1, 2, 3], heading: 9, pitch: 9, roll: 9 }, platform: 'tripod' } as ChosenMount;
    const { mount, platform, section } = withAttitude(given, { heading: 0.1, pitch: -0.2, roll: -1e-9 });
    expect(platform).toBe('tripod');
    expect(section).toEqual({ position: [1, 2, 3], heading: 5.7296, pitch: -11.4592, roll: 0 });
    expect(mount.position).toEqual([1, 2, 3]);
    expect(mount.heading).toBeCloseTo((5.7296 * Math.PI) / 180, 12);
    expect(mount.pitch).toBeCloseTo((-11.4592 * Math.PI) / 180, 12);
    expect(mount.roll).toBe(0);
  });
});
