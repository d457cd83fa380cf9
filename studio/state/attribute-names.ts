/** How the page calls attributes of clouds, with the units in which it shows them. */
const NAMES: Readonly<Record<string, string>> = {
  semantic: 'Semantic class',
  material: 'Material',
  gps_time: 'Time',
  range: 'Range',
  incidence_angle: 'Incidence angle',
  energy: 'Energy',
  echo_width: 'Echo width',
  amplitude: 'Amplitude',
  scan_angle: 'Scan angle',
  hit_subrays: 'Subrays of the return',
  channel: 'Laser',
  scanner: 'Scanner',
  pulse: 'Pulse',
  instance: 'Object',
  classification: 'Class',
  intensity: 'Intensity',
  return_number: 'Return',
  number_of_returns: 'Returns of the pulse',
  point_source_id: 'Leg',
};

/** Attributes that the plain modes show, or that say nothing as a colour. */
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
export const attributeName = (name: string): string => NAMES[name] ?? name.replaceAll('_', ' ');

/** Whether clouds can be coloured by an attribute in a way that no plain mode has. */
export const isOwnMode = ({ name, length }: { name: string; length: number }): boolean =>
  length === 1 && !PLAIN.has(name);
