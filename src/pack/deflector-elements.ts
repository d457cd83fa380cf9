import { invariant } from '../base/errors.js';
import { DEVICE_DEFLECTORS, type DeviceDeflector } from '../device/deflectors.generated.js';
import type { Optics, OpticsRow } from '../scanner/deflectors/optics.js';
import { RecordWriter } from './record-writer.js';

/** The deflector of a leg for the device. */
interface DeflectorElements {
  deflector: DeviceDeflector;
  /** Records of its elements: Facet, Stroke, Swing, …; at least one. */
  records: ArrayBuffer;
  count: number;
}

type ElementFields = Readonly<Record<string, 'f64' | 'rotation' | 'u32' | 'f32'>>;

/** The records of a deflector's optics. */
export function deflectorElements(optics: Optics): DeflectorElements {
  const deflector = optics.optics;
  invariant(isDeviceDeflector(deflector), `no text in wgsl/deflectors/ computes the optics '${deflector}'`);
  if ('directions' in optics) {
    const { directions } = optics;
    return { deflector, records: Float32Array.from(directions).buffer, count: directions.length / 3 };
  }
  const { element, fields } = DEVICE_DEFLECTORS[deflector];
  const writer = new RecordWriter(optics.rows.length * element.SIZE);
  optics.rows.forEach((row, k) => {
    checkRow(row, fields, deflector);
    writeRow(writer, k * element.SIZE, element, fields, row);
  });
  return { deflector, records: writer.buffer, count: optics.rows.length };
}

const isDeviceDeflector = (name: string): name is DeviceDeflector => Object.hasOwn(DEVICE_DEFLECTORS, name);

function checkRow(row: OpticsRow, fields: ElementFields, deflector: string): void {
  const unknown = Object.keys(row).find((field) => !Object.hasOwn(fields, field));
  invariant(unknown === undefined, `a record of '${deflector}' has no field '${unknown}'`);
  const missing = Object.keys(fields).find((field) => typeof row[field] !== 'number');
  invariant(missing === undefined, `a record of '${deflector}' lacks '${missing}'`);
}

function writeRow(
  writer: RecordWriter,
  at: number,
  offsets: Readonly<Record<string, number>>,
  fields: ElementFields,
  row: OpticsRow,
): void {
  for (const [field, type] of Object.entries(fields)) {
    if (type === 'rotation') writer.rotation(at + offsets[field], [row[field]]);
    else writer[type](at + offsets[field], row[field]);
  }
}
