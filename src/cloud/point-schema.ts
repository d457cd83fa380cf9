import type { PointKey } from './point-batch.js';

/** Storage type of one number of an attribute. */
export type ElementType = 'u8' | 'u16' | 'u32' | 'f32' | 'f64';

/** One number of a point. */
export interface PointAttribute {
  /** Name of the column in a text file, of the property in a PLY file, and in messages. */
  name: string;
  /** Array of the batch that holds it, at `components × point + component`. */
  key: PointKey;
  component: number;
  components: number;
  type: ElementType;
  /** Absent: a number without unit. */
  unit?: string;
  description: string;
  /** Name of the LAS extra-bytes field; absent if the LAS point record itself holds the attribute. */
  extraName?: string;
  /**
   * Digits after the decimal point in text; absent: a whole number; `'significant'`: seven significant digits, as in
   * f32.
   */
  text?: number | 'significant';
  /** A whole number is a name, not a quantity: the next one means something else. */
  isCode?: boolean;
}

type Row = Omit<PointAttribute, 'component' | 'components'> & Partial<Pick<PointAttribute, 'component' | 'components'>>;

const row = (attribute: Row): PointAttribute => ({ component: 0, components: 1, ...attribute });

/** Decimals of text columns: 0.1 mm; 0.1 mm/s; 1 ns; a millionth of a radian or of a unit vector; 0.01 dB. */
const LENGTH_DECIMALS = 4;
const SPEED_DECIMALS = 4;
const TIME_DECIMALS = 9;
const ANGLE_DECIMALS = 6;
const DECIBEL_DECIMALS = 2;

const coordinate = (name: 'x' | 'y' | 'z', axis: string): PointAttribute =>
  row({ name, key: name, type: 'f64', unit: 'm', description: axis, text: LENGTH_DECIMALS });

/**
 * CloudCompare automatically uses extra bytes called NormalX, NormalY and NormalZ as normals; PDAL uses the same names.
 */
const normal = (axis: 'X' | 'Y' | 'Z', component: number): PointAttribute => ({
  name: `n${axis.toLowerCase()}`,
  key: 'normal',
  component,
  components: 3,
  type: 'f32',
  description: `surface normal, ${axis.toLowerCase()}`,
  extraName: `Normal${axis}`,
  text: ANGLE_DECIMALS,
});

/** A flag or a byte that is a name. */
const code = (name: string, key: PointKey, description: string): PointAttribute =>
  row({ name, key, isCode: true, type: 'u8', description });

const colour = (name: string, component: number): PointAttribute => ({
  name,
  key: 'rgb',
  component,
  components: 3,
  type: 'u16',
  description: name,
});

const ofSection = (name: 'along' | 'across', description: string): PointAttribute =>
  row({ name, key: name, type: 'f64', unit: 'm', description, extraName: name, text: LENGTH_DECIMALS });

const truePosition = (axis: 'x' | 'y' | 'z', component: number): PointAttribute => ({
  name: `true_${axis}`,
  key: 'truePosition',
  component,
  components: 3,
  type: 'f64',
  unit: 'm',
  description: `where the beam hit, ${axis}`,
  extraName: `true${axis.toUpperCase()}`,
  text: LENGTH_DECIMALS,
});

const velocity = (axis: 'x' | 'y' | 'z', component: number): PointAttribute => ({
  name: `velocity_${axis}`,
  key: 'velocity',
  component,
  components: 3,
  type: 'f32',
  unit: 'm/s',
  description: `of the surface, ${axis}`,
  extraName: `velocity_${axis}`,
  text: SPEED_DECIMALS,
});

/** M3C2 distances have PDAL's names of these dimensions. */
const m3c2 = (name: string, key: PointKey, attribute: Pick<Row, 'type' | 'description' | 'isCode'>): PointAttribute =>
  row({
    name,
    key,
    ...attribute,
    extraName: name,
    ...(attribute.type === 'f32' && { unit: 'm', text: LENGTH_DECIMALS }),
  });

/**
 * All attributes of a point, in the order of files. LAS extra bytes, PLY properties and text columns are derived from
 * this table. Descriptions fit LAS (31 characters with the unit).
 */
