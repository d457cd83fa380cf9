import type { PointFilter } from '../../view/point-field.js';
import type { Tally } from '../clouds/tally.js';
import { returnKind } from './legend-entries.js';
import { type ColorMode, keyOfMode, type Look, type PlainMode, WHOLE_RAMP } from './look.js';

/** The modes that hide points while another one gives the colours. */
export const otherFilters = (look: Look, mode: ColorMode): PlainMode[] =>
  look.filtering.filter((plain) => plain !== keyOfMode(mode));

/** Their effect, in words. */
export const othersText = (others: readonly PlainMode[]): string =>
  `Some points are hidden by ${new Intl.ListFormat('en').format(others)}`;

/** The numbers of a point by which it can be hidden. */
export interface FilteredNumbers {
  class: number;
  tone: number;
  returns: number;
  leg: number;
  height: number;
}

/** The filter by class, intensity, return, leg and height, for clouds with this tally; undefined: nothing is hidden. */
export function pointFilter(look: Look, { min, max }: Pick<Tally, 'min' | 'max'>): PointFilter | undefined {
  if (look.filtering.length === 0) return undefined;
  const [first, last] = look.spanOf({ plain: 'intensity' });
  const isShown = (number: number) => [
    !look.isHidden({ plain: 'class' }, number),
    number >= first && number <= last,
    !look.isHidden({ plain: 'return' }, returnKind(number)),
    !look.isHidden({ plain: 'leg' }, number),
  ];
  const shown = Uint8Array.from({ length: 4 * 256 }, (_, k) => (isShown(k >> 2)[k & 3] ? 255 : 0));
  return { shown, heights: [min[2], max[2], ...look.spanOf({ plain: 'height' })] };
}

/** True if a point is shown, as the shader of points decides. */
export function isShownBy({ shown, heights }: PointFilter, point: FilteredNumbers): boolean {
  const { class: kind, tone, returns, leg, height } = point;
  if ([kind, tone, returns, leg].some((number, k) => shown[4 * number + k] === 0)) return false;
  const [low, high, first, last] = heights;
  if (first <= WHOLE_RAMP[0] && last >= WHOLE_RAMP[1]) return true;
  const at = Math.round(255 * Math.min(1, Math.max(0, (height - low) / (high - low))));
  return at >= first && at <= last;
}
