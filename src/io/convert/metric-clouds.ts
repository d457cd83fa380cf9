import type { Box3, Vec3 } from '../../base/vec3.js';
import type { SectionStrip } from '../../cloud/section-line.js';
import { crsTitle } from '../../crs/crs.js';
import { metricWkt } from '../../crs/metric-wkt.js';
import { areMetres, METRES, unitsTitle } from '../../crs/units.js';
import { inMetres } from '../clouds/cloud-units.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import type { ConvertCloudOptions } from './convert-options.js';
import type { Reference } from './references.js';

/** What is converted, and how. */
interface Conversion {
  clouds: ReadableCloud[];
  reference: Reference;
  options: Pick<ConvertCloudOptions, 'crop' | 'section' | 'thin' | 'tile' | 'overlap'>;
}

/**
 * A conversion to a format that holds metres: lengths of other units are converted, and so are the box, the cells and
 * the tiles of the options, and the reference system, with a `note` that says so. Undefined if all are metres, or
 * angles, which no factor makes metres.
 */
export function inMetricFormat<Whole extends Conversion>(whole: Whole): (Whole & { note: string }) | undefined {
  const { clouds, reference, options } = whole;
  const { units = METRES, named, wkt } = reference;
  if (areMetres(units) || units.plane.kind !== 'length') return undefined;
  const metric = wkt === undefined ? undefined : metricWkt(wkt);
  const system = !named
    ? ''
    : metric === undefined
      ? `; ${crsTitle(named)} is in another unit, and left out`
      : `; ${crsTitle(named)} is written in metres, without its code`;
  return {
    ...whole,
    // Clouds without a system of their own are taken to be in that of the others.
    clouds: clouds.map((cloud) => inMetres({ ...cloud, units })),
    reference: {
      ...reference,
      wkt: metric,
      geotiff: undefined,
      units: METRES,
      named: metric === undefined ? undefined : named,
    },
    options: { ...options, ...scaledOptions(options, [units.plane.size, units.plane.size, units.height.size]) },
    note: `coordinates of the unit ${unitsTitle(units)} become metres${system}`,
  };
}

const scaledStrip = ({ places, width }: SectionStrip, plane: number): SectionStrip => ({
  places: places.map(([x, y]) => [plane * x, plane * y]),
  width: plane * width,
});

function scaledOptions(
  { crop, section, thin, tile, overlap }: Conversion['options'],
  factors: Vec3,
): Conversion['options'] {
  const [plane] = factors;
  const over = (corner: Vec3): Box3['min'] => [corner[0] * factors[0], corner[1] * factors[1], corner[2] * factors[2]];
  const box: Box3 | undefined = crop && { min: over(crop.min), max: over(crop.max) };
  return {
    ...(box && { crop: box }),
    ...(section && { section: scaledStrip(section, plane) }),
    ...(thin && 'distance' in thin && { thin: { distance: thin.distance * plane } }),
    ...(tile !== undefined && { tile: tile * plane }),
    ...(overlap !== undefined && { overlap: overlap * plane }),
  };
}
