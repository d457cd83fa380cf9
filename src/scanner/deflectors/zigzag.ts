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

/** Straight lines at even angles, to and fro. */
export type ZigzagLines = ScanLines & { kind: 'zigzag' };

const schema = mapField('lines at even angles, to and fro', { kind: kindField('zigzag'), ...scanLineFields });

/** Lines that run to and fro. */
export const zigzag = {
  ...SCAN_LINES,
  ...inOrder([1, -1], 'to and fro'),
  name: 'zigzag',
  schema,
  examples: scanLineExamples('zigzag'),
  resolve: (definition: z.output<typeof schema>, note: NoteKey): ZigzagLines =>
    resolveScanLines('zigzag', definition, note),
} satisfies DeflectorKind<typeof schema, ZigzagLines>;
