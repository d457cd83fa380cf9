import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { allowedHosts } from '../../src/server/allowed-hosts.js';
import { isToken } from '../../src/server/token.js';
import { encodeWhole } from '../../src/workbench/wire.js';
import { type Asking, SURVEY, TestStudio } from './studio.js';

const studio = await TestStudio.open();
const { port, token } = studio;

/** All that can be asked for. */
const CALLS: [string, Asking][] = [
  ['ask/check', { method: 'POST', body: encodeWhole({ text: SURVEY }) }],
  ['file/run/cloud.las', {}],
  ['document', {}],
  ['document', { method: 'PUT', body: 'a: 1', headers: { 'If-Match': '"none"' } }],
  ['files', {}],
  ['events', {}],
  ['save', { method: 'POST', body: encodeWhole({ run: 'run' }) }],
  ['source/a.obj', { method: 'PUT', body: 'v 0 0 0' }],
  ['source', {}],
  ['source/a.obj', { method: 'DELETE' }],
  ['nothing', {}],
];

describe('a client with the token', () => {
  it('is answered, by each of the names of this machine', async () => {
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`])
      expect((await studio.api('files', { headers: { Host: host, Origin: `http://${host}` } })).status, host).toBe(200);
    expect((await studio.api('files')).status).toBe(200);
  });

  const hasIpv6 = Object.values(networkInterfaces()).some((found) => found?.some(({ address }) => address === '::1'));
  it.skipIf(!hasIpv6)('is answered at both loopback addresses (skipped where there is no ::1)', async () => {
    const answer = await fetch(`http://[::1]:${port}/api/files`, { headers: { 'X-Subray-Token': token } });
    expect(answer.status).toBe(200);
  });

  it('finds it in the fragment of the address, which is sent to nobody, 24 bytes long', () => {
    expect(studio.server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32}$/);
  });
});

describe('a client without the token', () => {
  it.each(CALLS)(
    'is told nothing at /api/%s, whether there is something or not',
    async (path, { headers, ...asking }) => {
      for (const wrong of [undefined, '', 'wrong', token.slice(1), `${token}a`, token.toUpperCase()]) {
        const sent = { ...headers, ...(wrong !== undefined && { 'X-Subray-Token': wrong }) };
        const { status, text } = await studio.send(`/api/${path}`, { ...asking, headers: sent });
        expect(status, wrong).toBe(401);
        expect(JSON.parse(text).message).toBe('the page does not have the token of this server');
      }
    },
  );

  it('cannot give it in the address or as a cookie', async () => {
    expect((await studio.send(`/api/files?token=${token}`)).status).toBe(401);
    expect((await studio.send(`/api/files?x-subray-token=${token}`)).status).toBe(401);
    expect((await studio.send('/api/files', { headers: { Cookie: `X-Subray-Token=${token}` } })).status).toBe(401);
  });

  it('gets the page, which holds no secret', async () => {
    const { status, text } = await studio.send('/');
    expect(status).toBe(200);
    expect(text).toContain('<meta name="subray-server" content="document" />');
    expect(text).not.toContain(token);
    expect(text).not.toContain('survey.yaml');
  });
});

describe('another host', () => {
  it.each([
    'evil.example',
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    `localhost.:${port}`,
    '127.0.0.1',
    `127.0.0.1:${port + 1}`,
    `0.0.0.0:${port}`,
    `127.1:${port}`,
    `192.168.0.1:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
    `localhost:${port}@evil.example`,
  ])('%s is refused for the page and what it asks for', async (Host) => {
    expect((await studio.send('/', { headers: { Host } })).status).toBe(403);
    expect((await studio.api('files', { headers: { Host } })).status).toBe(403);
  });

  it('is refused in a request for a whole address, or without a host', async () => {
    const host = `Host: 127.0.0.1:${port}`;
    expect(await raw(`GET http://evil.example/ HTTP/1.1\r\n${host}\r\n`)).toMatch(/^HTTP\/1.1 400 /);
    expect(await raw('GET / HTTP/1.1\r\n')).toMatch(/^HTTP\/1.1 400 /);
    expect(await raw('GET / HTTP/1.0\r\n')).toMatch(/^HTTP\/1.1 403 /);
    expect(await raw(`GET / HTTP/1.1\r\nHost: evil.example\r\n${host}\r\n`)).toMatch(/^HTTP\/1.1 40[03] /);
  });

  /** The answer to the lines of a request. */
  function raw(lines: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(`${lines}Connection: close\r\n\r\n`));
      socket.on('data', (text) => {
        answer += text;
      });
      socket.on('close', () => resolve(answer)).on('error', reject);
    });
  }
});

