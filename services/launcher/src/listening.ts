import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlainError } from './plain-error.ts';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken: end the other program, or set PORT',
  EACCES: 'needs more rights than we have: set PORT to a number from 1024',
  EADDRNOTAVAIL: 'is not an address of this machine: set HOST',
  ENOTFOUND: 'is not an address of this machine: set HOST',
};

/** How long a product that is shutting down because its starter was killed may still hold the port. */
const timeoutMs = 3_000;

/** Checks before any other work that the port can be listened on. */
export async function ensureFreePort(host: string, port: number): Promise<void> {
  for (const giveUpAt = Date.now() + timeoutMs; ; await sleep(200)) {
    const code = await tryListening(host, port);
    if (!code) return;
    if (code === 'EADDRINUSE' && Date.now() < giveUpAt) continue;
    throw new PlainError(`${host}:${port} ${reasons[code] ?? `cannot be listened on (${code})`}`);
  }
}

/** The error code, or nothing on success. */
async function tryListening(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    await new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
  await new Promise((done) => server.close(done));
  return undefined;
}
