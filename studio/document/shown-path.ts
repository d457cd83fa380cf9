import type { Path } from './yaml-tree.js';

/** A path as messages show it: `legs[0].position`. */
export function shownPath(path: Path): string {
  const shown = path.map((segment) => (typeof segment === 'number' ? `[${segment}]` : `.${segment}`)).join('');
  return shown.replace(/^\./, '') || 'the survey';
}
