import { describe, expect, it } from 'vitest';
import { dot, length, type Vec3 } from '../../src/base/vec3.js';
import { DensityGrid } from '../../src/picture/cloud/density-grid.js';
import { EyeDome } from '../../src/picture/cloud/eye-dome.js';
import { gatherOverview } from '../../src/picture/cloud/gather-overview.js';
import { percentile } from '../../src/picture/cloud/percentile.js';
import { colorizerFor } from '../../src/picture/cloud/point-colors.js';
import type { PointSource } from '../../src/picture/cloud/point-source.js';
import { cameraAxes, orthographic, perspective, pixelsPerMetre, project } from '../../src/picture/cloud/projection.js';
import { countPyramid, Spacing } from '../../src/picture/cloud/spacing.js';
import { createDepthImage, splat } from '../../src/picture/cloud/splat.js';
import { countOutside } from '../../src/picture/cloud/splat-share.js';
import { soloLooker } from '../../src/picture/crew/solo-crew.js';
import { classStyle } from '../../src/picture/raster/class-palette.js';
import { HEIGHT_RAMP, INTENSITY_RAMP, mixRgb, oklabOf, rgbOfOklab } from '../../src/picture/raster/color-ramps.js';
import { glyphOf } from '../../src/picture/raster/font.js';
import { legendFor } from '../../src/picture/raster/legend.js';
import { formatCoordinate, heightTicks, mapTicks } from '../../src/picture/raster/map-ticks.js';
import { formatLength, niceLength } from '../../src/picture/raster/scale-bar.js';
import { fitText, textWidth } from '../../src/picture/raster/text.js';
import { batchOf, cloudOf, square } from './picture-clouds.js';

describe('a camera', () => {
  it.each([
    [0, 0, -1],
    [0, 1, 0],
    [1, 0, 0],
    [0.3, -0.5, -0.2],
    [0, 0, 1],
  ])('has right-handed unit axes along %d %d %d', (x, y, z) => {
    const { right, up, forward } = cameraAxes([x, y, z]);
    for (const axis of [right, up, forward]) expect(length(axis)).toBeCloseTo(1, 12);
    expect(dot(right, up)).toBeCloseTo(0, 12);
    expect(dot(right, forward)).toBeCloseTo(0, 12);
    // right × up points at the viewer.
    expect(right[0] * up[1] - right[1] * up[0]).toBeCloseTo(-forward[2], 12);
  });

  it('sees a box from above, to scale', () => {
    const camera = orthographic({ min: [10, 20, 0], max: [30, 30, 5] }, [0, 0, -1], 200, 200);
    expect(camera.focal).toBeCloseTo(10, 12);
    expect(project(camera, [10, 30, 5]).slice(0, 2)).toEqual([0, 50]);
    expect(project(camera, [30, 20, 0])[0]).toBeCloseTo(200, 9);
    expect(project(camera, [20, 25, 5])[2]).toBeLessThan(project(camera, [20, 25, 0])[2]);
  });

  it('comes as near as it can with all points in view', () => {
    const points = Float64Array.from([0, 0, 0, 40, 0, 0, 40, 30, 10, 0, 30, 2, 20, 10, 25]);
    const camera = perspective(points, [0.5, 0.8, -0.4], 640, 360);
    const seen = Array.from({ length: 5 }, (_, i) =>
      project(camera, [...points.subarray(3 * i, 3 * i + 3)] as unknown as Vec3),
    );
    const slack = seen.flatMap(([x, y]) => [x, 640 - x, y, 360 - y]);
    expect(Math.min(...slack)).toBeGreaterThan(-1e-6);
    expect(Math.min(...slack)).toBeLessThan(1e-6);
  });

  it('shows what is twice as far half as large', () => {
    const camera = perspective(Float64Array.from([0, 0, 0, 1, 1, 1]), [0, 1, 0], 100, 100);
    expect(pixelsPerMetre(camera, 20)).toBeCloseTo(pixelsPerMetre(camera, 10) / 2, 12);
  });
});

