import { encodePng } from '../../../picture/raster/png.js';
import { chooseClouds, drawContactSheet } from '../contact-sheet.js';
import type { DataSet } from '../data-set.js';
import type { FileRequest, MergeKind } from '../merge-file.js';

/** `contact-sheet.png`: a picture of some of the clouds. */
export const CONTACT_SHEET: MergeKind = {
  *files(dataSet, _written, request) {
    if (chooseClouds(dataSet).length > 0)
      yield {
        path: 'contact-sheet.png',
        mediaType: 'image/png',
        describe: 'Some of the clouds, evenly chosen, coloured by semantic class',
        content: () => picture(dataSet, request),
      };
    else request.log.warn('no contact sheet: no cloud has points in a format that subray reads');
  },
};

/** By code that makes the same bytes on every machine, unlike the zlib of different versions of Node. */
async function* picture(dataSet: DataSet, request: FileRequest): AsyncGenerator<Uint8Array> {
  const sheet = await drawContactSheet(dataSet, request);
  if (sheet) yield encodePng(sheet);
}
