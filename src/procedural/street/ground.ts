import { MeshBuilder } from '../mesh-builder.js';
import { fractalNoise } from '../noise.js';
import type { MaterialName } from '../palette.js';
import { face, grid } from '../shapes.js';
import { KERB_HEIGHT, type StreetLine, type StreetSection } from './street-line.js';

/** One longitudinal line of the cross-section, with the labels of the strip to its left. */
interface ProfileLine {
  left: number;
  drop: number;
  object: string;
  group: string;
  material: MaterialName;
}

/** Thickness of a thermoplastic marking. */
const MARKING_HEIGHT = 0.004;
const MARKING_WIDTH = 0.12;
const DASH = 3;
const GAP = 6;
/** Every patch of a lane line is one quadrilateral of at most this length, so that it follows the road. */
const MARKING_STEP = 0.5;

/**
 * Carriageway, kerbs, pavements and gardens as one closed surface of about `triangles` triangles, objects
 * `carriageway_001`, `kerb_001`, `kerb_002`, and so on.
 */
export function buildGround(line: StreetLine, triangles: number): MeshBuilder {
  const builder = new MeshBuilder('street_ground');
  const columns = Math.max(8, Math.round(Math.sqrt((triangles / 2) * (line.length / (4 * line.section.end)))));
  const profile = crossSection(line.section, Math.max(1, Math.round((triangles / 2 / columns - 13) / 10)));
  grid(
    builder,
    columns,
    profile.length - 1,
    (column, row) => {
      const along = (column / columns - 0.5) * line.length;
      const { left, drop } = profile[row];
      return [...line.point(along, left), line.height(along, left) - drop];
    },
    (column, row) => {
      const { group, material, object, left } = profile[row];
      const along = ((column + 0.5) / columns - 0.5) * line.length;
      const bare = group === 'lawn' && fractalNoise(along / 6, left / 6, 7, 3) > 0.22;
      builder.object(object).part(bare ? 'bed' : group, bare ? 'soil' : material);
    },
  );
  return builder;
}

/** Lines of the cross-section from right to left; lawns get 4 · `density` strips, the other parts fewer. */
function crossSection(section: StreetSection, density: number): ProfileLine[] {
  const { kerb, kerbBack, pavement, end } = section;
  const lines: ProfileLine[] = [];
  const strips = (from: number, to: number, count: number, object: string, group: string, material: MaterialName) => {
    for (let i = 0; i < count; i++)
      lines.push({ left: from + ((to - from) * i) / count, drop: 0, object, group, material });
  };
  const kerbStone = (left: number, drop: number, object: string) =>
    lines.push({ left, drop, object, group: 'kerb', material: 'kerb' });
  strips(-end, -pavement, density * 4, 'garden_001', 'lawn', 'grass');
  strips(-pavement, -kerbBack, density, 'pavement_001', 'paving', 'paving');
  kerbStone(-kerbBack, 0, 'kerb_001');
  kerbStone(-kerb, 0, 'kerb_001');
  lines.push({ left: -kerb, drop: KERB_HEIGHT, object: 'carriageway_001', group: 'asphalt', material: 'asphalt' });
  const lanes = Math.max(2, density * 2);
  for (let i = 1; i < lanes; i++)
    lines.push({
      left: -kerb + (2 * kerb * i) / lanes,
      drop: 0,
      object: 'carriageway_001',
      group: 'asphalt',
      material: 'asphalt',
    });
  kerbStone(kerb, KERB_HEIGHT, 'kerb_002');
  kerbStone(kerb, 0, 'kerb_002');
  strips(kerbBack, pavement, density, 'pavement_002', 'paving', 'paving');
  strips(pavement, end, density * 4, 'garden_002', 'lawn', 'grass');
  lines.push({ left: end, drop: 0, object: 'garden_002', group: 'lawn', material: 'grass' });
  return lines;
}

/** Centre dashes, the lines of the parking bays and a zebra crossing, each marking an object `marking_001` … */
export function buildMarkings(line: StreetLine, nextName: (kind: string) => string): MeshBuilder {
  const builder = new MeshBuilder('street_markings');
  const half = line.length / 2;
  const lane = (2 * line.section.lane) / line.lanes;
  for (let k = 1; k < line.lanes; k++)
    for (let along = -half + 1; along + DASH < half; along += DASH + GAP) {
      builder.object(nextName('marking')).part('centre_line', 'road_marking');
      drawStripe(builder, line, along, along + DASH, k * lane - line.section.lane, MARKING_WIDTH);
    }
  for (const side of [-1, 1])
    for (let along = -half + 2; along + 1 < half; along += 3) {
      builder.object(nextName('marking')).part('lane_line', 'road_marking');
      drawStripe(builder, line, along, along + 1, side * line.section.lane, MARKING_WIDTH);
    }
  drawCrossing(builder, line, half * 0.45, nextName);
  return builder;
}

/** A zebra crossing: stripes of 0.5 m and gaps of 0.5 m, 3 m wide. */
function drawCrossing(builder: MeshBuilder, line: StreetLine, along: number, nextName: (kind: string) => string): void {
  builder.object(nextName('marking')).part('crossing', 'road_marking');
  for (let left = -line.section.lane + 0.5; left < line.section.lane; left += 1)
    drawStripe(builder, line, along, along + 3, left, 0.5);
}

/** A strip of paint parallel to the street, just above the asphalt. */
function drawStripe(
  builder: MeshBuilder,
  line: StreetLine,
  from: number,
  to: number,
  left: number,
  width: number,
): void {
  const steps = Math.ceil((to - from) / MARKING_STEP);
  const point = (along: number, offset: number): [number, number, number] => [
    ...line.point(along, offset),
    line.height(along, offset) + MARKING_HEIGHT,
  ];
  for (let i = 0; i < steps; i++) {
    const a = from + ((to - from) * i) / steps;
    const b = from + ((to - from) * (i + 1)) / steps;
    // Two halves: the centre line lies over the crown.
    for (const [low, high] of [
      [left - width / 2, left],
      [left, left + width / 2],
    ])
      face(builder, point(a, low), point(b, low), point(b, high), point(a, high));
  }
}
