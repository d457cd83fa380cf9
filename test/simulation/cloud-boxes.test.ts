import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boxesOf, CUBOIDS, runYard, withinBox, yardSurvey } from './frames/yard.js';

interface Box {
  instance: number;
  name: string;
  classes: number[];
  semantics: string[];
  centre: number[];
  size: number[];
  heading: number;
  points: number;
}

const OUTPUT = 'output: [ { file: cloud.npy, boxes: true } ]';

const messageOf = (sections: Record<string, string>): Promise<string> =>
  yardSurvey(sections).then(
    () => 'it is taken',
    (error: { format(): string }) => error.format(),
  );

describe('the boxes of a cloud', () => {
  it('are those of the objects that it has points of, in the world, with the number of these', async () => {
    const { folder, cloud, labels } = await runYard({ output: OUTPUT });
    const boxes: Box[] = JSON.parse(readFileSync(join(folder, 'cloud.boxes.json'), 'utf8')).boxes;
    const counts = new Map<number, number>();
    for (const { instance } of cloud) counts.set(instance, (counts.get(instance) ?? 0) + 1);
    expect(boxes.map(({ instance, points }) => [instance, points])).toEqual([...counts].sort(([a], [b]) => a - b));
    for (const { instance, name, centre, size, heading } of boxes) {
      expect(name).toBe(labels.instances[instance]);
      const cuboid = CUBOIDS[name.split('/')[1] as keyof typeof CUBOIDS];
      if (cuboid) expect(size).toEqual(cuboid.size.map((side) => expect.closeTo(side, 4)));
      const outside = cloud.filter(
        (point) =>
          point.instance === instance &&
          withinBox({ centre, heading }, point.at as [number, number, number]).some(
            (value, axis) => Math.abs(value) > size[axis] / 2 + 1e-3,
          ),
      );
      expect(outside, name).toEqual([]);
    }
    const car = boxes.find(({ name }) => name.endsWith('car_1'));
    expect(car).toMatchObject({ classes: [1], semantics: ['car', 'glass'] });
    expect(boxes.map(({ name }) => name.split('/')[1])).not.toContain('car_3');
  });

  it('are the same as those of frames', async () => {
    const { folder } = await runYard({ output: OUTPUT, frames: 'frames: { dataset: pointcept, folder: f }' });
    const { boxes } = JSON.parse(readFileSync(join(folder, 'cloud.boxes.json'), 'utf8')) as { boxes: Box[] };
    const frames = [0, 1].map((frame) => boxesOf(join(folder, 'f'), frame).boxes);
    for (const box of frames[0]) {
      const own = boxes.find(({ instance }) => instance === box.instance);
      const points = frames.map((listed) => listed.find(({ instance }: Box) => instance === box.instance).points);
      expect(own?.points ?? 0).toBe(points[0] + points[1]);
      if (own)
        expect({ centre: own.centre, heading: own.heading }).toMatchObject({
          centre: box.world.centre,
          heading: box.world.heading,
        });
    }
  });

  it('are not written where nobody asks', async () => {
    const { folder } = await runYard({});
    expect(existsSync(join(folder, 'cloud.boxes.json'))).toBe(false);
  });

  it('are refused for files of legs, and in coordinates of the sensor', async () => {
    const by = await messageOf({ output: 'output: [ { file: "%s.las", by: leg, boxes: true } ]' });
    expect(by).toContain('output[0].boxes: found true, expected false, or no by');
    const sensor = await messageOf({ output: OUTPUT, coordinates: 'coordinates: sensor' });
    expect(sensor).toContain('output[0].boxes: found true, expected false, or coordinates: world');
  });
});
