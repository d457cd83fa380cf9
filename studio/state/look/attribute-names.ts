/** The page's names of attributes of clouds, with the units in which it shows them. */
const NAMES: Readonly<Record<string, string>> = {
  semantic: 'Semantic class',
  material: 'Material',
  gps_time: 'Time',
  range: 'Range',
  incidence_angle: 'Incidence angle',
  energy: 'Energy',
  echo_width: 'Echo width',
  amplitude: 'Amplitude',
  amplitude_db: 'Amplitude',
  reflectance_db: 'Reflectance',
  deviation: 'Pulse shape deviation',
  radial_velocity: 'Radial velocity',
  velocity_x: 'Velocity x',
  velocity_y: 'Velocity y',
  velocity_z: 'Velocity z',
  moving: 'Moving',
  scan_angle: 'Scan angle',
  hit_subrays: 'Subrays that hit',
  channel: 'Laser',
  scanner: 'Scanner',
  pulse: 'Pulse',
  instance: 'Object',
  classification: 'Class',
  intensity: 'Intensity',
  return_number: 'Return',
  number_of_returns: 'Returns of the pulse',
  point_source_id: 'Leg',
  nx: 'Normal x',
  ny: 'Normal y',
  nz: 'Normal z',
};

/** Attributes of every point in LAS that most points leave at zero. */
const FLAGS = new Set([
  'synthetic',
  'key_point',
  'withheld',
  'overlap',
  'scanner_channel',
  'scan_direction',
  'edge_of_flight_line',
  'user_data',
]);

/** True if an attribute is a flag or the like, which has no meaning while it is zero. */
export const isFlag = (name: string): boolean => FLAGS.has(name);

/** Attributes that the plain modes show, or that make no sense as a colour. */
const PLAIN = new Set([
  'x',
  'y',
  'z',
  'nx',
  'ny',
  'nz',
  'classification',
  'intensity',
  'return_number',
  'point_source_id',
  'instance',
  'red',
  'green',
  'blue',
  'true_x',
  'true_y',
  'true_z',
]);

/** The name of an attribute for people. */
export const attributeName = (name: string): string =>
  NAMES[name] ??
  (FLAGS.has(name) ? name[0].toUpperCase() + name.slice(1).replaceAll('_', ' ') : name.replaceAll('_', ' '));

/** True if an attribute colours clouds in a way that no plain mode has. */
export const isOwnMode = ({ name, length }: { name: string; length: number }): boolean =>
  length === 1 && !PLAIN.has(name);
