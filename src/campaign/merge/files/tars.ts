/*
 * Archives of samples by WebDataset (github.com/webdataset/webdataset): files of a sample follow one another and share
 * all of their name before the first dot.
 */

import { createReadStream } from 'node:fs';
import { UserError } from '../../../base/errors.js';
import { type DataSet, type MergedTask, pathOf, splitNames } from '../data-set.js';
import { jsonText, type MergeKind } from '../merge-file.js';
import { TAR_FILE_MAX, TAR_NAME_MAX, tarBytes, tarEnd, tarHeader, tarPadding } from '../ustar.js';

/** Digits of a sample's number. */
const INDEX_DIGITS = 8;
/** Bytes that are read at once. */
const BLOCK = 1 << 20;

/** `tars/SPLIT-000000.tar`: the surveys of a split in their order, if tars are asked for. */
export const TARS: MergeKind = {
  folder: 'tars',
  *files(dataSet, _written, { tarBytes: limit }) {
    if (limit === undefined) return;
    for (const split of [...splitNames(dataSet), undefined]) {
      const samples = dataSet.tasks.filter((task) => task.split === split).map((task) => sampleOf(dataSet, task));
      for (const [k, shard] of shardsOf(samples, limit).entries())
        yield {
          path: `tars/${split ?? 'all'}-${String(k).padStart(6, '0')}.tar`,
          mediaType: 'application/x-tar',
          describe: `Samples ${shard[0].key} to ${shard[shard.length - 1].key} as WebDataset`,
          content: () => archive(shard),
        };
    }
  },
};

/** A survey in an archive. */
interface Sample {
  key: string;
  entries: readonly Entry[];
}

interface Entry {
  name: string;
  bytes: number;
  /** A file of the task, or else the content itself. */
  from: string | Uint8Array;
}

function sampleOf(dataSet: DataSet, task: MergedTask): Sample {
  const key = String(task.index).padStart(INDEX_DIGITS, '0');
  const { index, id, split, variables, manifest } = task;
  const facts = new TextEncoder().encode(jsonText({ index, id, split, variables, points: manifest.points }));
  const entries: Entry[] = manifest.files.map(({ name, bytes }) => ({
    name: `${key}.${name.replaceAll('/', '_')}`,
    bytes,
    from: pathOf(dataSet, task, name),
  }));
  entries.push({ name: `${key}.json`, bytes: facts.length, from: facts });
  checkEntries(entries, dataSet.folder, index);
  return { key, entries };
}

/** Throws UserError for entries that an archive cannot hold. */
function checkEntries(entries: readonly Entry[], folder: string, index: number): void {
  const taken = new Set<string>();
  for (const { name, bytes } of entries) {
    const fault =
      new TextEncoder().encode(name).length > TAR_NAME_MAX
        ? `has a name of more than ${TAR_NAME_MAX} bytes`
        : bytes > TAR_FILE_MAX
          ? 'is larger than 8 GiB'
          : taken.has(name)
            ? 'would be there twice'
            : undefined;
    if (fault !== undefined)
      throw new UserError(`survey ${index}: ${name} ${fault}, which a tar cannot hold`, {
        place: { file: folder },
        hint: 'give the outputs of the survey other names, or merge without --tar',
      });
    taken.add(name);
  }
}

/** Samples in their order, in archives of about `limit` bytes, at least one in each. */
function shardsOf(samples: readonly Sample[], limit: number): Sample[][] {
  const shards: Sample[][] = [];
  let filled = Infinity;
  for (const sample of samples) {
    const bytes = sample.entries.reduce((sum, entry) => sum + tarBytes(entry.bytes), 0);
    if (filled + bytes > limit) {
      shards.push([]);
      filled = 0;
    }
    shards[shards.length - 1].push(sample);
    filled += bytes;
  }
  return shards;
}

async function* archive(samples: readonly Sample[]): AsyncGenerator<Uint8Array> {
  for (const { name, bytes, from } of samples.flatMap(({ entries }) => entries)) {
    yield tarHeader(name, bytes);
    if (typeof from === 'string') yield* wholeFile(from, bytes);
    else yield from;
    yield tarPadding(bytes);
  }
  yield tarEnd();
}

/** The bytes of a file, whose number must be that of its task: the header is written before them. */
async function* wholeFile(path: string, bytes: number): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const block of createReadStream(path, { highWaterMark: BLOCK })) {
    read += block.length;
    yield block;
  }
  if (read !== bytes) throw new UserError(`has ${read} bytes, expected ${bytes}`, { place: { file: path } });
}
