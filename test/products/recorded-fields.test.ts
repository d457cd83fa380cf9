import { expect, it } from 'vitest';
import { OPTIONAL_KEYS, type OptionalKey } from '../../src/cloud/point-batch.js';
import { POINT_FIELDS } from '../../src/cloud/point-fields.js';
import { type RecordingSections, recordedKeys, unrecordedFields } from '../../src/products/recorded-fields.js';
import { loadFailure, surveyText } from '../survey/survey-file.js';

const PLAIN = { instruments: [{ scanner: { deflector: { kind: 'spinning' } } }] } as unknown as RecordingSections;
const RICH = {
  instruments: [
    { scanner: { sampling: {}, deflector: { kind: 'zigzag' } } },
    { scanner: { deflector: { kind: 'spinning' } } },
  ],
  colors: {},
  poseError: { keepTruePosition: true },
  waveforms: { path: 'w.npz' },
} as unknown as RecordingSections;

const named = (key: OptionalKey): string => POINT_FIELDS.find((field) => field.key === key)?.name ?? '';
const all = OPTIONAL_KEYS.map(named);

it('clouds and frames have what the survey turns on, and the numbers of pulses where they are named', () => {
  expect(recordedKeys(PLAIN, 'clouds')).toEqual([]);
  expect(recordedKeys(PLAIN, 'frames')).toEqual(['ring', 'azimuth', 'frameTime']);
  const rich = [
    'scanDirection',
    'edgeOfFlightLine',
    'rgb',
    'scanner',
    'truePosition',
    'amplitude',
    'waveform',
    'returnTime',
  ];
  expect(recordedKeys(RICH, 'clouds', { fields: 'all' })).toEqual(rich);
  expect(recordedKeys(RICH, 'clouds', { fields: ['all', 'pulse'] })).toEqual([
    ...rich.slice(0, 4),
    'pulse',
    ...rich.slice(4),
  ]);
  // Frames have no waveforms.
  expect(recordedKeys(RICH, 'frames')).toEqual([
    ...['rgb', 'scanner', 'truePosition', 'ring', 'azimuth', 'frameTime', 'amplitude'],
  ]);
});

it('clouds and frames have the true positions of hits where they are named', () => {
  for (const place of ['clouds', 'frames'] as const) {
    expect(recordedKeys(PLAIN, place, { fields: ['all', 'true_position'] })).toContain('truePosition');
    expect(recordedKeys(PLAIN, place, { fields: 'all' })).not.toContain('truePosition');
  }
});

const VELOCITIES = ['radial_velocity', 'velocity', 'moving'];
const DECIBELS = ['amplitude_db', 'reflectance_db', 'deviation'];
const NAMED_ALONE = ['pulse', 'true_position', 'height_above_ground', ...VELOCITIES, ...DECIBELS];

it('clouds and frames have velocities where they are named, one by one', () => {
  for (const place of ['clouds', 'frames'] as const) {
    const others = recordedKeys(PLAIN, place);
    expect(recordedKeys(PLAIN, place, { fields: ['all', 'moving'] })).toEqual(expect.arrayContaining(['moving']));
    expect(recordedKeys(PLAIN, place, { fields: ['all', 'moving'] })).toHaveLength(others.length + 1);
    expect(recordedKeys(PLAIN, place, { fields: ['all', ...VELOCITIES] })).toHaveLength(others.length + 3);
  }
});

it('names unrecorded attributes with their needs', () => {
  const unrecorded = (sections: RecordingSections, place: 'clouds' | 'frames') =>
    unrecordedFields(sections, place, { fields: all }).map(({ name }) => name);
  expect(unrecorded(PLAIN, 'clouds').toSorted()).toEqual(all.filter((name) => !NAMED_ALONE.includes(name)).toSorted());
  const ofM3c2 = all.filter((name) => name.startsWith('m3c2_'));
  expect(ofM3c2).toHaveLength(7);
  const ofCut = ['along', 'across'];
  const ofOthers = ['synthetic', 'key_point', 'withheld', 'overlap', 'user_data', 'distance', ...ofCut, ...ofM3c2];
  const ofFrames = ['azimuth', 'frame_time', 'ring'];
  expect(unrecorded(RICH, 'clouds').toSorted()).toEqual([...ofFrames, ...ofOthers].toSorted());
  const ofClouds = ['edge_of_flight_line', 'pulse', 'return_time', 'scan_direction', 'waveform'];
  expect(unrecorded(RICH, 'frames').toSorted()).toEqual([...ofClouds, ...ofOthers].toSorted());
  for (const { needs } of unrecordedFields(PLAIN, 'clouds', { fields: all })) expect(needs).toMatch(/ with it/);
  expect(unrecordedFields(PLAIN, 'clouds', { fields: 'all' })).toEqual([]);
});

it('a survey says so at the field, of frames too', async () => {
  const frames = 'frames: { file: f%03d.las, by: seconds, duration: 1, fields: [ring, pulse] }';
  expect(await loadFailure(surveyText({ frames }))).toBe(
    'survey.yaml:5:69: frames.fields[1]: found "pulse", expected an entry of output with it; points of frames have none',
  );
});
