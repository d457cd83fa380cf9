import { basename } from '../../base/files/paths.js';
import { formatCounted } from '../../base/format-count.js';
import { counted } from '../../base/text.js';
import type { Loss } from './point-sink.js';

/** A file, or files of one name, with their losses. */
interface LossyFile {
  path: string;
  losses?: readonly Loss[];
}

/** The losses of several files together: those of the same field and fate are merged. */
export function joinLosses(losses: readonly Loss[]): Loss[] {
  const joined = new Map<string, Loss>();
  for (const loss of losses) {
    const key = JSON.stringify([loss.of, loss.what]);
    joined.set(key, { ...loss, points: loss.points + (joined.get(key)?.points ?? 0) });
  }
  return [...joined.values()];
}

/** One sentence for each loss, with the number of points and the files that it concerns. */
export function lossWarnings(files: readonly LossyFile[]): string[] {
  const lossy = files.filter(({ losses = [] }) => losses.length > 0);
  return joinLosses(lossy.flatMap(({ losses = [] }) => losses)).map(({ of, what, points }) => {
    const own = lossy.filter(({ losses = [] }) => losses.some((loss) => loss.of === of && loss.what === what));
    const more = own.length > 1 ? ` and ${counted(own.length - 1, 'more file')}` : '';
    return `${basename(own[0].path)}${more}: ${of} of ${formatCounted(points, 'point')} ${what}`;
  });
}
