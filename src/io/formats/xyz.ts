import { invariant } from '../../base/errors.js';
import { tellMisses } from '../../cloud/misses.js';
import { attributesOf, type ChosenFields } from '../../cloud/point-fields.js';
import { attributeNamed, type PointAttribute } from '../../cloud/point-schema.js';
import { type CloudFormat, halvesOf, type OptionsOf } from '../records/cloud-format.js';
import { FIELD_OPTIONS, LAYOUT_OPTIONS } from '../records/output-options.js';
import type { CloudHeader } from '../records/point-sink.js';
import {
  attributeCell,
  byteCell,
  type Cell,
  type TextLayout,
  textCoder,
  textEncoder,
} from '../records/text-encoder.js';
import { HELIOS_AMPLITUDE, HELIOS_OBJECT_SHIFT, HELIOS_WIDTH } from '../units/helios-units.js';

const OPTIONS = { ...FIELD_OPTIONS, ...LAYOUT_OPTIONS };

/**
 * Plain numbers in a line for each point, separated by blanks: a few without names, or chosen ones with a line of
 * names.
 */
export const XYZ_CLOUD: CloudFormat<typeof OPTIONS> = {
  bytesPerPoint: 60,
  nanosecondsPerPoint: 1000,
  organised: false,
  streams: 'text',
  options: OPTIONS,
  cannotHold: (fields, { layout }) =>
    layout === 'helios' && fields.includes('rgb')
      ? { fields: ['rgb'], reason: 'HELIOS++ has no column for colours' }
      : undefined,
  holdsMisses: ({ fields, layout }) =>
    layout === undefined && (fields ?? 'standard') !== 'standard' && tellMisses({ fields }),
  ...halvesOf(layoutOf, textCoder, textEncoder),
};

function layoutOf(header: CloudHeader, options: OptionsOf<typeof OPTIONS>): TextLayout {
  return options.layout === 'helios' ? HELIOS_LAYOUT : layOut(header, options);
}

/**
 * The default columns. Programs that read such files (CloudCompare, MeshLab) use the first three as coordinates and ask
 * about, or number, the others. So there are few of them, all plain numbers.
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

function layOut(header: CloudHeader, options: ChosenFields): TextLayout {
  const { fields = 'standard' } = options;
  const columns = fields === 'standard' ? usualColumns(header) : attributesOf(header, options);
  // Colours have 8 bits a channel, as such programs expect.
  const cells = columns.map((column) => (column.key === 'rgb' ? byteCell : attributeCell)(column));
  const isKnown = fields === 'standard' || fields === 'minimal';
  return { cells, separator: ' ', names: isKnown ? undefined : columns.map(({ name }) => name).join(' ') };
}

const usualColumns = (header: CloudHeader): PointAttribute[] => [
  ...COLUMNS.map(attributeNamed),
  ...attributesOf(header, { fields: ['rgb'] }).filter(({ key }) => key === 'rgb'),
];

const named = (name: string): Cell => attributeCell(attributeNamed(name));

/** Decimals of an amplitude and of a width. */
const HELIOS_DECIMALS = 4;

/**
 * The points of HELIOS++ (`*_points.xyz`): x y z, amplitude in nanowatts, width of the echo in nanoseconds, number of
 * the return, number of returns, number of the pulse from 1, object, class, seconds of the GPS week. For points in its
 * numbering; see `heliosPoints`.
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
