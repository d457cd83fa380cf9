import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UserError } from '../base/errors.js';
import { errorCode } from '../base/files/file-error.js';
import { isLoopback } from './allowed-hosts.js';

/** Ports tried if any will do: one that is free at the first address may be taken at the second. */
const TRIES = 10;

/** Open servers, all at the same port. */
export interface Listening {
  port: number;
  /** Ends all connections at once. */
  close(): Promise<void>;
}

/**
 * Answers requests to `host`; for a loopback address, on all of the machine's, since a browser may take any for
 * `localhost`. `port` 0: any. Throws UserError if the address is not available.
 */
export async function listen(
  listener: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const hosts = isLoopback(host) ? ['127.0.0.1', '::1'] : [host.replace(/^\[(.*)\]$/, '$1')];
  for (let tries = 1; ; tries++) {
    const servers: Server[] = [];
    const close = () => Promise.all(servers.map(closeServer)).then(() => {});
    try {
      let taken = port;
      for (const one of hosts) {
        const server = await listenAt(listener, one, taken, hosts.length > 1);
        if (server === undefined) continue;
        servers.push(server);
        taken = (server.address() as AddressInfo).port;
      }
      if (servers.length > 0) return { port: taken, close };
      throw new UserError(`--host: this machine has no address ${hosts.join(' or ')}`);
    } catch (error) {
      await close();
      if (errorCode(error) === 'EADDRINUSE' && port === 0 && tries < TRIES) continue;
      throw faultOf(error, host, port);
    }
  }
}

/** Undefined if the machine does not have the address and `mayLack` it. */
function listenAt(
  listener: RequestListener,
  host: string,
  port: number,
  mayLack: boolean,
): Promise<Server | undefined> {
  const server = createServer(listener);
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const isLacking = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(errorCode(error) ?? '');
      if (mayLack && isLacking) resolve(undefined);
      else reject(error);
    });
    server.listen({ host, port, exclusive: true }, () => resolve(server));
  });
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** Meaning of the system's codes for the person who chose host and port. */
function faultOf(error: unknown, host: string, port: number): unknown {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new UserError(`--port: found ${port}, which another program uses`, { hint: 'leave it out: any is taken' });
    case 'EACCES':
      return new UserError(`--port: found ${port}, which the system does not allow`, { hint: 'choose one above 1023' });
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UserError(`--host: found "${host}", which is no address of this machine`);
    default:
      return error;
  }
}
