import { UserError } from '../../base/errors.js';
import { type Box3, emptyBox, growBox } from '../../base/vec3.js';
import type { LasHeader } from '../../io/las/las-header.js';

/** Most points that the 32 bits of LAS 1.2 count. */
const OLDER_POINTS_MAX = 2 ** 32 - 1;

/**
 * The header of a file with the points of all, which are otherwise the same. Coordinates follow from whole
 * numbers by the same scale and offset, so their limits are those of the single headers. Throws UserError for
 * more points than it can count.
 */
export function joinHeaders(headers: readonly LasHeader[]): LasHeader {
  const [first] = headers;
  const pointCount = headers.reduce((sum, header) => sum + header.pointCount, 0);
  if (first.versionMinor < 4 && pointCount > OLDER_POINTS_MAX)
    throw new UserError(
      `LAS 1.${first.versionMinor} counts ${OLDER_POINTS_MAX} points at most, and there are ${pointCount}`,
      {
        hint: 'join them as tiles (--tile), or take a point format from 6 on',
      },
    );
  return {
    ...first,
    pointCount,
    pointsByReturn: first.pointsByReturn.map((_, k) =>
      headers.reduce((sum, { pointsByReturn }) => sum + pointsByReturn[k], 0),
    ),
    bounds: pointCount === 0 ? first.bounds : boundsOf(headers.filter((header) => header.pointCount > 0)),
  };
}

/** The box of all; files without points do not count. */
function boundsOf(headers: readonly LasHeader[]): Box3 {
  const bounds = emptyBox();
  for (const { bounds: own } of headers) {
    growBox(bounds, ...own.min);
    growBox(bounds, ...own.max);
  }
  return bounds;
}
