import { spawn } from 'node:child_process';
import { platform } from 'node:os';

/** The program that opens an address in the user's browser; undefined where there is no display. */
export function browserCommand(
  address: string,
  system: NodeJS.Platform = platform(),
  env: NodeJS.ProcessEnv = process.env,
): [program: string, ...words: string[]] | undefined {
  if (system === 'darwin') return ['open', address];
  // It takes no shell, unlike start.
  if (system === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open', address] : undefined;
}

/** Opens an address in the user's browser; does nothing where that cannot be done. */
export function openBrowser(address: string): void {
  const command = browserCommand(address);
  if (command === undefined) return;
  const [program, ...words] = command;
  spawn(program, words, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
