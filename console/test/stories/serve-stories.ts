import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { storiesFolder } from './folders.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Serves the built catalog on a free port of this machine. */
export async function serveStories(): Promise<{ origin: string; stop: () => void }> {
  const server: Server = createServer(({ url = '/' }, answer) => {
    const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
    readFile(join(storiesFolder, path)).then(
      (content) =>
        answer
          .writeHead(200, {
            'content-type': types[extname(path)] ?? 'application/octet-stream',
            'cache-control': 'max-age=600',
          })
          .end(content),
      () => answer.writeHead(404).end(),
    );
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
