import type { z } from 'zod';
import { mapField } from '../../base/yaml/fields.js';
import type { DeflectorKind, NoteKey } from './deflector-kind.js';
import { kindField } from './fields.js';
import {
  inOrder,
  resolveScanLines,
  SCAN_LINES,
  type ScanLines,
  scanLineExamples,
  scanLineFields,
} from './scan-lines.js';

/** Straight lines at even angles, all in the same direction. */
export type ParallelLines = ScanLines & { kind: 'parallel' };

const schema = mapField('lines at even angles, all in the same direction', {
  kind: kindField('parallel'),
  ...scanLineFields,
});

/** Lines that all run in the same direction. */
export const parallel = {
  ...SCAN_LINES,
  ...inOrder([1], 'all the same way'),
  name: 'parallel',
  schema,
  examples: scanLineExamples('parallel'),
  resolve: (definition: z.output<typeof schema>, note: NoteKey): ParallelLines =>
    resolveScanLines('parallel', definition, note),
} satisfies DeflectorKind<typeof schema, ParallelLines>;
