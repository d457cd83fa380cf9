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

/** Straight lines at even angles, all in the same direction. */
export type ParallelLines = ScanLines & { kind: 'parallel' };

const schema = mapField('lines at even angles, all in the same direction', {
  kind: kindField('parallel'),
  ...scanLineFields,
});

type Definition = z.output<typeof schema>;

/** Lines that all run in the same direction. */
export const parallel = {
  ...EVEN_DESCRIPTION,
  ...SCAN_LINES_MODEL,
  name: 'parallel',
  schema,
  examples: [
    { kind: 'parallel', pulseRate: 10_000, scanRate: 71, fieldOfView: 60 },
    { kind: 'parallel', pulseRate: 10_000, scanRate: 10, fieldOfView: 360 },
  ],
  overrides: ['pulseRate', 'scanRate', 'fieldOfView'],
  alternatives: {},
  resolve: (definition: Definition, note: NoteKey): ParallelLines => resolveScanLines('parallel', definition, note),
  incident: false,

  timing: (deflector, leg) => {
    const cycle = shotsOfLine(deflector);
    return evenTiming(deflector.pulseRateHz, leg, { cycle, repeats: cycle });
  },
  optics,
  describe: (deflector) => describeScanLines(deflector, 'all the same way'),
} satisfies DeflectorKind<typeof schema, ParallelLines>;

function optics(deflector: ParallelLines): Optics {
  const { fieldOfView } = deflector;
  const facet = facetRow({ start: -fieldOfView / 2, step: fieldOfView / shotsOfLine(deflector) });
  return { optics: 'sweep', rows: [facet, facet] };
}
