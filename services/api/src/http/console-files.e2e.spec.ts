import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { TestApplication } from '../../test/test-application.ts';
import { startApi, type Api } from '../main.ts';

const folder = mkdtempSync(join(tmpdir(), 'console-'));
let app: TestApplication;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Plimsoll</title>');
  writeFileSync(join(folder, 'assets', 'frame-a1b2c3d4.js'), `export const words = '${'x'.repeat(5000)}';`);
  writeFileSync(
    join(folder, 'assets', 'screens-a1b2c3d4.js'),
    `export const words = 'as they are ${'x'.repeat(5000)}';`,
  );
  writeFileSync(
    join(folder, 'assets', 'screens-a1b2c3d4.js.br'),
    brotliCompressSync(`export const words = 'compressed by the build';`),
  );
  app = await TestApplication.start({ logLevel: 'silent', consoleFolder: folder });
});
afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  fetch(`${app.url}${path}`, { headers });

test.each(['/', '/events', '/events/019a0000-0000-7000-8000-000000000001?tab=history', '/signin'])(
  '%s is the console, revalidated on each request',
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch('text/html');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-security-policy')).toMatch("frame-ancestors 'none'");
    expect(answer.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(await answer.text()).toContain('<title>Plimsoll</title>');
  },
);

test('a file with a hash in its name is cached for a year, and sent compressed', async () => {
  const answer = await get('/assets/frame-a1b2c3d4.js', { 'accept-encoding': 'br' });
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(await answer.text()).toContain('export const words');
});

test.each([
  ['br, gzip', 'br', 'compressed by the build'],
  ['gzip', 'gzip', 'as they are'],
  ['identity', null, 'as they are'],
])(
  'a file that the build has compressed is sent to clients that accept %s as %s',
  async (accepted, encoding, words) => {
    const answer = await get('/assets/screens-a1b2c3d4.js', { 'accept-encoding': accepted });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
    expect(answer.headers.get('content-type')).toMatch(/^(text|application)\/javascript\b/);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await answer.text()).toContain(words);
  },
);

test.each([
  '/assets/frame-gone.js',
  '/api/nothing',
  '/health/nothing',
  '/robots.txt',
  '/../package.json',
  '/..%2f..%2fpackage.json',
])('%s is not there, and is not the console', async (path) => {
  const answer = await get(path);
  expect([400, 403, 404]).toContain(answer.status);
  expect(answer.headers.get('content-type')).toMatch('application/problem+json');
});

describe('with scripts of others', () => {
  const page = '<!doctype html><html><head><title>Plimsoll</title></head><body></body></html>';
  let scripted: Api;
  let scriptedFolder: string;
  beforeAll(async () => {
    scriptedFolder = mkdtempSync(join(tmpdir(), 'console-'));
    writeFileSync(join(scriptedFolder, 'index.html'), page);
    scripted = await startApi({
      ...app.options,
      projector: false,
      consoleFolder: scriptedFolder,
      foreignScripts: {
        chat: 'https://chat.example.com/widget.js?key="a"&b=<',
        analytics: 'https://count.example.com/count.js',
      },
    });
  });
  afterAll(async () => {
    await scripted?.close();
    rmSync(scriptedFolder, { recursive: true });
  });

  test.each(['/', '/events'])(
    '%s names the chat, loads what counts visits, and its policy admits where they come from and nothing else',
    async (path) => {
      const answer = await fetch(`${scripted.address}${path}`, { headers: { accept: 'text/html' } });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(answer.headers.get('content-type')).toMatch('text/html');
      const html = await answer.text();
      expect(html).toContain(
        '<meta name="plimsoll-chat" content="https://chat.example.com/widget.js?key=%22a%22&amp;b=%3C">',
      );
      expect(html).toContain('<script async src="https://count.example.com/count.js"></script></head>');
      const policy = answer.headers.get('content-security-policy')!;
      for (const directive of ['script-src', 'connect-src', 'img-src'])
        expect(policy).toMatch(
          new RegExp(`${directive} 'self'[^;]* https://chat\\.example\\.com https://count\\.example\\.com`),
        );
      expect(policy).toMatch("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*)/);
    },
  );

  test('without them nothing is added, and nothing is admitted', async () => {
    const answer = await get('/');
    expect(await answer.text()).not.toMatch(/plimsoll-chat|<script/);
    expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'self'(;|$)/);
    expect(answer.headers.get('content-security-policy')).not.toMatch('frame-src');
  });
});
