import { UserError } from '../../base/errors.js';

/** Ending of virtual point clouds. */
const CATALOGUE = /\.vpc$/i;

/** Throws UserError for a catalogue of tiles, which other programs open as one cloud. */
export function refuseCatalogue(path: string): void {
  if (!CATALOGUE.test(path)) return;
  throw new UserError('a catalogue of tiles, expected clouds', {
    place: { file: path },
    hint: 'name its tiles, as in subray convert tiles/*.laz all.laz --merge',
  });
}
