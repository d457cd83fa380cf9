import { invariant } from '../base/errors.js';
import { RecordWriter } from '../base/record-writer.js';
import { Aim, Cone, Facet, Nutation, Prism, Stroke, Swing } from '../engine/records.generated.js';
import type { Optics, OpticsName, OpticsRow } from './deflectors/optics.js';

/** Fields of a record by how they are written: `rotation` for sines, cosines and tangents, see RecordWriter. */
type FieldTypes = Readonly<Record<string, 'f64' | 'rotation' | 'u32' | 'f32'>>;

interface Layout {
  /** Byte offsets by field, and the SIZE of a record. */
  offsets: Readonly<Record<string, number>>;
  fields: FieldTypes;
}

const AIM: Layout = { offsets: Aim, fields: { x: 'f32', y: 'f32', z: 'f32' } };
const TURNS = { turnsPerShot: 'f64', phase: 'f64' } as const;

/** The records of the device's optics; the place in the list is PulseProgram.kind. */
const LAYOUTS = {
  steady: AIM,
  sweep: {
    offsets: Facet,
    fields: {
      start: 'f64',
      step: 'f64',
      tiltSine: 'rotation',
      tiltCosine: 'rotation',
      shaftSine: 'rotation',
      shaftCosine: 'rotation',
    },
  },
  oscillate: { offsets: Stroke, fields: { first: 'u32', c0: 'f64', c1: 'f64', c2: 'f64' } },
  swing: { offsets: Swing, fields: { amplitude: 'f64', cyclesPerShot: 'f64', phase: 'f64', waveform: 'u32' } },
  cone: { offsets: Cone, fields: { ...TURNS, across: 'rotation', along: 'rotation' } },
  nutate: {
    offsets: Nutation,
    fields: {
      ...TURNS,
      tiltSine: 'rotation',
      tiltCosine: 'rotation',
      incidenceSine: 'rotation',
      incidenceCosine: 'rotation',
    },
  },
  refract: {
    offsets: Prism,
    fields: {
      ...TURNS,
      wedgeSine: 'rotation',
      wedgeCosine: 'rotation',
      index: 'f64',
      inverseIndex: 'f64',
      inclinedFirst: 'u32',
    },
  },
  pattern: AIM,
} satisfies Readonly<Record<OpticsName, Layout>>;

export type DeviceDeflector = OpticsName;

/** What the device calls a deflector; the place in the list is PulseProgram.kind. */
export const DEFLECTORS = Object.keys(LAYOUTS) as readonly DeviceDeflector[];

/** The deflector of a leg as the device takes it. */
export interface DeflectorParts {
  kind: DeviceDeflector;
  /** Records of the kind: Facet, Stroke, Swing, …; at least one. */
  records: ArrayBuffer;
  count: number;
}

/** The records of a deflector's optics. */
export function deflectorParts(optics: Optics): DeflectorParts {
  const kind = optics.optics;
  if ('directions' in optics) {
    const { directions } = optics;
    return { kind, records: Float32Array.from(directions).buffer, count: directions.length / 3 };
  }
  const layout: Layout = LAYOUTS[kind];
  const writer = new RecordWriter(optics.rows.length * layout.offsets.SIZE);
  optics.rows.forEach((row, k) => {
    writeRow(writer, k * layout.offsets.SIZE, layout, row, kind);
  });
  return { kind, records: writer.buffer, count: optics.rows.length };
}

function writeRow(writer: RecordWriter, at: number, { offsets, fields }: Layout, row: OpticsRow, kind: string): void {
  const unknown = Object.keys(row).find((field) => !Object.hasOwn(fields, field));
  invariant(unknown === undefined, `a record of '${kind}' has no field '${unknown}'`);
  for (const [field, type] of Object.entries(fields)) {
    invariant(typeof row[field] === 'number', `a record of '${kind}' lacks '${field}'`);
    if (type === 'rotation') writer.rotation(at + offsets[field], [row[field]]);
    else writer[type](at + offsets[field], row[field]);
  }
}
