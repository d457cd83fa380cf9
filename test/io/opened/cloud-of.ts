import { nodeFiles } from '../../../src/base/files/node-files.js';
import { OPTIONAL_KEYS, type PointBatch } from '../../../src/cloud/point-batch.js';
import { cloudKind } from '../../../src/io/cloud-kinds.js';
import { type CloudFormatName, createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import type { OpenedCloud } from '../../../src/io/opened/opened-cloud.js';
import { openCloud } from '../../../src/node-clouds.js';
import { cloudHeader, type SampleBox } from '../sample-cloud.js';

/** The points of a batch, all in `box`, as an opened cloud of a file `stem` and the ending of `format`. */
export async function cloudOf(
  batch: PointBatch,
  stem: string,
  format: CloudFormatName = 'las',
  box?: SampleBox,
): Promise<OpenedCloud> {
  const path = stem + cloudKind(format).endings[0];
  const optional = OPTIONAL_KEYS.filter((key) => batch[key] !== undefined);
  const header = { ...cloudHeader(box), optional };
  const sink = await createPointSink({ path, format, fields: 'all' }, header, { files: nodeFiles, force: true });
  await sink.write(batch);
  await sink.finish();
  return openCloud(path);
}