describe('points outside of a view', () => {
  const columns = (...points: Vec3[]) => batchOf(points.map((at) => ({ at })));

  it('counts those beside an orthographic view and those without a place apart', () => {
    const camera = orthographic({ min: [0, 0, 0], max: [10, 10, 1] }, [0, 0, -1], 200, 100);
    const points = columns([5, 5, 0], [-4.9, 5, 0], [-5.1, 5, 0], [5, 10.1, 0], [Number.NaN, 5, 0], [5, 5, 99]);
    expect(countOutside(camera, points)).toBe(3);
  });

  it('counts those beside and behind a perspective camera', () => {
    const camera = perspective(Float64Array.from([0, 10, 0]), [0, 1, 0], 100, 100);
    const eye = camera.eye;
    const reach = 3 * Math.tan((17 * Math.PI) / 180);
    const at = (x: number, y: number, z: number): Vec3 => [eye[0] + x, eye[1] + y, eye[2] + z];
    expect(countOutside(camera, columns(at(0, 3, 0), at(reach * 0.99, 3, -reach * 0.99)))).toBe(0);
    expect(countOutside(camera, columns(at(reach * 1.01, 3, 0), at(0, 3, reach * 1.01), at(0, -3, 0)))).toBe(3);
  });
});

describe('a colour', () => {
  it('comes back from OKLab as it went in', () => {
    for (const color of [0, 0xffffff, 0x123456, 0xff0080, 0x00ff00]) expect(rgbOfOklab(...oklabOf(color))).toBe(color);
  });

  it.each([
    ['intensity', INTENSITY_RAMP],
    ['height', HEIGHT_RAMP],
  ])('grows ever lighter along the ramp of %s', (_name, ramp) => {
    const lightness = Array.from(ramp, (color) => oklabOf(color)[0]);
    for (let i = 1; i < lightness.length; i++) expect(lightness[i]).toBeGreaterThan(lightness[i - 1] - 0.004);
    expect(lightness[255] - lightness[0]).toBeGreaterThan(0.4);
  });

  it('mixes channel by channel', () => expect(mixRgb(0x000000, 0xff8040, 0.5)).toBe(0x804020));

  it('differs for the classes of the standard', () => {
    const used = [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 64, 65, 66, 67];
    expect(new Set(used.map((id) => classStyle(id).color)).size).toBe(used.length);
    expect(classStyle(64).name).toBe('user class 64');
    expect(classStyle(23).name).toBe('reserved 23');
  });
});

