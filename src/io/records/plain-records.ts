import { UserError } from '../../base/errors.js';
import { fileError } from '../../base/files/file-error.js';
import type { ReadableCloud } from './readable-cloud.js';
import type { RecordSource } from './record-source.js';

/** Opens records that are stored one after the other, the first at byte `dataAt`. Throws UserError if that fails. */
export async function openPlainRecords(cloud: ReadableCloud, dataAt: number): Promise<RecordSource> {
  const { files, path, recordLength } = cloud;
  const failed = (error: unknown) => {
    throw fileError(files, 'read', path, error);
  };
  const handle = await files.open(path).catch(failed);
  return {
    read: async (first, count, target) => {
      const bytes = target.subarray(0, count * recordLength);
      const read = await handle.read(bytes, dataAt + first * recordLength).catch(failed);
      if (read < bytes.length) throw new UserError('the file has become shorter', { place: { file: path } });
    },
    close: () => handle.close(),
  };
}
