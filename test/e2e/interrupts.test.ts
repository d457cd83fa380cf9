import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Running, surveyText, workplace } from './subray.js';

const place = workplace();
// Minutes of scanning, if nobody stopped it.
place.write(
  'long.yaml',
  surveyText({
    scene: '{ parts: [ { generate: { kind: terrain, triangles: 20000 } } ] }',
    scanner: 'velodyne-hdl-64e',
    legs: '[ { position: [0, 0, 20], duration: 300 } ]',
    output: '[ cloud.las, cloud.csv ]',
  }),
);

/** Names of the unfinished files in `folder`; empty before there are any. */
function unfinished(folder: string): string[] {
  const [staging] = place.names(folder);
  const inner = staging === undefined ? undefined : `${folder}/${staging}/new`;
  return inner !== undefined && existsSync(join(place.path, inner)) ? place.names(inner) : [];
}

/** Waits until both clouds have been begun in `folder`. */
async function begun({ outcome }: Running, folder: string): Promise<void> {
  let isOver = false;
  void outcome.then(() => {
    isOver = true;
  });
  while (unfinished(folder).length < 3 && !isOver) await wait(10);
  await wait(100);
}

describe.skipIf(process.platform === 'win32')('a run that is stopped (skipped on Windows: it has no signals)', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('leaves nothing after %s, and ends with %d', async (signal, expected) => {
    place.folder(signal);
    const running = place.start('run', 'long.yaml', '--out', signal, '--json');
    await begun(running, signal);
    expect(unfinished(signal)).toEqual(['cloud.csv', 'cloud.labels.json', 'cloud.las']);
    running.child.kill(signal);
    const { code, stdout, stderr } = await running.outcome;
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).toMatch(/\nsubray: stopped before the end; nothing was written under the final names\n$/);
    expect(place.names(signal)).toEqual([]);
  });

  it('ends in order when npx hands the same Ctrl-C on once more', async () => {
    place.folder('twice');
    const running = place.start('run', 'long.yaml', '--out', 'twice');
    await begun(running, 'twice');
    running.child.kill('SIGINT');
    await wait(5);
    running.child.kill('SIGINT');
    const { code, stderr } = await running.outcome;
    expect(code).toBe(130);
    expect(stderr).toContain('subray: stopped before the end');
    expect(place.names('twice')).toEqual([]);
  });

  it('leaves nothing when it is stopped before it has begun to scan', async () => {
    place.folder('early');
    const running = place.start('run', 'long.yaml', '--out', 'early');
    await wait(60);
    running.child.kill('SIGINT');
    const { code } = await running.outcome;
    // Nobody listens yet while the program is being loaded: the signal itself ends it.
    expect([null, 130]).toContain(code);
    expect(place.names('early')).toEqual([]);
  });
});