export const POINT_ATTRIBUTES: readonly PointAttribute[] = Object.freeze([
  coordinate('x', 'east'),
  coordinate('y', 'north'),
  coordinate('z', 'up'),
  row({ name: 'intensity', key: 'intensity', type: 'u16', description: 'intensity' }),
  row({
    name: 'return_number',
    key: 'returnNumber',
    isCode: true,
    type: 'u8',
    description: 'number of the return, from 1',
  }),
  row({ name: 'number_of_returns', key: 'returnCount', isCode: true, type: 'u8', description: 'returns of the pulse' }),
  row({ name: 'classification', key: 'classification', isCode: true, type: 'u8', description: 'ASPRS class' }),
  row({
    name: 'scan_angle',
    key: 'scanAngle',
    type: 'f32',
    unit: 'rad',
    description: 'from nadir, to the right',
    text: ANGLE_DECIMALS,
  }),
  code('scan_direction', 'scanDirection', '1: the scan angle grows'),
  code('edge_of_flight_line', 'edgeOfFlightLine', '1: the end of a scan line'),
  code('synthetic', 'synthetic', '1: made, not measured'),
  code('key_point', 'keyPoint', '1: a model key-point'),
  code('withheld', 'withheld', '1: deleted'),
  code('overlap', 'overlap', '1: in an overlap of swaths'),
  code('user_data', 'userData', 'of the maker of the file'),
  row({ name: 'point_source_id', key: 'pointSourceId', isCode: true, type: 'u16', description: 'leg of the survey' }),
  row({
    name: 'gps_time',
    key: 'gpsTime',
    type: 'f64',
    unit: 's',
    description: 'adjusted standard GPS time',
    text: TIME_DECIMALS,
  }),
  normal('X', 0),
  normal('Y', 1),
  normal('Z', 2),
  row({
    name: 'instance',
    key: 'instance',
    isCode: true,
    type: 'u32',
    description: 'object, 0 is none',
    extraName: 'instance',
  }),
  row({ name: 'material', key: 'material', isCode: true, type: 'u16', description: 'material', extraName: 'material' }),
  row({
    name: 'semantic',
    key: 'semantic',
    isCode: true,
    type: 'u16',
    description: 'semantic class',
    extraName: 'semantic',
  }),
  row({
    name: 'range',
    key: 'range',
    type: 'f64',
    unit: 'm',
    description: 'slant range',
    extraName: 'range',
    text: LENGTH_DECIMALS,
  }),
  row({
    name: 'incidence_angle',
    key: 'incidenceAngle',
    type: 'f32',
    unit: 'rad',
    description: 'beam to surface normal',
    extraName: 'incidence_angle',
    text: ANGLE_DECIMALS,
  }),
  row({
    name: 'energy',
    key: 'energy',
    type: 'f32',
    unit: 'J',
    description: 'received energy',
    extraName: 'energy',
    text: 'significant',
  }),
  row({
    name: 'echo_width',
    key: 'echoWidth',
    type: 'f32',
    unit: 's',
    description: 'echo, full width half max',
    extraName: 'echo_width',
    text: 'significant',
  }),
  row({
    name: 'amplitude',
    key: 'amplitude',
    type: 'f32',
    unit: 'W',
    description: 'peak power of the echo',
    extraName: 'amplitude',
    text: 'significant',
  }),
  // Extra bytes of RIEGL's software, by its names and descriptions.
  row({
    name: 'amplitude_db',
    key: 'amplitudeDb',
    type: 'f32',
    unit: 'dB',
    description: 'Echo signal amplitude',
    extraName: 'Amplitude',
    text: DECIBEL_DECIMALS,
  }),
  row({
    name: 'reflectance_db',
    key: 'reflectanceDb',
    type: 'f32',
    unit: 'dB',
    description: 'Echo signal reflectance',
    extraName: 'Reflectance',
    text: DECIBEL_DECIMALS,
  }),
  row({
    name: 'deviation',
    key: 'deviation',
    type: 'f32',
    description: 'Pulse shape deviation',
    extraName: 'Deviation',
    text: 'significant',
  }),
  row({
    name: 'hit_subrays',
    key: 'hitSubrays',
    type: 'u16',
    description: 'subrays in this return',
    extraName: 'hit_subrays',
  }),
  row({
    name: 'channel',
    key: 'channel',
    isCode: true,
    type: 'u8',
    description: 'laser, from 0',
    extraName: 'channel',
  }),
  row({
    name: 'scanner',
    key: 'scanner',
    isCode: true,
    type: 'u8',
    description: 'scanner, from 0',
    extraName: 'scanner',
  }),
  row({
    name: 'pulse',
    key: 'pulse',
    isCode: true,
    type: 'u32',
    description: 'pulse of the leg, from 0',
    extraName: 'pulse',
  }),
  truePosition('x', 0),
  truePosition('y', 1),
  truePosition('z', 2),
  // PDAL's name of this dimension.
  row({
    name: 'height_above_ground',
    key: 'heightAboveGround',
    type: 'f32',
    unit: 'm',
    description: "above the scene's ground",
    extraName: 'HeightAboveGround',
    text: LENGTH_DECIMALS,
  }),
  row({
    name: 'radial_velocity',
    key: 'radialVelocity',
    type: 'f32',
    unit: 'm/s',
    description: 'growth of the range',
    extraName: 'radial_velocity',
    text: SPEED_DECIMALS,
  }),
  velocity('x', 0),
  velocity('y', 1),
  velocity('z', 2),
  row({
    name: 'moving',
    key: 'moving',
    isCode: true,
    type: 'u8',
    description: '1: its surface moves',
    extraName: 'moving',
  }),
  row({
    name: 'ring',
    key: 'ring',
    isCode: true,
    type: 'u16',
    description: 'laser by elevation, from 0',
    extraName: 'ring',
  }),
  row({
    name: 'azimuth',
    key: 'azimuth',
    type: 'f32',
    unit: 'rad',
    description: 'clockwise from forward',
    extraName: 'azimuth',
    text: ANGLE_DECIMALS,
  }),
  row({
    name: 'frame_time',
    key: 'frameTime',
    type: 'f32',
    unit: 's',
    description: 'since the start of frame',
    extraName: 'frame_time',
    text: TIME_DECIMALS,
  }),
  row({
    name: 'waveform',
    key: 'waveform',
    isCode: true,
    type: 'u32',
    description: 'row of the waveform file',
    extraName: 'waveform',
  }),
  row({
    name: 'return_time',
    key: 'returnTime',
    type: 'f32',
    unit: 's',
    description: 'since waveform began',
    extraName: 'return_time',
    text: 'significant',
  }),
  row({
    name: 'distance',
    key: 'distance',
    type: 'f32',
    unit: 'm',
    description: 'to the reference cloud',
    extraName: 'distance',
    text: LENGTH_DECIMALS,
  }),
  ofSection('along', 'from the start of a section'),
  ofSection('across', 'right of a section'),
  m3c2('m3c2_distance', 'm3c2Distance', { type: 'f32', description: 'along the normal' }),
  m3c2('m3c2_uncertainty', 'm3c2Uncertainty', { type: 'f32', description: 'level of detection, 95 %' }),
  m3c2('m3c2_significant', 'm3c2Significant', { type: 'u8', isCode: true, description: '1: beyond the uncertainty' }),
  m3c2('m3c2_count1', 'm3c2Count1', { type: 'u32', description: 'points of the first cloud' }),
  m3c2('m3c2_count2', 'm3c2Count2', { type: 'u32', description: 'points of the second cloud' }),
  m3c2('m3c2_std_dev1', 'm3c2StdDev1', { type: 'f32', description: 'spread of the first cloud' }),
  m3c2('m3c2_std_dev2', 'm3c2StdDev2', { type: 'f32', description: 'spread of the second cloud' }),
  colour('red', 0),
  colour('green', 1),
  colour('blue', 2),
]);

/** The attribute called `name`. Throws if the table does not have it. */
export function attributeNamed(name: string): PointAttribute {
  const found = POINT_ATTRIBUTES.find((attribute) => attribute.name === name);
  if (!found) throw new RangeError(`no point attribute is called ${name}`);
  return found;
}
