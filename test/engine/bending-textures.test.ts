import { beforeAll, describe, expect, it } from 'vitest';
import { compose, invert, transformPoint, translation } from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { Point, WHITE } from '../../src/device/records.generated.js';
import type { Scattering } from '../../src/material/scattering.js';
import type { Scene } from '../../src/scene/scene.js';
import { bendingScreens, texelOfScreen } from '../support/coloured-movers.js';
import { ENGINES, type OpenEngine } from '../support/engines.js';
import { inLong } from '../support/long-run.js';
import { bodyAt, shapeAt } from '../support/movers.js';
import { moverInput, TURN_AT_STATION } from '../support/moving-surveys.js';
import { lambert } from '../support/scenes.js';

const FIELDS = Point.SIZE / 4;
/** Of those of a turn of the head. */
const PULSES = 20_000;
/** Seconds of the scene's clock at the leg's start. */
const START = 0.31;

interface Seen {
  pulse: number;
  /** Index of its instance. */
  instance: number;
  position: Vec3;
  time: number;
  /** Red, green and blue of the texel. */
  texel: number;
  /** Energy, less the effects of range and incidence. */
  brightness: number;
}

/** Single returns of a leg. */
async function pointsOf(scene: Scene, open: OpenEngine): Promise<Seen[]> {
  const survey = { scene, leg: TURN_AT_STATION, sceneTime: START, colors: { kind: 'base' } } as const;
  const { device, settings, program } = await moverInput(survey);
  const engine = await open(device);
  const found: Seen[] = [];
  for await (const { outputs } of engine.trace(settings, program, { range: { first: 0, end: PULSES } })) {
    const words = outputs.points.words.slice();
    const floats = new Float32Array(words.buffer);
    for (let at = 0; at < words.length; at += FIELDS) {
      const f32 = (field: number) => floats[at + field / 4];
      found.push({
        pulse: words[at + Point.pulse / 4],
        instance: words[at + Point.surface / 4],
        position: [0, 4, 8].map((k) => f32(Point.position + k)) as unknown as Vec3,
        time: START + f32(Point.timeHigh) + f32(Point.timeLow),
        texel: words[at + Point.color / 4] & WHITE,
        brightness: (f32(Point.energy) * f32(Point.range) ** 2) / f32(Point.incidenceCosine),
      });
    }
  }
  await engine.close();
  return found;
}

/** The texture coordinates of a place on a mover at a time, in f64. */
function uvAt(scene: Scene, { instance, position, time }: Seen): [number, number] {
  const { mesh, transform, motion } = scene.instances[instance];
  const { uvs, origin } = scene.meshes[mesh];
  const own = scene.motions?.[motion ?? 0];
  const body = own && bodyAt(own, time);
  if (!uvs || !body) throw new Error('it has no texture coordinates');
  const toMesh = invert(compose(body, compose(transform, translation(origin))));
  const place = transformPoint(toMesh, position);
  const { positions, indices } = shapeAt(scene.meshes[mesh], own, time);
  let [nearest, found] = [Infinity, [0, 0] as [number, number]];
  for (let k = 0; k < indices.length; k += 3) {
    const corners = [0, 1, 2].map((c) => indices[k + c]);
    const { shares, off } = sharesAt(
      corners.map((v) => [0, 1, 2].map((axis) => positions[3 * v + axis]) as unknown as Vec3),
      place,
    );
    if (off >= nearest) continue;
    nearest = off;
    found = [0, 1].map((axis) => corners.reduce((sum, v, c) => sum + shares[c] * uvs[2 * v + axis], 0)) as [
      number,
      number,
    ];
  }
  return found;
}

/** The shares of the corners of a triangle at a place, and how far it is from the triangle. */
function sharesAt([a, b, c]: Vec3[], place: Vec3): { shares: Vec3; off: number } {
  const minus = (p: Vec3, q: Vec3): Vec3 => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
  const times = (p: Vec3, q: Vec3) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const [e, f, p] = [minus(b, a), minus(c, a), minus(place, a)];
  const [ee, ef, ff, pe, pf] = [times(e, e), times(e, f), times(f, f), times(p, e), times(p, f)];
  const square = ee * ff - ef * ef;
  const [y, z] = [(pe * ff - pf * ef) / square, (pf * ee - pe * ef) / square];
  const outside = Math.max(0, -y, -z, y + z - 1);
  const away = p.map((value, axis) => value - y * e[axis] - z * f[axis]);
  return { shares: [1 - y - z, y, z], off: Math.hypot(...away) + outside };
}

