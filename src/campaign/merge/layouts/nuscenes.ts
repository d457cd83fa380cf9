/*
 * nuScenes: the frames of a survey are a scene. Its tables follow one another in those of the data set, with tokens of
 * their own; splits.json has the names of the scenes of each split, as the development kit reads it
 * (github.com/nutonomy/nuscenes-devkit, python-sdk/nuscenes/utils/splits.py).
 */
import { append } from '../../../base/append.js';
import { invariant } from '../../../base/errors.js';
import {
  MAP_PATH,
  NUSCENES_VERSION,
  OWN_TABLES,
  SENSOR_TABLE,
  SHARED_TABLES,
} from '../../../io/data-sets/nuscenes/tables.js';
import { tokenOf } from '../../../io/data-sets/nuscenes/token.js';
import { jsonText } from '../merge-file.js';
import {
  type FramedTask,
  type FramePlaces,
  type MergedText,
  type MergeLayout,
  notePlace,
  type Placed,
  placedIn,
  sequenceName,
} from './merge-layout.js';

type Row = Record<string, unknown>;

/** Paths with the number of a frame. */
const FRAME = /^(samples\/.*|boxes(?:\/.*)?)\/(\d{6})\.(?:pcd\.bin|json)$/;
const LABELS = /(?<=^lidarseg\/.*\/)[0-9a-f]{32}(?=_lidarseg\.bin$)/;
const TOKEN = /^[0-9a-f]{32}$/;

/** Keys with tokens of tables that all surveys share. */
const SHARED_KEYS: ReadonlySet<string> = new Set([
  'category_token',
  'sensor_token',
  'visibility_token',
  'attribute_tokens',
]);

/** Names of splits for which the development kit has scenes of its own. */
const TAKEN = ['train', 'val', 'test', 'mini_train', 'mini_val', 'train_detect', 'train_track'];

export const MERGED_NUSCENES: MergeLayout = {
  arrange(surveys) {
    const placed: Placed[] = [];
    const places: FramePlaces = {};
    const splits: Record<string, string[]> = {};
    for (const survey of surveys) {
      const files = new Map([...survey.files].filter(([path]) => FRAME.test(path) || LABELS.test(path)));
      append(
        placed,
        placedIn({ ...survey, files }, '', (path) => renamed(path, survey)),
      );
      const { split = 'train' } = survey.task;
      const name = TAKEN.includes(split) ? `subray_${split}` : split;
      splits[name] = [...(splits[name] ?? []), sceneOf(survey)];
      notePlace(places, survey, sceneOf(survey));
    }
    const shared = new Set([...SHARED_TABLES.map(tablePath), MAP_PATH]);
    const [first] = surveys;
    append(placed, placedIn({ ...first, files: new Map([...first.files].filter(([path]) => shared.has(path))) }, ''));
    const tables = [
      ...OWN_TABLES.map((name): [string, MergedText] => [
        tablePath(name),
        joined(surveys, tablePath(name), renewedRow),
      ]),
      [tablePath(SENSOR_TABLE), joined(surveys, tablePath(SENSOR_TABLE), firstOfEach())] as const,
    ];
    return {
      placed,
      texts: { ...Object.fromEntries(tables), [`${NUSCENES_VERSION}/splits.json`]: jsonText(splits) },
      places,
    };
  },
};

const tablePath = (name: string): string => `${NUSCENES_VERSION}/${name}.json`;

const sceneOf = (survey: FramedTask): string => `scene-${sequenceName(survey)}`;

/** The path in the data set of a file of a survey. */
function renamed(path: string, survey: FramedTask): string {
  const frame = FRAME.exec(path);
  if (frame) return path.replace(`${frame[1]}/`, `${frame[1]}/${sequenceName(survey)}_`);
  return path.replace(LABELS, (token) => renewed(token, survey));
}

/** A token for a record of one survey among those of many. */
const renewed = (token: string, survey: FramedTask): string => tokenOf(survey.task.id, survey.scanner ?? '', token);

/** What becomes of a row of a survey's table among those of all; undefined: it is left out. */
type RowIn = (row: Row, survey: FramedTask) => Row | undefined;

/** Rows that several surveys have, once. */
function firstOfEach(): RowIn {
  const known = new Set<unknown>();
  return (row) => {
    if (known.has(row.token)) return undefined;
    known.add(row.token);
    return row;
  };
}

/** The rows of a table of all surveys, a row a line. */
const joined = (surveys: readonly FramedTask[], path: string, rowIn: RowIn): MergedText =>
  async function* (read) {
    let before = '[\n';
    for (const survey of surveys) {
      const file = survey.files.get(path);
      invariant(file !== undefined, `a survey with frames of nuScenes has ${path}`);
      const rows: Row[] = JSON.parse(await read({ task: survey.task, file }));
      for (const row of rows) {
        const own = rowIn(row, survey);
        if (own === undefined) continue;
        yield `${before}${JSON.stringify(own)}`;
        before = ',\n';
      }
    }
    yield before === '[\n' ? '[]\n' : '\n]\n';
  };

function renewedRow(row: Row, survey: FramedTask): Row {
  const renew = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renew);
    return typeof value === 'string' && TOKEN.test(value) ? renewed(value, survey) : value;
  };
  const renewedEntries = Object.entries(row).map(([key, value]) => [key, SHARED_KEYS.has(key) ? value : renew(value)]);
  const own: Row = Object.fromEntries(renewedEntries);
  if (typeof own.filename === 'string') own.filename = renamed(own.filename, survey);
  // Scenes alone have a number of samples.
  if ('nbr_samples' in own) own.name = sceneOf(survey);
  return own;
}
