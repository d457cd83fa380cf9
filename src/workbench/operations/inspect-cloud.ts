import type { CloudInfo } from '../../io/opened/opened-cloud.js';
import type { CloudId } from '../clouds.js';
import type { Operation } from '../operation.js';

/** The kind of a cloud, and the attributes of its points. Throws UserError if it cannot be read. */
export const inspectCloud: Operation<{ cloud: CloudId }, CloudInfo> = async (bench, { cloud }) =>
  (await bench.clouds.open(cloud)).info;
