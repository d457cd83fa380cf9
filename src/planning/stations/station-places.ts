import { UserError } from '../../base/errors.js';
import type { Vec3 } from '../../base/vec3.js';
import type { Rectangle } from '../../scene/place/height-grid.js';
import { cellCentre, createHeightRaster } from '../height-raster.js';
import type { SceneProbe } from '../scene-probe.js';
import { connectedPlaces, type GridPlace } from './connected-places.js';

/** Number of places tried along the longer side of the area, and their smallest distance, metres. */
const PLACES_A_SIDE = 24;
const PLACE_STEP_MIN = 0.25;
/** Free space between the scanner and anything above it, metres. */
const HEADROOM = 0.3;
/** Largest thickness of a floor or a kerb, metres; stations do not stand on anything higher. */
const SLAB = 0.35;
/** Number of directions in which a place must be free. */
const DIRECTIONS = 16;

/** Maximum number of groups that are compared, and of places that speak for a group. */
const GROUPS_MAX = 24;
const SPEAKERS_MAX = 6;

/**
 * Places on the ground of the area, on a grid, where a tripod of `height` metres fits: nothing above it, no wall closer
 * than `clearance` to the scanner or half-way down. If walls separate places, the group whose places see most, as
 * `surfaceSeen` reports for some of them: the inside of a room, not the few places on its roof. Of groups that see
 * equally much, the larger. Throws UserError if there are none.
 */
export function stationPlaces(
  probe: SceneProbe,
  area: Rectangle,
  height: number,
  clearance: number,
  surfaceSeen: (places: readonly Vec3[]) => number,
): { places: Vec3[]; shutOff: number } {
  const grid = createHeightRaster(area, PLACES_A_SIDE, PLACE_STEP_MIN);
  const ground = probe.standing(grid, height + HEADROOM, SLAB);
  const standing: GridPlace[] = [];
  ground.heights.forEach((z, cell) => {
    const place = { column: cell % grid.columns, row: Math.floor(cell / grid.columns) };
    if (!Number.isNaN(z)) standing.push({ ...place, at: [...cellCentre(grid, cell), z] });
  });
  if (standing.length === 0)
    throw new UserError('there is no place for a station: no ground in the area has room for the tripod above it', {
      hint: `the scanner stands ${height} m up: check the area, the unit and the up axis of the scene`,
    });
  const free = freePlaces(probe, standing, height, clearance);
  if (free.length === 0)
    throw new UserError(`there is no place for a station ${clearance} m away from everything`, {
      hint: 'take less --clearance, or another area',
    });
  const places = groupThatSeesMost(connectedPlaces(probe, free, height), surfaceSeen);
  return { places, shutOff: free.length - places.length };
}

function groupThatSeesMost(
  groups: readonly (readonly GridPlace[])[],
  surfaceSeen: (places: readonly Vec3[]) => number,
): Vec3[] {
  const placesOf = (group: readonly GridPlace[]) => group.map(({ at }) => at);
  if (groups.length === 1) return placesOf(groups[0]);
  const seen = groups.slice(0, GROUPS_MAX).map((group) => surfaceSeen(speakersOf(placesOf(group))));
  return placesOf(groups[seen.indexOf(Math.max(...seen))]);
}

/** A few of the places, spread over their list. */
function speakersOf(places: readonly Vec3[]): Vec3[] {
  const count = Math.min(SPEAKERS_MAX, places.length);
  return Array.from({ length: count }, (_, k) => places[Math.floor(((k + 0.5) * places.length) / count)]);
}

function freePlaces(probe: SceneProbe, places: readonly GridPlace[], height: number, clearance: number): GridPlace[] {
  const levels = [height, height / 2];
  const perPlace = DIRECTIONS * levels.length;
  const rays = new Float64Array(6 * perPlace * places.length);
  places.forEach(({ at: [x, y, z] }, p) => {
    for (let k = 0; k < perPlace; k++) {
      const angle = (2 * Math.PI * (k % DIRECTIONS)) / DIRECTIONS;
      const level = levels[Math.floor(k / DIRECTIONS)];
      rays.set([x, y, z + level, Math.sin(angle), Math.cos(angle), 0], 6 * (p * perPlace + k));
    }
  });
  const distances = probe.cast(rays);
  return places.filter((_, p) =>
    distances.subarray(p * perPlace, (p + 1) * perPlace).every((distance) => distance >= clearance),
  );
}
