import { invariant } from '../base/errors.js';
import { Deviation, ERROR_CELLS } from '../device/records.generated.js';
import { ERROR_ANGLES, errorAngle, type SystematicErrors, systematicErrorsAt } from '../scanner/systematic-errors.js';
import { RecordWriter } from './record-writer.js';

/** The table of an instrument's systematic errors; empty without any. */
export function deviationRecords(errors: SystematicErrors | undefined): ArrayBuffer {
  if (errors === undefined) return new ArrayBuffer(0);
  invariant(ERROR_CELLS === ERROR_ANGLES, 'errors are checked at the edges of the cells');
  const at = systematicErrorsAt(errors);
  const writer = new RecordWriter((ERROR_CELLS + 1) * Deviation.SIZE);
  for (let k = 0; k <= ERROR_CELLS; k++) {
    const { range, deflection, head } = at(errorAngle(k));
    writer.f32(k * Deviation.SIZE + Deviation.range, range);
    writer.f32(k * Deviation.SIZE + Deviation.deflection, deflection);
    writer.f32(k * Deviation.SIZE + Deviation.head, head);
  }
  return writer.buffer;
}