describe('a point as a disc', () => {
  const camera = orthographic({ min: [0, 0, 0], max: [10, 10, 1] }, [0, 0, -1], 100, 100);
  const at = (x: number, y: number, z: number, radius: number, normal: Vec3 = [0, 0, 0]) => ({
    count: 1,
    x: Float64Array.of(x),
    y: Float64Array.of(y),
    z: Float64Array.of(z),
    color: Uint32Array.of(0xabcdef),
    radius: Float32Array.of(radius),
    normal: Float32Array.from(normal),
    oneSided: Uint8Array.of(1),
  });
  const covered = (points: ReturnType<typeof at>) => {
    const image = createDepthImage(100, 100);
    splat(image, camera, points);
    return image.depth.reduce((count, depth) => count + (depth < Infinity ? 1 : 0), 0);
  };

  it('covers the pixel that holds the point, however small', () => {
    const image = createDepthImage(100, 100);
    splat(image, camera, at(3.14, 2.71, 1, 1e-6));
    expect(image.color.indexOf(0xabcdef)).toBe(72 * 100 + 31);
    expect(covered(at(3.14, 2.71, 1, 1e-6))).toBe(1);
  });

  it('covers the area of a disc that faces the camera', () => {
    expect(covered(at(5, 5, 1, 0.6))).toBeGreaterThan(0.85 * Math.PI * 36);
    expect(covered(at(5, 5, 1, 0.6))).toBeLessThan(1.15 * Math.PI * 36);
  });

  it('covers half of it where the disc leans by 60°', () => {
    const leaning = covered(at(5, 5, 1, 0.6, [Math.sqrt(0.75), 0, 0.5]));
    expect(leaning / covered(at(5, 5, 1, 0.6, [0, 0, 1]))).toBeCloseTo(0.5, 1);
  });

  it('slopes with its surface', () => {
    const image = createDepthImage(100, 100);
    splat(image, camera, at(5.05, 5.05, 1, 0.6, [-Math.SQRT1_2, 0, Math.SQRT1_2]));
    // A metre to the right the surface is a metre higher, nearer to the camera.
    expect(image.depth[49 * 100 + 48] - image.depth[49 * 100 + 52]).toBeCloseTo(0.4, 4);
  });

  it('is smaller far behind the middle of the subject, and no larger there than before', () => {
    const near = perspective(Float64Array.from([0, 10, 0]), [0, 1, 0], 400, 400);
    const inFront = (depth: number) => at(near.eye[0], near.eye[1] + depth, near.eye[2], depth / 10);
    const pixels = (middleDepth: number | undefined, depth: number) => {
      const image = createDepthImage(400, 400);
      splat(image, { ...near, middleDepth }, inFront(depth));
      return image.depth.reduce((count, found) => count + (found < Infinity ? 1 : 0), 0);
    };
    expect(pixels(20, 10)).toBe(pixels(undefined, 10));
    expect(pixels(20, 60) / pixels(undefined, 60)).toBeCloseTo(1 / 9, 1);
  });

  it('is not seen from behind', () => expect(covered(at(5, 5, 1, 0.6, [0, 0, -1]))).toBe(0));
  it('is not seen outside of the picture', () => expect(covered(at(25, -5, 1, 0.6))).toBe(0));
});

describe('eye-dome lighting', () => {
  const camera = orthographic({ min: [0, 0, 0], max: [16, 16, 1] }, [0, 0, -1], 16, 16);
  const lightOf = (depthAt: (x: number, y: number) => number) => {
    const image = createDepthImage(16, 16);
    for (let y = 0; y < 16; y++) for (let x = 0; x < 16; x++) image.depth[16 * y + x] = depthAt(x, y);
    const dome = new EyeDome(image, camera, { radii: [1], strength: 1, ambient: 0.3 });
    const light = new Float32Array(16 * 16);
    for (let y = 0; y < 16; y++) dome.lightRow(y, light.subarray(16 * y, 16 * (y + 1)));
    return light;
  };

  it('leaves level ground and empty pixels as they are', () => {
    expect(lightOf(() => 5).every((light) => light === 1)).toBe(true);
    expect(lightOf(() => Infinity).every((light) => light === 1)).toBe(true);
  });

  it('darkens the foot of a step, not its top', () => {
    const light = lightOf((x) => (x < 8 ? 2 : 5));
    expect(light[16 * 8 + 8]).toBeLessThan(0.7);
    expect(light[16 * 8 + 8]).toBeGreaterThanOrEqual(0.3);
    expect(light[16 * 8 + 7]).toBe(1);
    expect(light[16 * 8 + 12]).toBe(1);
  });

  it('darkens a slope far less than a step', () => {
    expect(lightOf((x) => 5 + x)[16 * 8 + 8]).toBeGreaterThan(0.85);
  });
});

const overviewOf = (source: PointSource) => gatherOverview(soloLooker(source));

