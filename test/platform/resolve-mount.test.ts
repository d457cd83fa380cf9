import { describe, expect, it } from 'vitest';
import { fromAttitude, rotate } from '../../src/base/quaternion.js';
import type { Vec3 } from '../../src/base/vec3.js';
import type { Attitude } from '../../src/platform/leg.js';
import { resolveOrientation } from '../../src/platform/orientation-schema.js';
import { findPlatform, platformIds } from '../../src/platform/platform-catalogue.js';
import type { MountDefinition } from '../../src/platform/platform-schema.js';
import { resolveMount } from '../../src/platform/resolve-mount.js';

const inBody = ({ heading, pitch, roll }: Attitude, direction: Vec3) =>
  rotate(fromAttitude(heading, pitch, roll), direction).map((value) => Math.round(value * 1e6) / 1e6 + 0);

describe('orientation by turns', () => {
  it.each<[string, [axis: 'x' | 'y' | 'z', angle: number][], beam: number[], right: number[]]>([
    [
      'down, lines across the course',
      [
        ['x', -90],
        ['z', 90],
      ],
      [0, 0, -1],
      [0, 1, 0],
    ],
    [
      'upside down, forward',
      [
        ['x', 180],
        ['z', 180],
      ],
      [0, 1, 0],
      [-1, 0, 0],
    ],
    ['about the left', [['z', 90]], [-1, 0, 0], [0, 1, 0]],
    ['about forward', [['y', 90]], [0, 1, 0], [0, 0, -1]],
    ['tilted and turned', [['x', 30]], [0, 0.866025, 0.5], [1, 0, 0]],
  ])('%s', (_, turns, beam, right) => {
    const attitude = resolveOrientation({ rotate: turns.map(([axis, angle]) => ({ axis, angle })) });
    expect(inBody(attitude, [0, 1, 0])).toEqual(beam);
    expect(inBody(attitude, [1, 0, 0])).toEqual(right);
  });
});

describe('mount', () => {
  const platform: MountDefinition = { position: [0, 0, 2], rotate: [{ axis: 'x', angle: 90 }] };

  it('is that of the platform', () => {
    expect(resolveMount(platform)).toMatchObject({ position: [0, 0, 2], pitch: expect.closeTo(Math.PI / 2, 9) });
  });

  it('is replaced by the survey, key by key', () => {
    const { position, heading, pitch } = resolveMount(platform, { heading: 180 });
    expect([position, heading, pitch]).toEqual([[0, 0, 2], Math.PI, expect.closeTo(Math.PI / 2, 9)]);
    expect(resolveMount({ heading: 90, roll: 10 }, { rotate: [{ axis: 'z', angle: 0 }] })).toEqual({
      position: [0, 0, 0],
      heading: expect.closeTo(0, 12),
      pitch: expect.closeTo(0, 12),
      roll: expect.closeTo(0, 12),
    });
  });

  it('is level in the middle where nothing is said', () => {
    expect(resolveMount()).toEqual({ position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 });
  });
});

describe('catalogue of platforms', () => {
  const carried = (id: string, direction: Vec3) => inBody(resolveMount(findPlatform(id)?.mount), direction);
  const [sine, cosine] = [Math.sin(Math.PI / 6), Math.cos(Math.PI / 6)];

  it.each(['aircraft', 'uav'])('%s: 0° is nadir, positive angles are to the left of the flight', (id) => {
    expect(carried(id, [0, 1, 0])).toEqual([0, 0, -1]);
    expect(carried(id, [0, cosine, sine])).toEqual([-0.5, 0, -0.866025]);
  });

  it('quadcopter: what starts upwards and turns about the forward axis looks down', () => {
    expect(carried('quadcopter', [0, 0, 1])).toEqual([0, 0, -1]);
    expect(carried('quadcopter', [0, 1, 0])).toEqual([0, 1, 0]);
  });

  it('VMX-450: the scanners’ forward axes lean up and back, one to each side', () => {
    expect(carried('vmx-450-left', [0, 1, 0])).toEqual([-0.383022, -0.663414, 0.642788]);
    expect(carried('vmx-450-right', [0, 1, 0])).toEqual([0.383022, -0.663414, 0.642788]);
  });

  it.each(platformIds())('%s has its id and its source', (id) => {
    const found = findPlatform(id);
    expect(found?.id).toBe(id);
    expect(found?.source.length).toBeGreaterThan(40);
  });
});
