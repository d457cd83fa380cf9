import { epsgSystem, spheroidWkt } from './epsg-table.js';
import { GEO_KEY, type GeoKeys, isGeoCode } from './geo-keys.js';
import { angularUnit } from './geo-units.js';
import { quoted, unitWkt } from './write-wkt.js';

/**
 * The GEOGCS that keys name, or describe by their datum or ellipsoid; undefined if they do neither. A datum that is
 * user-defined is "unknown".
 */
export async function geographicWkt(keys: GeoKeys): Promise<string | undefined> {
  const { numbers } = keys;
  const code = numbers.get(GEO_KEY.geographic);
  if (code !== undefined && isGeoCode(code)) return geographicOf(code);
  const ofDatum = await geographicOfDatum(numbers.get(GEO_KEY.datum));
  if (ofDatum !== undefined) return ofDatum;
  const spheroid = await spheroidOf(keys);
  if (spheroid === undefined) return undefined;
  const longitude = numbers.get(GEO_KEY.meridianLongitude) ?? 0;
  const meridian = longitude === 0 ? 'PRIMEM["Greenwich",0]' : `PRIMEM["unknown",${longitude}]`;
  return `GEOGCS[${quoted(geographicName(keys))},DATUM["unknown",${spheroid}],${meridian},${unitWkt(angularUnit(keys))}]`;
}

async function geographicOf(code: number): Promise<string | undefined> {
  const system = await epsgSystem(code);
  return system?.kind === 'geographic' ? system.wkt : undefined;
}

/** EPSG's codes of older datums are those of their geographic systems, 2000 higher. */
const DATUM_SHIFT = 2000;

async function geographicOfDatum(datum: number | undefined): Promise<string | undefined> {
  if (datum === undefined || !isGeoCode(datum)) return undefined;
  const wkt = await geographicOf(datum - DATUM_SHIFT);
  return wkt?.includes(`AUTHORITY["EPSG","${datum}"]],PRIMEM`) ? wkt : undefined;
}

async function spheroidOf({ numbers }: GeoKeys): Promise<string | undefined> {
  const code = numbers.get(GEO_KEY.ellipsoid);
  if (code !== undefined && isGeoCode(code)) {
    const known = await spheroidWkt(code);
    if (known !== undefined) return known;
  }
  const [major, minor] = [numbers.get(GEO_KEY.semiMajor), numbers.get(GEO_KEY.semiMinor)];
  if (major === undefined || !(major > 0)) return undefined;
  const ofMinor = minor === undefined || minor === major ? 0 : major / (major - minor);
  return `SPHEROID["unknown",${major},${numbers.get(GEO_KEY.inverseFlattening) ?? ofMinor}]`;
}

function geographicName({ texts }: GeoKeys): string {
  return citedName(texts.get(GEO_KEY.geographicCitation) ?? '') ?? 'user-defined';
}

/** The name in a citation: its text, or that in ArcGIS's list, `PCS Name = NAD_1983_…|GCS Name = …`. */
export function citedName(citation: string): string | undefined {
  const name = /(?:PCS|GCS|LUnits|VCS) Name = ([^|]*)/.exec(citation)?.[1] ?? citation.split('|')[0];
  const bare = name.trim();
  return /^(unnamed|unknown)?$/i.test(bare) ? undefined : bare;
}
