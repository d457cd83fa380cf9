import { endingOf } from '../base/text.js';
import { LAS_SIGNATURE } from './las/las-header.js';

/** What tells the files of a format that clouds are read in. */
interface ReadableCloud {
  endings: readonly string[];
  /** Their first bytes, as Latin-1. */
  signature: string;
}

/** The formats that clouds are read in: the one place that lists them. Whoever looks at a cloud loads no schema for it. */
const READABLE_CLOUDS: readonly ReadableCloud[] = [{ endings: ['.las', '.laz'], signature: LAS_SIGNATURE }];

/** Whether a file of this path and these first bytes is a cloud that subray reads. */
export const isReadableCloud = (path: string, head: string): boolean =>
  READABLE_CLOUDS.some(({ endings, signature }) => endings.includes(endingOf(path)) || head.startsWith(signature));
