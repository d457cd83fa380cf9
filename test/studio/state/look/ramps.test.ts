import { describe, expect, it } from 'vitest';
import { Look } from '../../../../studio/state/look/look.js';
import { RAMPS, shownRamp } from '../../../../studio/state/look/ramps.js';

describe('the part of a ramp that is shown', () => {
  it('is all of it at first, and another one for each mode', () => {
    const look = new Look();
    const [range, height] = [{ attribute: 'range' }, { plain: 'height' }] as const;
    expect(shownRamp(look, range)).toEqual(Array.from(RAMPS.value));
    look.setSpan(range, [16, 31]);
    expect([look.isSpanned(range), look.isSpanned(height)]).toEqual([true, false]);
    expect(shownRamp(look, height)).toEqual(Array.from(RAMPS.height));
    const shown = shownRamp(look, range);
    expect(shown.slice(16, 32)).toEqual(Array.from(RAMPS.value).slice(16, 32));
    expect(shown.filter((color) => color !== undefined)).toHaveLength(16);
    look.setSpan(range, [0, 255]);
    expect(look.isSpanned(range)).toBe(false);
  });
});
