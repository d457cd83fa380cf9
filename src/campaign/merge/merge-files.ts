import { CARD } from './files/card.js';
import { CLOUDS_TABLE } from './files/clouds-table.js';
import { CONTACT_SHEET } from './files/contact-sheet.js';
import { CROISSANT } from './files/croissant.js';
import { LABELS } from './files/labels.js';
import { MANIFEST_LINES } from './files/manifest.js';
import { RO_CRATE } from './files/ro-crate.js';
import { SPLITS } from './files/splits.js';
import { STATISTICS } from './files/statistics.js';
import { SUMS } from './files/sums.js';
import { TARS } from './files/tars.js';
import { TREES } from './files/trees.js';
import type { MergeKind } from './merge-file.js';

/**
 * The files that a merge writes, in this order: the one place that lists them. A kind may use files written before it.
 */
export const MERGE_KINDS: readonly MergeKind[] = Object.freeze([
  MANIFEST_LINES,
  CLOUDS_TABLE,
  SPLITS,
  LABELS,
  TREES,
  STATISTICS,
  CONTACT_SHEET,
  TARS,
  CROISSANT,
  CARD,
  RO_CRATE,
  SUMS,
]);
