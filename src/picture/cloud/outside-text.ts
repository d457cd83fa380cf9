import { formatCount } from '../../base/format-count.js';

/** How many points of a cloud a view leaves out: `214 points (0.3 %) outside`; nothing if it shows all. */
export function outsideText(outside: number, points: number): string {
  if (outside === 0) return '';
  const percent = (100 * outside) / points;
  const share = percent < 0.1 ? '<0.1' : percent.toFixed(percent < 9.95 ? 1 : 0);
  return `${formatCount(outside)} ${outside === 1 ? 'point' : 'points'} (${share} %) outside`;
}