const WHOLE = { clip: 'bends', cutOut: false } as const;

// A GPU in software compiles for a minute; test/parity has both engines in one world.
describe.each(inLong(ENGINES, ENGINES.slice(0, 1)))('pictures on bodies that bend, on the %s', (_, there, open) => {
  let whole: Seen[] = [];
  const scene = bendingScreens(WHOLE);
  beforeAll(async () => {
    if (there) whole = await pointsOf(scene, open);
  });

  it.skipIf(!there)('have the texels where f64 finds them at the time of the pulse', () => {
    const seen = { right: 0, wrong: 0 };
    for (const point of whole) {
      if (point.instance !== 1 && point.instance !== 2) continue;
      const texel = texelOfScreen(...uvAt(scene, point));
      if (!texel) continue;
      const [red, green, blue] = texel;
      seen[point.texel === (red | (green << 8) | (blue << 16)) >>> 0 ? 'right' : 'wrong']++;
    }
    expect(seen.wrong).toBe(0);
    expect(seen.right).toBeGreaterThan(500);
  });

  it.skipIf(!there)('scale the energy where they hold reflectances', () => {
    const ratios: number[] = [];
    for (const point of whole) {
      const texel = point.instance === 3 ? texelOfScreen(...uvAt(scene, point)) : undefined;
      if (texel?.[0]) ratios.push(point.brightness / texel[0]);
    }
    expect(ratios.length).toBeGreaterThan(200);
    expect(Math.max(...ratios) / Math.min(...ratios)).toBeLessThan(1.001);
  });

  it.skipIf(!there)('let light through their holes', async () => {
    const cut = await pointsOf(bendingScreens({ ...WHOLE, cutOut: true }), open);
    const kept = new Map(cut.map((point) => [point.pulse, point.position]));
    const seen = { opaque: 0, hole: 0, wrong: 0 };
    for (const point of whole) {
      if (point.instance !== 1 && point.instance !== 2) continue;
      const texel = texelOfScreen(...uvAt(scene, point));
      if (!texel) continue;
      const isOpaque = texel[3] === 255;
      seen[isOpaque ? 'opaque' : 'hole']++;
      // Behind a hole may lie another fold of the screen.
      const other = kept.get(point.pulse);
      const isKept = other?.every((value, axis) => Math.abs(value - point.position[axis]) < 1e-3) ?? false;
      if (isKept !== isOpaque) seen.wrong++;
    }
    expect(seen.wrong).toBe(0);
    expect(seen.hole).toBeGreaterThan(100);
    expect(seen.opaque).toBeGreaterThan(2 * seen.hole);
  });

  it.skipIf(!there)('are those of a body without a clip, if the clip leaves it as it is', async () => {
    const brushed: Scattering = { model: 'ward', diffuse: 0.2, specular: 0.3, roughness: [0.1, 0.5] };
    const scatterings = [lambert(0.3), brushed, lambert(0.7)];
    const [stiff, none] = [
      await pointsOf(bendingScreens({ clip: 'stiff', cutOut: true, scatterings }), open),
      await pointsOf(bendingScreens({ clip: 'none', cutOut: true, scatterings }), open),
    ];
    const others = new Map(none.map((point) => [point.pulse, point]));
    let [off, dimmer] = [0, 0];
    for (const point of stiff) {
      const other = others.get(point.pulse);
      if (other?.instance !== point.instance || other.texel !== point.texel) off++;
      else dimmer = Math.max(dimmer, Math.abs(point.brightness / other.brightness - 1));
    }
    expect(off / stiff.length).toBeLessThan(1e-3);
    expect(dimmer).toBeLessThan(1e-3);
  });
});
