import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { AbortedError, UserError } from '../../src/base/errors.js';
import type { DisplayTone } from '../../src/cloud/tone-mapping/display-tone.js';
import { drawPicture, outsideText, renderCloud } from '../../src/picture/cloud/picture.js';
import type { Drawing } from '../../src/picture/crew/crew.js';
import { soloLooker } from '../../src/picture/crew/solo-crew.js';
import { classStyle } from '../../src/picture/raster/class-palette.js';
import { DIRECTION_RAMP, INTENSITY_RAMP } from '../../src/picture/raster/color-ramps.js';
import { encodePng } from '../../src/picture/raster/png.js';
import type { Raster } from '../../src/picture/raster/raster.js';
import { batchOf, cloudOf, square } from './picture-clouds.js';

const pixel = ({ data, width }: Raster, x: number, y: number) => {
  const at = 4 * (y * width + x);
  return (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
};

/** Number of pixels of a picture with exactly this colour. */
function countPixels(raster: Raster, color: number): number {
  let count = 0;
  for (let y = 0; y < raster.height; y++)
    for (let x = 0; x < raster.width; x++) if (pixel(raster, x, y) === color) count++;
  return count;
}

const GROUND = classStyle(2).color;
const BUILDING = classStyle(6).color;
const SIZE = { width: 320, height: 240 } as const;

describe('picture of a cloud', () => {
  it('closes a level square and paints it in its class', async () => {
    const cloud = cloudOf(batchOf(square(5, 0.1, 0, { classification: 2 })));
    const picture = await renderCloud(cloud, { ...SIZE, view: 'top', color: 'class' });
    expect(pixel(picture, 160, 110)).toBe(GROUND);
    // The square fills the height between margins and legend: 171 pixels and a disc's radius each way.
    expect(countPixels(picture, GROUND)).toBeGreaterThan(165 ** 2);
    expect(countPixels(picture, GROUND)).toBeLessThan(180 ** 2);
  });

  it('shows energies by their decades unless told otherwise', async () => {
    const strip = (x: number, energy: number) =>
      square(1, 0.1, 0, { energy }).map((point) => ({ ...point, at: [point.at[0] + x, point.at[1], 0] as const }));
    const cloud = cloudOf(batchOf([...strip(-2.1, 1e-15), ...strip(0, 1e-13), ...strip(2.1, 1e-11)]));
    const middle = async (tone?: DisplayTone) =>
      pixel(await renderCloud(cloud, { ...SIZE, view: 'top', color: 'energy', tone }), 160, 110);
    expect(Math.abs(INTENSITY_RAMP.indexOf(await middle()) - 127.5)).toBeLessThan(2);
    expect(INTENSITY_RAMP.indexOf(await middle({ kind: 'linear' }))).toBe(3);
    // x = 0.112 of 11.2: f = 0.030814, over f(11.2) 0.042494, to the power of 1/2.2: 0.23813, of 255
    expect(INTENSITY_RAMP.indexOf(await middle({ kind: 'hable' }))).toBe(61);
  });

  it('shows what comes closer in blue, what goes away in red, and what has no velocity in neither', async () => {
    const strip = (x: number, radialVelocity: number) =>
      square(1, 0.1, 0, { radialVelocity }).map((point) => ({
        ...point,
        at: [point.at[0] + x, point.at[1], 0] as const,
      }));
    const strips = [
      ...strip(-4.2, -10),
      ...strip(-2.1, 5),
      ...strip(0, 10),
      ...strip(2.1, 0),
      ...strip(4.2, Number.NaN),
    ];
    const options = { ...SIZE, view: 'top', color: 'radial_velocity' } as const;
    const picture = await renderCloud(cloudOf(batchOf(strips)), options);
    const places = [45, 102, 160, 217, 275].map((x) => DIRECTION_RAMP.indexOf(pixel(picture, x, 110)));
    // From −10.05 to 10.05 m/s: bins are 5 cm/s wide.
    for (const [k, share] of [0.0025, 0.7488, 0.9975, 0.5].entries())
      expect(Math.abs(places[k] - 255 * share)).toBeLessThan(1.5);
    expect(places[4]).toBe(-1);
    const without = await renderCloud(cloudOf(batchOf(square(5, 0.1, 0))), options);
    expect(pixel(without, 160, 110)).toBe(0x6c757f);
  });

  it('looks across a slanted wall from the side, at the azimuth that was asked for', async () => {
    // A wall from the south-west to the north-east, as wide along itself as three times its height.
    const wall = square(1, 0.02, 0, { classification: 6 }).map(({ at: [u, v], ...point }) => ({
      ...point,
      at: [3 * u * Math.SQRT1_2, 3 * u * Math.SQRT1_2, v] as const,
    }));
    const options = { ...SIZE, view: 'side', color: 'class' } as const;
    const widthAt = async (azimuth: number) => {
      const picture = await renderCloud(cloudOf(batchOf(wall)), { ...options, azimuth });
      const isBuilding = (x: number, y: number) => pixel(picture, x, y) === BUILDING;
      const rows = Array.from({ length: picture.height }, (_, y) => y);
      const columns = Array.from({ length: picture.width }, (_, x) => x);
      const wide = columns.filter((x) => rows.some((y) => isBuilding(x, y))).length;
      const tall = rows.filter((y) => columns.some((x) => isBuilding(x, y))).length;
      return wide / tall;
    };
    // Straight on, to the north-west, it is three times as wide as tall, a little less by the size of its discs.
    expect(Math.abs((await widthAt((-45 * Math.PI) / 180)) / 3 - 1)).toBeLessThan(0.1);
    // From its end it is a line.
    expect(await widthAt(Math.PI / 4)).toBeLessThan(0.2);
  });

  it('shows what is behind the reference in blue, what is before it in red, and what has no distance in neither', async () => {
    const strip = (x: number, m3c2Distance: number) =>
      square(1, 0.1, 0, { m3c2Distance, classification: x > 0 ? 2 : 6 }).map((point) => ({
        ...point,
        at: [point.at[0] + x, point.at[1], 0] as const,
      }));
    const strips = [...strip(-3.2, -0.02), ...strip(-1.1, 0.01), ...strip(1.1, 0.02), ...strip(3.2, Number.NaN)];
    // It is the most telling colour.
    const picture = await renderCloud(cloudOf(batchOf(strips)), { ...SIZE, view: 'top' });
    const places = [56, 126, 196, 264].map((x) => DIRECTION_RAMP.indexOf(pixel(picture, x, 110)));
    // From −0.02 to 0.02 m, to 1 %.
    expect(places.slice(0, 3).map((place, k) => Math.abs(place - [0, 191, 255][k]) < 1.5)).toEqual([true, true, true]);
    expect(places[3]).toBe(-1);
    const without = await renderCloud(cloudOf(batchOf(square(5, 0.1, 0))), {
      ...{ ...SIZE, view: 'top', color: 'm3c2_distance' },
    });
    expect(pixel(without, 160, 110)).toBe(0x6c757f);
  });

  it('shows from above what is above', async () => {
    const low = batchOf(square(5, 0.1, 0, { classification: 2 }));
    const high = batchOf(square(2, 0.1, 3, { classification: 6 }));
    const options = { ...SIZE, view: 'top', color: 'class' } as const;
    const picture = await renderCloud(cloudOf(high, low), options);
    expect(pixel(picture, 160, 110)).toBe(BUILDING);
    expect(pixel(picture, 90, 110)).toBe(GROUND);
  });

  it('has north above and east to the right', async () => {
    const corner = square(1, 0.1, 0, { classification: 6 }).map((point) => ({
      ...point,
      at: [point.at[0] + 4, point.at[1] + 4, 0.5] as const,
    }));
    const cloud = cloudOf(batchOf([...square(5, 0.1, 0, { classification: 2 }), ...corner]));
    const picture = await renderCloud(cloud, { ...SIZE, view: 'top', color: 'class' });
    const [left, right, above, below] = [92, 228, 42, 178];
    expect(pixel(picture, right, above)).toBe(BUILDING);
    for (const [x, y] of [
      [left, above],
      [left, below],
      [right, below],
    ])
      expect(pixel(picture, x, y)).toBe(GROUND);
  });

  it('leaves out ceilings that are seen from behind', async () => {
    const floor = square(5, 0.1, 0, { classification: 2, normal: [0, 0, 1] });
    const ceiling = square(5, 0.1, 3, { classification: 6, normal: [0, 0, -1] });
    const options = { ...SIZE, view: 'top', color: 'class' } as const;
    const seen = await renderCloud(cloudOf(batchOf([...floor, ...ceiling])), options);
    const alone = await renderCloud(cloudOf(batchOf(floor)), options);
    expect(pixel(seen, 160, 110)).toBe(pixel(alone, 160, 110));
  });

  it('darkens the ground beside a step', async () => {
    const block = square(2, 0.1, 3, { classification: 6 });
    const cloud = cloudOf(batchOf([...square(5, 0.1, 0, { classification: 2 }), ...block]));
    const picture = await renderCloud(cloud, { ...SIZE, view: 'top', color: 'class' });
    const green = (x: number) => (pixel(picture, x, 110) >> 8) & 255;
    expect(green(160 - 38)).toBeLessThan(0.8 * ((GROUND >> 8) & 255));
    expect(green(160 - 65)).toBe((GROUND >> 8) & 255);
  });

  it('is not made small by a few points far off', async () => {
    const points = square(5, 0.1, 0, { classification: 2 });
    const strays = [{ at: [500, 400, 90] as const }, { at: [-700, 3, -40] as const }];
    const picture = await renderCloud(cloudOf(batchOf([...points, ...strays])), {
      ...SIZE,
      view: 'top',
      color: 'class',
    });
    expect(countPixels(picture, GROUND)).toBeGreaterThan(120 ** 2);
  });

  it('comes as close to a subject in perspective whether or not a few points lie far in front of it', async () => {
    const field = square(20, 0.25, 0, { classification: 2 });
    const strays = [-30, -28, 30].map((x) => ({ at: [x, -x / 2, -8] as const, classification: 7 }));
    const options = { ...SIZE, view: 'perspective', color: 'class' } as const;
    const alone = countPixels(await renderCloud(cloudOf(batchOf(field)), options), GROUND);
    const withStrays = countPixels(await renderCloud(cloudOf(batchOf([...field, ...strays])), options), GROUND);
    expect(withStrays / alone).toBeGreaterThan(0.9);
  });

  it('shows all of a field in perspective', async () => {
    const outside: number[] = [];
    const crew = soloLooker(cloudOf(batchOf(square(20, 0.25, 0))));
    const draw = async (drawing: Drawing) => {
      outside.push(...(await crew.draw(drawing)));
      return outside;
    };
    await drawPicture({ ...crew, draw }, { ...SIZE, view: 'perspective' });
    expect(outside).toEqual([0]);
  });

  it('looks from where the camera stands', async () => {
    const wall = (x: number, classification: number) =>
      square(2, 0.1, 0, { classification }).map(({ at: [y, z] }) => ({ at: [x, y, z] as const, classification }));
    const cloud = cloudOf(batchOf([...wall(-5, 2), ...wall(5, 6)]));
    const seen = async (azimuth: number) => {
      const camera = { eye: [0, 0, 0] as const, azimuth, elevation: 0 };
      const picture = await renderCloud(cloud, { ...SIZE, view: 'perspective', color: 'class', camera });
      return pixel(picture, 160, 110);
    };
    expect([await seen(Math.PI / 2), await seen(-Math.PI / 2)]).toEqual([BUILDING, GROUND]);
  });

  it('has coordinates along the edges of a view from above, and names their system', async () => {
    const cloud = cloudOf(batchOf(square(50, 1, 0, { classification: 2 })));
    const options = { width: 640, height: 480, color: 'class', title: 'a' } as const;
    for (const [view, changes] of [
      ['top', true],
      ['side', false],
    ] as const) {
      const plain = await renderCloud(cloud, { ...options, view });
      const mapped = await renderCloud(cloud, { ...options, view, crs: 'DHDN / 3-degree Gauss-Kruger zone 3' });
      const rows = (raster: Raster, from: number, to: number) => raster.data.subarray(from * 2560, to * 2560);
      expect(Buffer.compare(rows(plain, 0, 20), rows(mapped, 0, 20)), 'the title').not.toBe(0);
      expect(Buffer.compare(rows(plain, 50, 480), rows(mapped, 50, 480)) !== 0).toBe(changes);
    }
  });

  it('says in each view how many points lie outside of it', async () => {
    const points = square(5, 0.1, 0, { classification: 2 });
    const strays = [
      { at: [9, 500, 90] as const },
      { at: [-700, 9, -40] as const },
      { at: [0, Number.NaN, 0] as const },
    ];
    const outside: number[] = [];
    const crew = soloLooker(cloudOf(batchOf([...points, ...strays])));
    const draw = async (drawing: Drawing) => {
      outside.push(...(await crew.draw(drawing)));
      return outside;
    };
    const said = await drawPicture({ ...crew, draw }, { ...SIZE, view: 'all', color: 'class' });
    expect(outside.slice(1)).toEqual([2, 2]);
    const silent = await drawPicture({ ...crew, draw: async (drawing) => (await draw(drawing)).fill(0) }, SIZE);
    expect(Buffer.compare(said.data, silent.data)).not.toBe(0);
    expect(outsideText(0, 68_000)).toBe('');
    expect(outsideText(1, 68_000)).toBe('1 point (<0.1 %) outside');
    expect(outsideText(2140, 680_000)).toBe('2,140 points (0.3 %) outside');
  });

  it('gives the same bytes however the points come in batches', async () => {
    const points = square(5, 0.2, 0).map((point, i) => ({
      ...point,
      intensity: i % 997,
      normal: [0, 0.6, 0.8] as const,
    }));
    const whole = await renderCloud(cloudOf(batchOf(points)), { ...SIZE, color: 'intensity' });
    const parts = await renderCloud(cloudOf(batchOf(points.slice(0, 100)), batchOf(points.slice(100))), {
      ...SIZE,
      color: 'intensity',
    });
    expect(Buffer.compare(whole.data, parts.data)).toBe(0);
  });

  it.each(['top', 'side', 'perspective', 'all'] as const)(
    'draws %s of an empty cloud, of one point, of a line',
    async (view) => {
      for (const points of [[], square(0, 1, 4), square(3, 1, 0).filter(({ at }) => at[0] === 0)]) {
        const picture = await renderCloud(cloudOf(batchOf(points)), { ...SIZE, view, title: 'é — 点' });
        expect(picture.data).toHaveLength(4 * SIZE.width * SIZE.height);
        expect(picture.data.every((value, i) => i % 4 !== 3 || value === 255)).toBe(true);
      }
    },
  );

  it.each(['intensity', 'class', 'return', 'height', 'instance', 'rgb', 'auto'] as const)(
    'colours by %s',
    async (color) => {
      const points = square(5, 0.2, 0).map((point, i) => ({
        ...point,
        instance: i,
        returnNumber: i % 16,
        classification: i % 256,
      }));
      const nowhere = [{ at: [Number.NaN, 0, 0] as const }, { at: [1e308, -1e308, 0] as const }];
      const cloud = cloudOf(batchOf([...points, ...nowhere]));
      const picture = await renderCloud(cloud, { ...SIZE, color, background: 'light' });
      expect(picture.width * picture.height).toBe(320 * 240);
    },
  );

  it.each([
    [0, 100],
    [100.5, 200],
    [5000, 200],
    [Number.NaN, 200],
  ])('refuses a picture of %d × %d pixels', async (width, height) => {
    await expect(renderCloud(cloudOf(), { width, height })).rejects.toThrow(UserError);
  });

  it('stops when it is told to', async () => {
    const controller = new AbortController();
    controller.abort();
    const cloud = cloudOf(batchOf(square(1, 1, 0)));
    await expect(renderCloud(cloud, { ...SIZE, signal: controller.signal })).rejects.toThrow(AbortedError);
  });

  it('becomes a PNG file that others can read', async () => {
    const picture = await renderCloud(cloudOf(batchOf(square(5, 0.2, 0))), SIZE);
    const decoded = decode(encodePng(picture));
    expect([decoded.width, decoded.height, decoded.channels, decoded.depth]).toEqual([320, 240, 3, 8]);
    const at = 3 * (110 * 320 + 160);
    expect([...decoded.data.subarray(at, at + 3)]).toEqual([...picture.data.subarray((4 * at) / 3, (4 * at) / 3 + 3)]);
  });
});
