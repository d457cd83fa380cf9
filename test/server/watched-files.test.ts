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
    const scene = async () => {
      const { events, answer } = await studio.ask('scene', { text });
      const triangles = events.flatMap(({ view }) => (view as { triangles: number } | undefined)?.triangles ?? []);
      return { triangles, faults: answer?.faults };
    };
    const { answer: before } = await studio.ask('check', { text });
    expect(await scene()).toEqual({ triangles: [2], faults: [] });
    const events = await listenTo(studio);
    await events.heard(': listening\n\n');
    // Looked at for the first time.
    await new Promise((resolve) => setTimeout(resolve, 100));
    studio.write('other.obj', `${TRIANGLE}# changed\n`);
    writeFileSync(ground, TRIANGLE);
    await events.heard('event: files\ndata: {"changes":[{"path":"ground.obj","isThere":true}]}\n\n');
    expect(await scene()).toEqual({ triangles: [1], faults: [] });
    expect((await studio.ask('check', { text })).answer?.sceneKey).not.toBe(before?.sceneKey);
    rmSync(ground);
    await events.heard('data: {"changes":[{"path":"ground.obj","isThere":false}]}\n\n');
    const fault = { line: 1, message: expect.stringMatching(/^ground\.obj: there is no such file$/) };
    expect(await scene()).toMatchObject({ triangles: [], faults: [fault] });
    rmSync(join(studio.folder, 'stone.mtl'));
    await events.heard('data: {"changes":[{"path":"stone.mtl","isThere":false}]}\n\n');
    expect(events.text()).not.toContain('other.obj');
    events.close();
  });
});
