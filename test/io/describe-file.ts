import { nodeFiles } from '../../src/base/files/node-files.js';
import type { LasDescription } from '../../src/io/las-files/describe-las.js';
import { openLas } from '../../src/io/las-files/las-file.js';
import { describeCloud } from '../../src/picture/cloud/node-describe-cloud.js';

/** The description by `subray info` of the cloud at `path`. */
export const describeFile = async (path: string): Promise<LasDescription> =>
  describeCloud(await openLas(nodeFiles, path));
