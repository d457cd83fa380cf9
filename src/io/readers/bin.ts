import { UserError } from '../../base/errors.js';
import { counted } from '../../base/text.js';
import { viewOf } from '../bytes/byte-fields.js';
import { readBytes, withFile } from '../bytes/read-head.js';
import { openPlainRecords } from '../records/plain-records.js';
import type { CloudReader } from '../records/readable-cloud.js';
import { LABEL_BYTES, labelFields, labelsOfFrame, openLabelledRecords } from '../tables/label-records.js';
import {
  attributeNames,
  rangelessNumbers,
  type TableCloud,
  type TableField,
  tableColumns,
} from '../tables/table-cloud.js';
import type { ValueSpan } from '../units/value-ranges.js';

/** Rows of f32 in the files of a data set. */
interface FrameForm {
  title: string;
  names: readonly string[];
  /** Ranges of its intensities, the usual one last. */
  intensities: readonly ValueSpan[];
}

const KITTI: FrameForm = { title: 'KITTI', names: ['x', 'y', 'z', 'intensity'], intensities: [[0, 1]] };
const NUSCENES: FrameForm = {
  title: 'nuScenes',
  names: ['x', 'y', 'z', 'intensity', 'ring'],
  intensities: [
    [0, 1],
    [0, 255],
  ],
};

const ENDING = '.bin';
const NUMBER_BYTES = Float32Array.BYTES_PER_ELEMENT;
const rowBytes = ({ names }: FrameForm): number => NUMBER_BYTES * names.length;

const isOfNuscenes = (path: string): boolean => /\.pcd\.bin$/i.test(path);

const isNamedSo = (path: string): boolean => path.toLowerCase().endsWith(ENDING);

/** The bytes of a text in Latin-1, as many as are looked at. */
const bytesOf = (head: string): Uint8Array =>
  Uint8Array.from(head.slice(0, HEAD_BYTES), (character) => character.charCodeAt(0));

/** The form of a file by its name and its first bytes; undefined: its numbers are those of no sensor. */
function formOf(path: string, head: Uint8Array): FrameForm | undefined {
  const forms = isOfNuscenes(path) ? [NUSCENES] : [KITTI, NUSCENES];
  return forms.find((form) => head.length === 0 || isPlausible(head, form));
}

/** Bytes of the head that are looked at: whole rows of both forms. */
const HEAD_BYTES = 40_000;

/** Farthest coordinate of a frame, and the least that most points exceed: other bytes are tiny numbers, or huge. */
const [FAR, NEAR] = [1e4, 1e-3];
const RING_MAX = 1023;

function isPlausible(head: Uint8Array, { names }: FrameForm): boolean {
  const bytes = head.length >= HEAD_BYTES ? HEAD_BYTES : head.length;
  const count = bytes / NUMBER_BYTES / names.length;
  const view = viewOf(head);
  let near = 0;
  for (let row = 0; row < Math.floor(count); row++) {
    const numbers = names.map((_, k) => view.getFloat32(NUMBER_BYTES * (row * names.length + k), true));
    const [x, y, z, intensity, ring = 0] = numbers;
    if (![x, y, z].every((value) => Math.abs(value) <= FAR)) return false;
    if (!(intensity >= 0 && intensity <= 255 && Number.isInteger(ring) && ring >= 0 && ring <= RING_MAX)) return false;
    if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) < NEAR) near++;
  }
  return Number.isInteger(count) && near <= count / 2;
}

/** A frame, with the path of the file that has the labels of its points, if there is one. */
export interface FrameCloud extends TableCloud {
  labels?: string;
}

/**
 * Frames of data sets in rows of f32 without a head: of KITTI, with the labels of SemanticKITTI where these lie, and of
 * nuScenes (.pcd.bin).
 */
export const BIN_READER: CloudReader<FrameCloud> = {
  // Other files have the ending, too: the numbers decide.
  endings: [],
  claims: (head, path) => isNamedSo(path) && formOf(path, bytesOf(head)) !== undefined,
  open: (files, path) =>
    withFile(files, path, async (handle) => {
      const { size } = handle.info;
      const form = formOf(path, await readBytes(handle, 0, Math.min(size, HEAD_BYTES)));
      if (form === undefined || size % rowBytes(form) !== 0)
        throw new UserError(
          `found ${counted(size, 'byte')}, expected rows of ${[KITTI, NUSCENES].map(rowBytes).join(' or ')} bytes: x, y, z, intensity, and of nuScenes the ring, as f32`,
          { place: { file: path }, hint: 'the file is cut off, or no frame of KITTI or nuScenes' },
        );
      const length = rowBytes(form);
      const numbers = form.names.map((name, k): TableField => {
        const known = name === 'intensity' ? form.intensities : undefined;
        return { name, type: 'f32', at: NUMBER_BYTES * k, known };
      });
      const { labels, warnings } =
        form === KITTI ? await labelsOfFrame(files, path, size / length) : { labels: undefined, warnings: [] };
      const fields = labels === undefined ? numbers : [...numbers, ...labelFields(length)];
      return {
        files,
        path,
        bytes: size,
        format: 'bin',
        title: `rows of f32, as ${form.title} has them${labels === undefined ? '' : ', and their labels'}`,
        pointCount: size / length,
        recordLength: length + (labels === undefined ? 0 : LABEL_BYTES),
        inAnyOrder: true,
        fields,
        attributes: attributeNames(fields),
        dataAt: 0,
        ...(labels !== undefined && { labels }),
        warnings,
      };
    }),
  columns: tableColumns,
  rangeless: rangelessNumbers,
  openRecords: (cloud) =>
    cloud.labels === undefined ? openPlainRecords(cloud, 0) : openLabelledRecords(cloud, cloud.labels),
};
