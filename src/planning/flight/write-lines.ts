import { UserError } from '../../base/errors.js';
import type { CreateOptions, WithFiles } from '../../base/files/files.js';
import { refuseInput } from '../../base/files/refuse-input.js';
import { writeTextFile } from '../../base/files/text-file.js';
import type { Vec3 } from '../../base/vec3.js';
import { type LineEnding, lineEnding } from '../plan-files.js';
import { gridNear, planeOfSystem, planReference } from '../plan-grid.js';
import { type AnyPlan, type FlightPlan, planInputs } from '../survey-plan.js';

type ToDegrees = (point: Vec3) => readonly [longitude: number, latitude: number, height: number];

interface LinesFormat {
  /** Whether it has degrees of WGS 84; otherwise coordinates of the survey. */
  degrees: boolean;
  text(plan: FlightPlan, place: ToDegrees): string;
}

const FORMATS: Readonly<Record<LineEnding, LinesFormat>> = {
  '.geojson': { degrees: true, text: linesGeojson },
  '.kml': { degrees: true, text: linesKml },
  '.csv': { degrees: false, text: linesCsv },
};

/**
 * Writes the lines of a flight, as the scanner flies them, to a GeoJSON, KML or CSV file. Throws UserError for plans
 * without lines, for degrees of a world without a reference system, for an input, and as writeTextFile does.
 */
export async function writePlanLines(
  plan: AnyPlan,
  path: string,
  { files, force }: CreateOptions & WithFiles,
): Promise<void> {
  const ending = lineEnding(path);
  if (plan.kind !== 'als' && plan.kind !== 'uav')
    throw new UserError('--lines: drives and stations have no flight lines', { place: { file: path } });
  await refuseInput(files, path, planInputs(plan));
  const { degrees, text } = FORMATS[ending];
  const place = degrees ? await toDegrees(plan) : (point: Vec3) => point;
  return writeTextFile(files, path, text(plan, place), { force });
}

/** Longitude and latitude in WGS 84 of places of a plan; heights stay. */
async function toDegrees(plan: FlightPlan): Promise<ToDegrees> {
  const system = await planeOfSystem(await planReference(plan.source, plan.references ?? []), '--lines');
  const [x, y] = plan.lines[0].path[0];
  const grid = gridNear(system, system.grid().toDegrees(x, y), '--lines');
  return ([easting, northing, height]) => [...grid.toDegrees(easting, northing), height];
}

/** Decimals of degrees, a tenth of a millimetre or less on the ground, and of metres. */
const digits = (value: number, decimals: number): number => Number(value.toFixed(decimals)) + 0;
const degreeDigits = ([longitude, latitude, height]: readonly [number, number, number]): number[] => [
  digits(longitude, 9),
  digits(latitude, 9),
  digits(height, 3),
];

/** GeoJSON (RFC 7946): a feature for each line. */
function linesGeojson({ lines, speed }: FlightPlan, place: ToDegrees): string {
  const features = lines.map(({ name, length, time, path }) => ({
    type: 'Feature',
    properties: { name, length: digits(length, 3), time: digits(time, 3), speed: digits(speed, 3) },
    geometry: { type: 'LineString', coordinates: path.map((point) => degreeDigits(place(point))) },
  }));
  return `${JSON.stringify({ type: 'FeatureCollection', features }, undefined, 1)}\n`;
}

/** KML 2.2 (OGC 07-147r2): a placemark for each line. */
function linesKml({ lines }: FlightPlan, place: ToDegrees): string {
  const marks = lines.flatMap(({ name, path }) => [
    `    <Placemark><name>${name}</name><LineString><altitudeMode>absolute</altitudeMode><coordinates>`,
    ...path.map((point) => `      ${degreeDigits(place(point)).join(',')}`),
    '    </coordinates></LineString></Placemark>',
  ]);
  const head = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2">',
    '  <Document>',
  ];
  return [...head, ...marks, '  </Document>', '</kml>', ''].join('\n');
}

/** A row for each point of a line: its coordinates in the survey. */
function linesCsv({ lines, speed }: FlightPlan): string {
  const rows = lines.flatMap(({ name, path }) =>
    path.map((point, k) => [name, k + 1, ...point.map((value) => digits(value, 3)), digits(speed, 3)].join(',')),
  );
  return ['line,point,x,y,z,speed', ...rows, ''].join('\n');
}
