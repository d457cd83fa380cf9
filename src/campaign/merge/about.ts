import { SOFTWARE } from '../../version.js';
import type { About } from '../campaign.js';
import type { DataSet } from './data-set.js';

/** The address of a license: an identifier of SPDX has one at spdx.org. */
export const licenseUrl = (license: string): string =>
  /^https?:/.test(license) ? license : `https://spdx.org/licenses/${license}`;

/** A data set's description, one sentence or more: by its maker, or else of the way it was made. */
export function aboutText({ facts, tasks, look }: Pick<DataSet, 'facts' | 'tasks' | 'look'>): string {
  const { description } = facts.about ?? {};
  // Those of the clouds, since frames may leave out some of a survey; of clouds that are not read, nobody counted them.
  const counts = tasks.flatMap(({ manifest }, k) => {
    const own = look.points[k];
    return own.length === 0 || own.includes(undefined) ? [manifest.points] : own;
  });
  const points = counts.reduce<number>((sum, count = 0) => sum + count, 0);
  return description ?? `${tasks.length} simulated laser scans with ${points} labelled points, made by ${SOFTWARE}.`;
}

/** Those of these keys that the campaign lacks. */
export const missingKeys = ({ facts }: Pick<DataSet, 'facts'>, keys: readonly (keyof About)[]): string[] =>
  keys.filter((key) => facts.about?.[key] === undefined);

/**
 * The warning of a file whose format requires facts that the campaign does not state; undefined if nothing is missing.
 */
export function lackWarning(file: string, missing: readonly string[]): string | undefined {
  if (missing.length === 0) return undefined;
  const keys = missing.map((key) => `${key}:`).join(', ');
  return `${file} lacks what its format requires and nobody but you can know: add ${keys} to the campaign, and plan again with --force; surveys that are done stay done`;
}
