import { hostname, networkInterfaces } from 'node:os';

/** Hosts of this machine alone. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
/** All addresses of the machine. */
const ANY = new Set(['0.0.0.0', '::', '[::]']);

/** True if only programs of this machine reach `host`. */
export const isLoopback = (host: string): boolean => LOOPBACK.includes(bracketed(host));

/**
 * Hosts that a browser sends for our own pages. A foreign name that leads here, to read our answers as those of its own
 * page, is not among them.
 */
export function allowedHosts(host: string, port: number): ReadonlySet<string> {
  const names = [...LOOPBACK, ...(ANY.has(host) ? ownNames() : [bracketed(host)])].map((name) => name.toLowerCase());
  const withPort = names.map((name) => `${name}:${port}`);
  // A browser leaves out the port that is usual.
  return new Set(port === 80 ? [...names, ...withPort] : withPort);
}

/** An address as it stands in a URL. */
export const bracketed = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);

function ownNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  return [hostname(), ...addresses.map(({ address }) => bracketed(address))];
}
