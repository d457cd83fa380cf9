import { counted } from '../../base/text.js';
import { isEmptyBox } from '../../base/vec3.js';
import { type CloudStatistics, missesIn } from '../../cloud/statistics.js';
import { GLOBAL_ENCODING, type LasHeader } from '../las/las-header.js';
import { isWktRecord } from '../las/wkt.js';
import type { CloudDescription } from '../records/readable-cloud.js';
import type { LasFile } from './las-file.js';

/** The content of a LAS or LAZ file by its header, and by its points. */
export type LasDescription = CloudDescription<LasFile>;

/** Disagreements between file and specification, or header and points, one sentence each. */
export const lasFaults = (file: LasFile, statistics?: CloudStatistics): string[] => [
  ...encodingWarnings(file),
  ...sizeWarnings(file),
  // The header counts other points than a part has.
  ...(file.part || !statistics
    ? []
    : [...countWarnings(file.header, statistics), ...boundsWarnings(file.header, statistics)]),
];

function encodingWarnings({ header, vlrs }: LasFile): string[] {
  const warnings: string[] = [];
  const wktBit = (header.globalEncoding & GLOBAL_ENCODING.wkt) !== 0;
  if (header.pointFormat >= 6 && !wktBit)
    warnings.push(`point format ${header.pointFormat} asks for the WKT bit of the global encoding, which is not set`);
  // From format 6 on the bit is set whether there is a system or not.
  if (header.pointFormat < 6 && wktBit && !vlrs.some(isWktRecord))
    warnings.push('the WKT bit is set, but there is no coordinate reference system');
  if (header.pointFormat >= 6 && header.legacyPointCount > 0)
    warnings.push(
      `point format ${header.pointFormat} asks for a 32-bit point count of 0, not ${header.legacyPointCount}`,
    );
  else if (header.legacyPointCount > 0 && header.legacyPointCount !== header.pointCount)
    warnings.push(
      `the header counts ${counted(header.pointCount, 'point')} in 64 bits, ${header.legacyPointCount} in 32`,
    );
  return warnings;
}

function sizeWarnings({ header, bytes }: LasFile): string[] {
  if (header.compressed || header.evlrCount > 0) return [];
  const rest = bytes - header.pointDataOffset - header.pointCount * header.recordLength;
  return rest > 0
    ? [`${counted(rest, 'byte')} behind the last point ${rest === 1 ? 'belongs' : 'belong'} to nothing`]
    : [];
}

function countWarnings(header: LasHeader, statistics: CloudStatistics): string[] {
  const { pointsByReturn } = statistics;
  const warnings: string[] = [];
  const unnumbered = pointsByReturn[0] - missesIn(statistics);
  if (unnumbered > 0)
    warnings.push(
      `${counted(unnumbered, 'point')} ${unnumbered === 1 ? 'has' : 'have'} the return number 0; the first return is 1`,
    );
  header.pointsByReturn.forEach((announced, i) => {
    const found = pointsByReturn[i + 1];
    if (announced !== found)
      warnings.push(`the header counts ${counted(announced, 'point')} of return ${i + 1}, the points ${found}`);
  });
  return warnings;
}

/** Other programs write the bounds before rounding, so a difference of one coordinate step does not count. */
function boundsWarnings({ bounds, scale }: LasHeader, statistics: CloudStatistics): string[] {
  if (isEmptyBox(statistics.bounds)) return [];
  const warnings: string[] = [];
  for (const side of ['min', 'max'] as const)
    for (let axis = 0; axis < 3; axis++) {
      const announced = bounds[side][axis];
      const found = statistics.bounds[side][axis];
      if (!(Math.abs(announced - found) <= Math.abs(scale[axis])))
        warnings.push(
          `the header's ${side}imum of ${'xyz'[axis]} is ${Number.isFinite(announced) ? announced : 'not finite'}, that of the points ${found}`,
        );
    }
  return warnings;
}
