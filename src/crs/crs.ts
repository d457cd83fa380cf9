/** A coordinate reference system in metres, for clouds. */
export interface Crs {
  /** Its own name, such as "ETRS89 / UTM zone 32N". */
  readonly name: string;
  /** Its code, if it has one: `EPSG:25832`. */
  readonly code?: string;
  /** OGC WKT 1 (OGC 01-009) of codes; for a text that the user gave, that text. */
  readonly wkt: string;
}

/** Accepted forms of a reference system. */
export const CRS_EXPECTED = 'an EPSG code (EPSG:25832), WKT or PROJJSON';

/** The name with the code, for display: `ETRS89 / UTM zone 32N (EPSG:25832)`. */
export const crsTitle = ({ name, code }: Omit<Crs, 'wkt'>): string => (code === undefined ? name : `${name} (${code})`);
