import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/cli.js';
import { browserCommand } from '../../src/cli/open-browser.js';
import type { StudioServerOptions } from '../../src/server/studio-server.js';
import { FakeContext, subray } from './fakes.js';

/** Runs the command until Ctrl-C; returns its requests to a fake server. */
async function untilInterrupted(argv: string[], isLocal = true) {
  const asked: StudioServerOptions[] = [];
  let closed = 0;
  const context: FakeContext = new FakeContext({
    openStudioServer: async (options = {}) => {
      asked.push(options);
      setTimeout(() => context.interrupt(), 20);
      return { address: 'http://127.0.0.1:8/#token=abc', isLocal, close: async () => void closed++ };
    },
  });
  const code = await runCli(['studio', '--no-open', ...argv], context);
  return { code, asked, closed, stdout: context.stdout.text, stderr: context.stderr.text };
}

describe('subray studio', () => {
  it('prints the address, and ends well with Ctrl-C', async () => {
    const { code, asked, closed, stdout, stderr } = await untilInterrupted([
      'survey.yaml',
      '--port',
      '8080',
      '--runs',
      'clouds',
    ]);
    expect([code, closed, stdout]).toEqual([0, 1, 'http://127.0.0.1:8/#token=abc\n']);
    expect(asked).toEqual([{ survey: 'survey.yaml', host: '127.0.0.1', runs: 'clouds', port: 8080 }]);
    expect(stderr).toBe('\nstopping; once more ends at once\n');
  });

  it('needs no survey', async () => {
    expect((await untilInterrupted([])).asked).toEqual([{ host: '127.0.0.1' }]);
  });

  it('warns where others can reach it', async () => {
    const { stderr, asked } = await untilInterrupted(['--host', '0.0.0.0'], false);
    expect(stderr).toMatch(/^warning: others in the network can reach this server/);
    expect(asked[0].host).toBe('0.0.0.0');
  });

  it.each([
    [['studio', 'survey.xml'], /the studio opens surveys in YAML[\s\S]*subray run/],
    [['studio', ''], /found an empty name, expected the path of a survey/],
    [['studio', '-'], /standard input is not read/],
    [['studio', '--port', '65536'], /--port: found "65536", expected a whole number from 0 to 65535/],
    [['studio', '--port', 'http'], /--port: found "http"/],
    [['studio', '--host', ''], /--host: found an empty name/],
    [['studio', 'none.yaml', '--no-open'], /none\.yaml: cannot read: there is no such file/],
    [['studio', 'a.yaml', 'b.yaml'], /b\.yaml/],
  ])('refuses %j', async (argv, words) => {
    const { code, stdout, stderr } = await subray(argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(words);
  });
});

describe('the browser', () => {
  it('is opened by the program of the system, without a shell', () => {
    const address = 'http://127.0.0.1:8/#token=a;b&c';
    expect(browserCommand(address, 'darwin', {})).toEqual(['open', address]);
    expect(browserCommand(address, 'win32', {})).toEqual(['rundll32', 'url.dll,FileProtocolHandler', address]);
    expect(browserCommand(address, 'linux', { DISPLAY: ':0' })).toEqual(['xdg-open', address]);
    expect(browserCommand(address, 'linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open', address]);
    expect(browserCommand(address, 'linux', {})).toBeUndefined();
  });
});
