import { createServer } from 'node:net';
import { PlainFault } from './plain-fault.ts';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken: end the other program, or set PORT',
  EACCES: 'needs more rights than we have: set PORT to a number from 1024',
  EADDRNOTAVAIL: 'is not an address of this machine: set HOST',
  ENOTFOUND: 'is not an address of this machine: set HOST',
};

/** Finds out before any other work whether we may listen there. */
export async function ensureFreePort(host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done));
  } catch (fault) {
    const { code = '' } = fault as NodeJS.ErrnoException;
    throw new PlainFault(`${host}:${port} ${reasons[code] ?? `cannot be listened on (${code})`}`);
  }
  await new Promise((done) => server.close(done));
}
