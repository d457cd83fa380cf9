import { UserError } from '../../../base/errors.js';
import type { Log } from '../../../base/log.js';
import { parseXml } from '../../../base/xml/parse-xml.js';
import { childrenOf } from '../../../base/xml/xml-element.js';
import { quoteText } from '../../../base/yaml/faults.js';
import { TAG, type TiffDirectory } from './tiff-directory.js';

/** What GDAL notes of a band: its numbers times `scale`, plus `offset`, are in `unit`. */
export interface BandMetadata {
  scale: number;
  offset: number;
  unit?: string;
}

const LIMITS = Object.freeze({ depth: 8, elements: 10_000, attributes: 50_000, attributesOfOne: 100 });

/**
 * What tag 42112 says of the first band: XML of GDAL, with items of the roles scale, offset and unittype for each band
 * (gdal.org, "GTiff -- GeoTIFF File Format", Metadata). Text that is no such XML is left out with a warning.
 */
export function bandMetadata(directory: TiffDirectory, log: Log): BandMetadata {
  const text = directory.text(TAG.metadata);
  if (text === undefined) return { scale: 1, offset: 0 };
  try {
    const items = childrenOf(parseXml(text, directory.file, LIMITS), 'Item');
    const of = (role: string) =>
      items.find(({ attributes }) => attributes.get('role') === role && attributes.get('sample') === '0')?.text;
    const number = (role: string, absent: number) => {
      const value = Number(of(role) ?? absent);
      if (Number.isFinite(value)) return value;
      throw new UserError(`the ${role} of its band is ${quoteText(of(role) ?? '')}`);
    };
    return { scale: number('scale', 1), offset: number('offset', 0), unit: of('unittype') };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    log.warn(`${directory.file}: its GDAL metadata is left out: ${error.message}`);
    return { scale: 1, offset: 0 };
  }
}
