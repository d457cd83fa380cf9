import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listenTo, SURVEY, TestStudio } from './studio.js';

const TRIANGLE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';

describe('the files that a survey reads', () => {
  it('are read again when they change, with whom it concerns told, and missed at their line when they are gone', async () => {
    const text = SURVEY.replace('ground.obj', 'ground.obj, material: { file: stone.mtl, name: stone }');
    const studio = await TestStudio.open({}, text);
    studio.write('stone.mtl', 'newmtl stone\n');
    studio.write('other.obj', TRIANGLE);
    const ground = join(studio.folder, 'ground.obj');
    const triangles = async () => {
      const { events, failure } = await studio.ask('scene', { text });
      return failure ?? events.flatMap(({ view }) => (view as { triangles: number } | undefined)?.triangles ?? []);
    };
    const { answer: before } = await studio.ask('check', { text });
    expect(await triangles()).toEqual([2]);
    const events = await listenTo(studio);
    await events.heard(': listening\n\n');
    // Looked at for the first time.
    await new Promise((resolve) => setTimeout(resolve, 100));
    studio.write('other.obj', `${TRIANGLE}# changed\n`);
    writeFileSync(ground, TRIANGLE);
    await events.heard('event: files\ndata: {"changes":[{"path":"ground.obj","isThere":true}]}\n\n');
    expect(await triangles()).toEqual([1]);
    expect((await studio.ask('check', { text })).answer?.sceneKey).not.toBe(before?.sceneKey);
    rmSync(ground);
    rmSync(join(studio.folder, 'stone.mtl'));
    await events.heard('{"path":"stone.mtl","isThere":false}');
    await events.heard('{"path":"ground.obj","isThere":false}');
    expect(await triangles()).toMatchObject({
      fault: { line: 1, message: expect.stringMatching(/ground\.obj: there is no such file$/) },
    });
    expect(events.text()).not.toContain('other.obj');
    events.close();
  });
});
