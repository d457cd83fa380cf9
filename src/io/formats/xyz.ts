import { invariant } from '../../base/errors.js';
import { attributeNamed } from '../../cloud/point-schema.js';
import type { CloudFormat } from '../cloud-format.js';
import { HELIOS_AMPLITUDE, HELIOS_OBJECT_SHIFT, HELIOS_WIDTH } from '../helios-units.js';
import { LAYOUT_OPTIONS } from '../output-options.js';
import type { CloudHeader } from '../point-sink.js';
import { attributeCell, byteCell, type Cell, type TextLayout, textEncoder } from '../text-encoder.js';

/** A few plain numbers per line, separated by blanks, without names. */
export const XYZ_CLOUD: CloudFormat<typeof LAYOUT_OPTIONS> = {
  endings: ['.xyz'],
  bytesPerPoint: 60,
  organised: false,
  options: LAYOUT_OPTIONS,
  withoutColours: ({ layout }) => (layout === 'helios' ? 'HELIOS++ has no column for colours' : undefined),
  encode: (header, { layout }) => textEncoder(layout === 'helios' ? HELIOS_LAYOUT : layOut(header)),
};

/**
 * Programs that read such files (CloudCompare, MeshLab) use the first three columns as coordinates and ask about, or
 * number, the others. So there are few of them, all plain numbers.
 */
const COLUMNS: readonly string[] = Object.freeze([
  'x',
  'y',
  'z',
  'intensity',
  'classification',
  'return_number',
  'number_of_returns',
  'instance',
]);

/** Additional columns for colour: 8 bits each, as such programs expect. */
const COLOUR_COLUMNS: readonly string[] = Object.freeze(['red', 'green', 'blue']);

function layOut({ optional = [] }: CloudHeader): TextLayout {
  const colours = optional.includes('rgb') ? COLOUR_COLUMNS : [];
  const cells = [...COLUMNS.map(attributeNamed).map(attributeCell), ...colours.map(attributeNamed).map(byteCell)];
  return { cells, separator: ' ' };
}

const named = (name: string): Cell => attributeCell(attributeNamed(name));

/** Decimals of an amplitude and of a width. */
const HELIOS_DECIMALS = 4;

/**
 * The points of HELIOS++ (`*_points.xyz`): x y z, amplitude in nanowatts, width of the echo in nanoseconds, number of the
 * return and of all, number of the pulse from 1, object, class, seconds of the GPS week. For points as it numbers them; see
 * `heliosPoints`.
 */
const HELIOS_LAYOUT: TextLayout = {
  cells: [
    ...['x', 'y', 'z'].map(named),
    ({ amplitude }, point) => {
      invariant(amplitude, 'points of this layout have amplitudes');
      return (amplitude[point] * HELIOS_AMPLITUDE).toFixed(HELIOS_DECIMALS);
    },
    ({ echoWidth }, point) => (echoWidth[point] * HELIOS_WIDTH).toFixed(HELIOS_DECIMALS),
    ...['return_number', 'number_of_returns'].map(named),
    ({ pulse }, point) => {
      invariant(pulse, 'points of this layout have the numbers of their pulses');
      return String(pulse[point] + 1);
    },
    ({ instance }, point) => String(instance[point] - HELIOS_OBJECT_SHIFT),
    ...['classification', 'gps_time'].map(named),
  ],
  separator: ' ',
};