describe('a page of another server', () => {
  it.each([
    'http://evil.example',
    `https://127.0.0.1:${port}`,
    `http://127.0.0.1:${port + 1}`,
    `http://localhost:${port}`,
    'http://127.0.0.1',
    'null',
    'file://',
    `http://127.0.0.1:${port}.evil.example`,
  ])('%s is refused', async (Origin) => {
    expect((await studio.api('files', { headers: { Origin } })).status).toBe(403);
    expect((await studio.send('/', { headers: { Origin } })).status).toBe(403);
    const asking = { method: 'POST', body: encodeWhole({ text: SURVEY }), headers: { Origin } };
    expect((await studio.api('ask/check', asking)).status).toBe(403);
  });

  it('is not told that it may ask', async () => {
    const headers = {
      Origin: 'http://evil.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-subray-token',
    };
    const { status, headers: found } = await studio.send('/api/files', { method: 'OPTIONS', headers });
    expect(status).toBe(403);
    expect(Object.keys(found).filter((name) => name.startsWith('access-control'))).toEqual([]);
    const own = { ...headers, Origin: `http://127.0.0.1:${port}` };
    const answer = await studio.send('/api/files', { method: 'OPTIONS', headers: own });
    expect(answer.status).toBe(401);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('each answer', () => {
  it.each(['/', '/index.html', '/api/files', '/api/nothing', '/nothing', '/api/document'])(
    'is for this page alone, which loads nothing from elsewhere: %s',
    async (path) => {
      for (const headers of [{}, { 'X-Subray-Token': token }, { Host: 'evil.example' }]) {
        const { headers: found } = await studio.send(path, { headers });
        expect(found).toMatchObject({
          'content-security-policy':
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; img-src 'self' blob: data:; style-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-embedder-policy': 'require-corp',
          'cross-origin-resource-policy': 'same-origin',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        });
        if (path.startsWith('/api/')) expect(found['cache-control']).toBe('no-store');
        expect(Object.keys(found).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    },
  );
});

describe('methods and bodies', () => {
  it.each([
    ['DELETE', '/', 'GET, HEAD'],
    ['POST', '/index.html', 'GET, HEAD'],
    ['GET', '/api/ask/check', 'POST'],
    ['PUT', '/api/ask/check', 'POST'],
    ['POST', '/api/document', 'GET, PUT'],
    ['DELETE', '/api/document', 'GET, PUT'],
    ['HEAD', '/api/files', 'GET'],
    ['DELETE', '/api/file/run/cloud.las', 'GET'],
    ['GET', '/api/save', 'POST'],
    ['POST', '/api/events', 'GET'],
    ['TRACE', '/api/files', 'GET'],
  ])('%s is not for %s', async (method, path, Allow) => {
    const { status, headers } = await studio.send(path, { method, headers: { 'X-Subray-Token': token } });
    expect(status).toBe(405);
    expect(headers.allow).toBe(Allow);
  });

  it.each([
    ['ask/check', 'POST', 16 * 2 ** 20 + 1],
    ['save', 'POST', 16 * 2 ** 20 + 1],
    ['document', 'PUT', 2 ** 20 + 1],
  ])('are refused beyond the limit of /api/%s, with a stated length or without', async (path, method, length) => {
    const headers = { 'If-Match': `"${'0'.repeat(64)}"` };
    const body = new Uint8Array(length);
    // A client that goes on sending may be cut off before reading the answer.
    const status = async (more: object) =>
      studio.api(path, { method, body, headers: { ...headers, ...more } }).then(
        (answer) => answer.status,
        (error: NodeJS.ErrnoException) => error.code,
      );
    expect(await status({})).toSatisfy(isCutOff);
    expect(await status({ 'Transfer-Encoding': 'chunked' })).toSatisfy(isCutOff);
    expect(
      (await studio.api(path, { method, headers: { ...headers, 'Content-Length': length } }).catch(() => undefined))
        ?.status ?? 413,
    ).toBe(413);
    expect((await studio.api('files')).status).toBe(200);
  });

  const isCutOff = (found: number | string | undefined) => [413, 'ECONNRESET', 'EPIPE'].includes(found ?? '');

  it.each([
    ['nothing', new Uint8Array(0)],
    ['no message', new Uint8Array(100)],
    ['text', '{"text":"a"}'],
    ['no object', encodeWhole('text')],
    ['null', encodeWhole(null)],
  ])('%s is no question', async (_, body) => {
    const { status, text } = await studio.api('ask/check', { method: 'POST', body });
    expect(status).toBe(400);
    expect(JSON.parse(text).message).toMatch(/^the request cannot be read/);
  });

  it.each(['', 'nothing', 'constructor', '__proto__', 'check/more', 'check%2f', '%2e%2e/check', 'Check'])(
    'are refused for an unknown operation "%s"',
    async (name) => {
      expect((await studio.api(`ask/${name}`, { method: 'POST', body: encodeWhole({}) })).status).toBe(404);
    },
  );

  it('are refused for a path that cannot be decoded', async () => {
    expect((await studio.api('file/%ff/x')).status).toBe(400);
    expect((await studio.api('%')).status).toBe(400);
  });
});

describe('hosts', () => {
  it('are for others those given, and for any address those of the machine', () => {
    expect(allowedHosts('10.1.2.3', 80)).toContain('10.1.2.3');
    expect(allowedHosts('10.1.2.3', 8000)).toContain('10.1.2.3:8000');
    expect(allowedHosts('10.1.2.3', 8000)).not.toContain('10.1.2.3');
    expect(allowedHosts('fd00::1', 8000)).toContain('[fd00::1]:8000');
    const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
    for (const { address, family } of own)
      expect(allowedHosts('0.0.0.0', 1)).toContain(family === 'IPv6' ? `[${address}]:1` : `${address}:1`);
    expect(allowedHosts('0.0.0.0', 1)).not.toContain('evil.example:1');
  });
});

it('a token is compared whole', () => {
  expect(isToken('abc', 'abc')).toBe(true);
  expect(isToken('abd', 'abc')).toBe(false);
  expect(isToken('ab', 'abc')).toBe(false);
  expect(isToken(undefined, 'abc')).toBe(false);
});
