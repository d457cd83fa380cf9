import type { z } from 'zod';
import { mapField } from '../../base/yaml/fields.js';
import type { DeflectorKind, NoteKey } from './deflector-kind.js';
import { EVEN_DESCRIPTION } from './even-deflector.js';
import { evenTiming } from './even-timing.js';
import { facetRow } from './facets.js';
import { kindField } from './fields.js';
import type { Optics } from './optics.js';
import {
  describeScanLines,
  resolveScanLines,
  SCAN_LINES_MODEL,
  type ScanLines,
  scanLineFields,
  shotsOfLine,
} from './scan-lines.js';

/** Straight lines at even angles, to and fro. */
export type ZigzagLines = ScanLines & { kind: 'zigzag' };

const schema = mapField('lines at even angles, to and fro', { kind: kindField('zigzag'), ...scanLineFields });

type Definition = z.output<typeof schema>;

/** Lines that run to and fro. */
export const zigzag = {
  ...EVEN_DESCRIPTION,
  ...SCAN_LINES_MODEL,
  name: 'zigzag',
  schema,
  examples: [
    { kind: 'zigzag', pulseRate: 10_000, scanRate: 71, fieldOfView: 60 },
    { kind: 'zigzag', pulseRate: 10_000, scanRate: 10, fieldOfView: 360 },
  ],
  overrides: ['pulseRate', 'scanRate', 'fieldOfView'],
  alternatives: {},
  resolve: (definition: Definition, note: NoteKey): ZigzagLines => resolveScanLines('zigzag', definition, note),
  incident: false,

  timing: (deflector, leg) => {
    const cycle = shotsOfLine(deflector);
    return evenTiming(deflector.pulseRateHz, leg, { cycle, repeats: 2 * cycle });
  },
  optics,
  describe: (deflector) => describeScanLines(deflector, 'to and fro'),
} satisfies DeflectorKind<typeof schema, ZigzagLines>;

function optics(deflector: ZigzagLines): Optics {
  const { fieldOfView } = deflector;
  const there = { start: -fieldOfView / 2, step: fieldOfView / shotsOfLine(deflector) };
  const back = { start: fieldOfView / 2, step: -there.step };
  return { optics: 'sweep', rows: [there, there, back].map(facetRow) };
}
