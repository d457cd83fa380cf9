import { faultAt } from '../../base/yaml/check-document.js';
import type { Fault } from '../../base/yaml/faults.js';
import type { SourceDocument } from '../../base/yaml/source-document.js';
import type { CampaignDefinition } from './campaign-schema.js';
import { pathOfInfinite } from './finite-values.js';
import type { GivenRows } from './given-rows.js';

/** A campaign while it is read. */
export interface CampaignReading {
  document: SourceDocument;
  given: CampaignDefinition;
  /** Rows that a program made. */
  rows?: GivenRows;
  faults: Fault[];
}

export const asMap = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Notes a number of `value`, at `path`, that no plan can hold. */
export function checkFinite({ document, faults }: CampaignReading, path: string[], value: unknown): void {
  const inner = pathOfInfinite(value);
  if (inner) faults.push(faultAt(document, [...path, ...inner], 'a finite number'));
}
