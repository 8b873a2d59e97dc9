import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { FilesUnavailable } from '../storage/files-away.ts';

/** Address of clamd. */
export interface ScannerAddress {
  readonly host: string;
  readonly port: number;
}

/** Without data for this long clamd counts as unavailable; scanning an archive takes up to two minutes. */
const SILENCE_MS = 150_000;
const FOUND = /: (.+) FOUND$/;

/**
 * Streams content to clamd (INSTREAM). Returns the name of the virus, or null for none.
 * @throws FilesUnavailable without a verdict.
 */
export async function scanForViruses(
  { host, port }: ScannerAddress,
  content: AsyncIterable<Buffer>,
): Promise<string | null> {
  const socket = connect({ host, port, timeout: SILENCE_MS });
  socket.on('timeout', () => socket.destroy(new Error('It says nothing')));
  try {
    await once(socket, 'connect');
    const verdict = text(socket);
    // clamd may answer and close the connection before it has received everything: that answer counts.
    verdict.catch(() => undefined);
    await send(socket, content);
    const reply = (await verdict).replaceAll('\0', '').trim();
    const found = FOUND.exec(reply)?.[1];
    if (found !== undefined) return found;
    if (reply === 'stream: OK') return null;
    throw new Error(`It says: ${reply}`);
  } catch (error) {
    throw new FilesUnavailable(`The virus scanner at ${host}:${port} gives no verdict: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    socket.destroy();
  }
}

async function send(socket: ReturnType<typeof connect>, content: AsyncIterable<Buffer>): Promise<void> {
  socket.write('zINSTREAM\0');
  for await (const bytes of content) {
    if (bytes.length === 0) continue;
    if (!socket.writable) return;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    socket.write(length);
    if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  }
  if (socket.writable) socket.write(Buffer.alloc(4));
}
