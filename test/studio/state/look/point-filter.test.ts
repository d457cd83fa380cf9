import { describe, expect, it } from 'vitest';
import { Look } from '../../../../studio/state/look/look.js';
import { isShownBy, pointFilter } from '../../../../studio/state/look/point-filter.js';

const TALLY = { min: [0, 0, 100], max: [9, 9, 200] } as {
  min: [number, number, number];
  max: [number, number, number];
};
/** A first return of two, of class 2 and leg 3. */
const POINT = { class: 2, tone: 128, returns: 0x21, leg: 3, height: 150 };

describe('a value hidden in one colour', () => {
  it('is hidden in all others, until all are shown', () => {
    const look = new Look();
    expect(pointFilter(look, TALLY)).toBeUndefined();
    const hides = (...others: Partial<typeof POINT>[]) => {
      const filter = pointFilter(look, TALLY);
      return [{}, ...others].map((other) => filter !== undefined && !isShownBy(filter, { ...POINT, ...other }));
    };
    look.toggle({ plain: 'class' }, 2);
    look.mode.value = { attribute: 'range' };
    expect(hides({ class: 6 })).toEqual([true, false]);
    look.toggle({ plain: 'class' }, 2);
    expect(look.filtering).toEqual([]);

    look.toggle({ plain: 'return' }, 2);
    look.toggle({ plain: 'leg' }, 5);
    expect(hides({ returns: 0x11 }, { returns: 0x11, leg: 5 })).toEqual([true, false, true]);
    look.showAll({ plain: 'return' });
    look.setSpan({ plain: 'height' }, [0, 127]);
    look.setSpan({ plain: 'intensity' }, [100, 255]);
    expect(hides({ height: 149 }, { height: 149, tone: 99 })).toEqual([true, false, true]);
    expect(look.filtering).toEqual(['intensity', 'leg', 'height']);
    for (const plain of look.filtering) look.showAll({ plain });
    expect(pointFilter(look, TALLY)).toBeUndefined();
  });

  it('stays hidden by values that points do not carry, while these give the colours', () => {
    const look = new Look();
    look.setSpan({ attribute: 'range' }, [1, 2]);
    expect(look.hides({ attribute: 'range' })).toBe(true);
    expect(look.filtering).toEqual([]);
  });
});