describe('the look at all points', () => {
  it('counts what a cloud has, and leaves out what is not finite', async () => {
    const points = [
      ...square(2, 1, 0, { classification: 2, returnNumber: 1, instance: 7 }),
      { at: [0, Number.NaN, 0] as const },
    ];
    const overview = await overviewOf(cloudOf(batchOf(points)));
    expect(overview.pointCount).toBe(25);
    expect(overview.bounds).toEqual({ min: [-2, -2, 0], max: [2, 2, 0] });
    expect(overview.classCounts[2]).toBe(25);
    expect(overview.facing).toBeUndefined();
    const legend = legendFor('class', overview);
    expect(legend).toEqual({ kind: 'swatches', entries: [{ name: 'ground 100 %', color: classStyle(2).color }] });
  });

  it('shows semantic classes under their names, each in its colour', async () => {
    const batch = batchOf(square(2, 1, 0, {}));
    batch.semantic.set([0, 22, 22, 300], 0);
    const overview = await overviewOf(cloudOf(batch));
    const legend = legendFor('semantic', overview, undefined, { semanticNames: { 22: 'foliage' } });
    const names = legend.kind === 'swatches' ? legend.entries.map(({ name }) => name) : [];
    expect(names).toEqual(['none 88 %', 'foliage 8.0 %', 'semantic class 300 4.0 %']);
    const colors = new Uint32Array(4);
    colorizerFor('semantic', overview)({ count: 4, semantic: batch.semantic }, colors);
    expect([colors[1] === colors[2], new Set(colors).size]).toEqual([true, 3]);
  });

  it('knows whether a cloud has colours: black ones are none', async () => {
    const hasColor = async (rgb: Uint16Array | undefined) =>
      (await overviewOf(cloudOf({ ...batchOf(square(1, 1, 0)), rgb }))).hasColor;
    expect(await hasColor(undefined)).toBe(false);
    expect(await hasColor(new Uint16Array(27))).toBe(false);
    expect(await hasColor(new Uint16Array(27).fill(9, 26))).toBe(true);
  });

  it('knows how bright a cloud is', async () => {
    const dim = square(2, 0.1, 0, { energy: 2e-14, intensity: 900 });
    const bright = square(2, 0.1, 5, { energy: 8e-12, intensity: 3000 });
    const overview = await overviewOf(cloudOf(batchOf([...dim, ...bright])));
    expect(overview.intensityRange).toEqual([900, 3000]);
    expect(overview.energyRange[0]).toBeCloseTo(2e-14, 16);
    expect(overview.energyRange[1]).toBeCloseTo(8e-12, 13);
    expect(legendFor('intensity', overview)).toMatchObject({ kind: 'ramp', low: '900', high: '3000' });
    expect(legendFor('energy', overview)).toMatchObject({ kind: 'ramp', low: '20.0 fJ', high: '7.96 pJ' });
    const filmic = legendFor('energy', overview, { kind: 'hable', exposure: 2 });
    expect(filmic).toMatchObject({ kind: 'ramp', low: '0 J', high: '3.98 pJ' });
    const without = await overviewOf(cloudOf(batchOf(square(2, 1, 0))));
    expect(legendFor('energy', without)).toEqual({ kind: 'words', text: 'this cloud has no energies' });
  });

  it.each([0.05, 0.3, 2])('knows that points lie %d m apart', async (step) => {
    const { grid } = await overviewOf(cloudOf(batchOf(square(20, step, 0))));
    expect(new Spacing(countPyramid(grid)).at(0.01, 0.01, 0) / step).toBeGreaterThan(0.7);
    expect(new Spacing(countPyramid(grid)).at(0.01, 0.01, 0) / step).toBeLessThan(1.4);
  });

  it('finds percentiles', () => {
    const histogram = Float64Array.from([10, 0, 80, 0, 10]);
    expect([0.05, 0.5, 0.99].map((part) => percentile(histogram, part))).toEqual([0, 2, 4]);
    expect(percentile(new Float64Array(4), 0.5)).toBe(0);
  });

  it.each([[[1, 1, 1]], [[1000, 1, 1]], [[5000, 4000, 200]], [[0, 0, 0]], [[1e-9, 1e9, 0]]])(
    'keeps its grid over a box of %j within bounds',
    (size) => {
      const grid = new DensityGrid({ min: [0, 0, 0], max: size as [number, number, number] });
      expect(grid.counts.length).toBeLessThanOrEqual(2 ** 22);
      grid.add(size[0], size[1], size[2]);
      grid.add(1e12, -1e12, 0);
      let points = 0;
      grid.forEachOccupied((_x, _y, _z, count) => {
        points += count;
      });
      expect(points).toBe(2);
    },
  );
});

