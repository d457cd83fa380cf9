import { describe, expect, it } from 'vitest';
import { findPlatform, platformIds } from '../../src/platform/platform-catalogue.js';
import { listPlatforms, platformSheet } from '../../src/platform/platform-sheet.js';
import { resolveMount } from '../../src/platform/resolve-mount.js';
import { SYSTEMS } from '../../src/platform/systems.js';

describe('the catalogue of platforms', () => {
  it('is listed with its systems, in the order of ids', () => {
    const ids = listPlatforms().map(({ id }) => id);
    expect(ids).toEqual([...platformIds(), ...Object.keys(SYSTEMS)].sort());
    expect(listPlatforms().find(({ id }) => id === 'vmx-450')).toMatchObject({ scanners: 2 });
  });

  it('has the places of scanners as files state them', () => {
    const { places } = platformSheet('vmq-1ha');
    expect(places).toEqual([
      {
        platform: 'vmq-1ha',
        mount: resolveMount(findPlatform('vmq-1ha')?.mount),
        stated: { position: [0, -1.15, 2.2], rotate: [{ axis: 'x', angle: 45 }] },
        hasBody: true,
        source: findPlatform('vmq-1ha')?.source.trim(),
      },
    ]);
    expect(platformSheet('vmx-450').places.map(({ name, platform }) => [name, platform])).toEqual([
      ['left', 'vmx-450-left'],
      ['right', 'vmx-450-right'],
    ]);
    expect(() => platformSheet('airplane')).toThrow(/found "airplane", expected .* did you mean "aircraft"/);
  });
});
