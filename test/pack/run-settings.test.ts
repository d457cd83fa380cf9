import { describe, expect, it } from 'vitest';
import { type ColorSettings, pointColoring } from '../../src/cloud/shading/point-coloring.js';
import { Run } from '../../src/device/records.generated.js';
import { createRunSettings } from '../../src/pack/run-settings.js';
import { ONE_SUBRAY } from '../../src/scanner/footprint.js';
import { NO_MATERIALS } from '../support/scan.js';

/** Run.colors and Run.toSun of a run with these colours. */
function coloursOf(settings: ColorSettings | undefined): [number, number[]] {
  const colors = settings && pointColoring(settings);
  const { buffers } = createRunSettings({
    footprint: ONE_SUBRAY,
    maxReturns: 5,
    materials: NO_MATERIALS,
    colors,
  });
  const view = new DataView(buffers.run);
  return [view.getUint32(Run.colors, true), [0, 4, 8].map((at) => view.getFloat32(Run.toSun + at, true))];
}

describe('the colours that a run asks of the device', () => {
  const sun = { azimuth: Math.PI / 2, elevation: Math.PI / 6 };
  const toSun = [expect.closeTo(Math.sqrt(0.75), 6), expect.closeTo(0, 6), 0.5];

  it('are none', () => expect(coloursOf(undefined)).toEqual([0, [0, 0, 0]]));
  it('are those of the texel', () => expect(coloursOf('base')).toEqual([1, [0, 0, 0]]));
  it('are those of the texel with the shadow', () => expect(coloursOf({ sun })).toEqual([2, toSun]));
  it('have no shadow if there are to be none', () => expect(coloursOf({ sun, shadows: false })).toEqual([1, toSun]));
  it('have no shadow of a sun that gives no light', () =>
    expect(coloursOf({ sun: { ...sun, light: [0, 0, 0] } })).toEqual([1, toSun]));
});
