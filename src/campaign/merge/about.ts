import { SOFTWARE } from '../../version.js';
import type { About } from '../campaign.js';
import type { DataSet } from './data-set.js';

/** The address of a license: an identifier of SPDX has one at spdx.org. */
export const licenseUrl = (license: string): string =>
  /^https?:/.test(license) ? license : `https://spdx.org/licenses/${license}`;

/** A data set's description, one sentence or more: by its maker, or else of the way it was made. */
export function aboutText({ facts, tasks }: Pick<DataSet, 'facts' | 'tasks'>): string {
  const { description } = facts.about ?? {};
  const points = tasks.reduce((sum, { manifest }) => sum + manifest.points, 0);
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
