import { describe, expect, it } from 'vitest';
import { attitudeFields, mountSchema, platformSchema } from '../../src/platform/platform-schema.js';

const faults = (schema: typeof mountSchema | typeof platformSchema, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('the mount of a file', () => {
  it('has a position and an orientation, as angles or as turns', () => {
    for (const mount of [
      {},
      { position: [0, 1, -2], heading: 360, pitch: -360, roll: 0 },
      { rotate: [{ axis: 'x', angle: -90 }] },
    ])
      expect(mountSchema.parse(mount)).toEqual(mount);
  });

  it('refuses an orientation in both ways, a turn about no axis and more than a whole turn', () => {
    const rotate = [{ axis: 'x', angle: 1 }];
    for (const key of ['heading', 'pitch', 'roll'])
      expect(faults(mountSchema, { [key]: 0, rotate })).toEqual(['rotate: either rotate, or heading, pitch and roll']);
    expect(faults(mountSchema, { rotate: [{ axis: 'w', angle: 1 }] })).toHaveLength(1);
    expect(faults(mountSchema, { rotate: [] })).toHaveLength(1);
    expect(faults(mountSchema, { rotate: Array.from({ length: 17 }, () => rotate[0]) })).toHaveLength(1);
    expect(faults(mountSchema, { roll: 361 })).toHaveLength(1);
    expect(faults(mountSchema, { tilt: 1 })).toHaveLength(1);
  });
});

describe('the file of a platform', () => {
  it('names itself and its source', () => {
    const cart = { id: 'cart', name: 'A cart', source: 'Measured with a tape', mount: { position: [0, 0, 2] } };
    expect(platformSchema.parse(cart)).toEqual(cart);
    for (const key of Object.keys(cart)) expect(faults(platformSchema, { ...cart, [key]: undefined })).toHaveLength(1);
  });
});

it('attitudeFields take angles of up to a whole turn', () => {
  for (const field of Object.values(attitudeFields))
    expect([-361, -360, 0, 360, 361].map((angle) => field.safeParse(angle).success)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
});
