import { counted } from '../../base/text.js';
import type { CacheContent, CacheFile } from '../../bvh/node-cache-folder.js';
import type { CacheLimits } from '../../bvh/node-cache-limits.js';
import type { Pruned } from '../../bvh/node-prune-cache.js';
import { formatBytes, formatTable } from './format.js';

const bytesOf = (files: readonly CacheFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);
const totalOf = (files: readonly CacheFile[]) => ({ count: files.length, bytes: bytesOf(files) });
const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/** The cache of trees as text; `now` is in seconds since 1970. */
export function describeCache(content: CacheContent, limits: CacheLimits, now = Date.now() / 1000): string[] {
  const { folder, trees, unfinished, others } = content;
  const size = `${formatBytes(bytesOf(trees))} of at most ${formatBytes(limits.bytes)}`;
  return formatTable([
    ['folder', folder],
    ['trees', `${trees.length}, ${size}`],
    ...(trees.length > 0 ? describeAges(trees, limits, now) : []),
    ...(unfinished.length > 0 ? [['unfinished', `${unfinished.length}, ${formatBytes(bytesOf(unfinished))}`]] : []),
    ...(others > 0 ? [['others', `${others}, left alone`]] : []),
  ]);
}

function describeAges(trees: readonly CacheFile[], { days }: CacheLimits, now: number): string[][] {
  const range = (times: number[]) => {
    const ages = [Math.max(...times), Math.min(...times)].map((time) => formatAge(now - time));
    return `${[...new Set(ages)].join(' to ')} ago`;
  };
  return [
    ['last used', `${range(trees.map(({ used }) => used))}; removed after ${counted(days, 'day')}`],
    ['built', range(trees.map(({ built }) => built))],
  ];
}

const AGES = [
  { seconds: 86_400, noun: 'day' },
  { seconds: 3600, noun: 'hour' },
  { seconds: 60, noun: 'minute' },
];

/** `12 days`, `3 hours`, `1 minute`, `less than a minute`. */
function formatAge(age: number): string {
  const unit = AGES.find(({ seconds }) => age >= seconds);
  return unit ? counted(Math.floor(age / unit.seconds), unit.noun) : 'less than a minute';
}

/** The cache of trees as JSON: sizes in bytes, times in UTC. */
export function cacheJson({ folder, trees, unfinished, others }: CacheContent, limits: CacheLimits): object {
  const files = trees.map(({ path, bytes, built, used }) => ({
    path,
    bytes,
    built: dateOf(built),
    used: dateOf(used),
  }));
  const total = { ...totalOf(trees), unfinished: totalOf(unfinished), others };
  return { folder, ...total, limits, trees: files };
}

/** The outcome of pruning as text. */
export function describePruned({ removed, left }: Pruned): string[] {
  const stays = left.length === 1 ? 'stays' : 'stay';
  return [
    `removed ${counted(removed.length, 'file')}, ${formatBytes(bytesOf(removed))}; ` +
      `${counted(left.length, 'tree')}, ${formatBytes(bytesOf(left))}, ${stays}`,
  ];
}

/** The outcome of pruning as JSON, sizes in bytes. */
export function prunedJson({ removed, left, failed }: Pruned): object {
  return { removed: totalOf(removed), left: totalOf(left), failed };
}
