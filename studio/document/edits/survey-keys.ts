/** Keys of a survey in the order of the examples: a new one goes to its place among them. */
export const SURVEY_KEYS = [
  ...[
    'name',
    'seed',
    'crs',
    'startTime',
    'scene',
    'scanner',
    'scanners',
    'mount',
    'platform',
    'legs',
    'footprint',
    'detector',
  ],
  ...[
    'atmosphere',
    'intensity',
    'radiometry',
    'physics',
    'colors',
    'jitter',
    'poseError',
    'restrict',
    'coordinates',
    'frames',
  ],
  ...['waveforms', 'pulses', 'trajectories', 'tracks', 'output', 'epochs'],
];

export const SCENE_KEYS = [
  'parts',
  'traffic',
  'labels',
  'semantics',
  'classes',
  'materials',
  'materialFolders',
  'modelFolders',
];
