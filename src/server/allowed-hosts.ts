import { hostname, networkInterfaces } from 'node:os';

/** Hosts of this machine alone. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
/** All addresses of the machine. */
const ANY = new Set(['0.0.0.0', '::', '[::]']);

/** Whether only programs of this machine reach `host`. */
export const isLoopback = (host: string): boolean => LOOPBACK.includes(bracketed(host));

/**
 * What a browser sends as the Host of a page of ours. A name that another has led here, to read our answers as its
 * own page's, is none of them.
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