describe('a labelled axis', () => {
  it('names what a ramp shows, and its unit', async () => {
    const overview = await overviewOf(cloudOf(batchOf(square(2, 0.1, 0, { energy: 1e-13, intensity: 900 }))));
    expect(legendFor('intensity', overview)).toMatchObject({ name: 'intensity (DN)' });
    expect(legendFor('height', overview)).toMatchObject({ name: 'height' });
    const energies = { ...overview, energyRange: [1e-14, 2e-12] as const };
    expect(legendFor('energy', energies)).toMatchObject({
      low: '10.0 fJ',
      high: '2.00 pJ',
      name: 'energy, −140.0 … −117.0 dB relative to 1 J',
    });
    expect(legendFor('energy', energies, { kind: 'linear' })).toMatchObject({ name: 'energy' });
  });

  it('writes coordinates in whole metres with thin spaces', () => {
    expect(formatCoordinate(5_820_140.2)).toBe('5\u2009820\u2009140');
    expect(formatCoordinate(-1250)).toBe('−1\u2009250');
    expect(formatCoordinate(80)).toBe('80');
  });

  it('has a tick at every round coordinate of a map', () => {
    const { eastings, northings } = mapTicks({ west: 391_990, north: 5_820_060, pixelsPerMetre: 2 }, 200, 100, 50);
    expect(eastings).toEqual([
      { at: 20, label: formatCoordinate(392_000) },
      { at: 100, label: formatCoordinate(392_040) },
      { at: 180, label: formatCoordinate(392_080) },
    ]);
    expect(northings).toEqual([{ at: 40, label: formatCoordinate(5_820_040) }]);
  });

  it('has a tick at round heights of a view from the side, with the digits that tell them apart', () => {
    expect(heightTicks(2130, 2, 100, 20)).toEqual([
      { at: 100, label: '2\u2009080' },
      { at: 60, label: '2\u2009100' },
      { at: 20, label: '2\u2009120' },
    ]);
    expect(heightTicks(0.3, 100, 60, 10)).toEqual([
      { at: 50, label: '−0.2' },
      { at: 30, label: '0.0' },
      { at: expect.closeTo(10, 9), label: '0.2' },
    ]);
  });
});

describe('the font', () => {
  it('has glyphs for all that pictures write', () => {
    const box = glyphOf('\u{1f600}');
    for (const character of '…−°µ²·–×') expect(glyphOf(character), character).not.toBe(box);
    expect(textWidth('5\u2009820', 14)).toBeLessThan(textWidth('5 820', 14));
  });

  it('has a glyph of its own for every printable ASCII character', () => {
    const box = glyphOf('\u{1f600}');
    for (let code = 33; code < 127; code++)
      expect(glyphOf(String.fromCharCode(code)), String.fromCharCode(code)).not.toBe(box);
  });

  it('drops marks from letters', () => expect(glyphOf('é')).toBe(glyphOf('e')));

  it('cuts text that is too long', () => {
    const text = 'a rather long name of a file.las';
    const cut = fitText(text, 14, 120);
    expect(cut).toMatch(/^a rather.*\.\.\.$/);
    expect(textWidth(cut, 14)).toBeLessThanOrEqual(120);
    expect(fitText('short', 14, 120)).toBe('short');
  });
});

describe('a scale bar', () => {
  it.each([
    [0.99, 0.5],
    [1, 1],
    [4.9, 2],
    [73, 50],
    [2500, 2000],
  ])('takes at most %d m and is %d m long', (most, found) => expect(niceLength(most)).toBeCloseTo(found, 12));

  it.each([
    [0.002, '2 mm'],
    [0.05, '5 cm'],
    [20, '20 m'],
    [2000, '2 km'],
  ])('labels %d m with %s', (metres, text) => expect(formatLength(metres)).toBe(text));
});
