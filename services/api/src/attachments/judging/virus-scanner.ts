import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { FilesAway } from '../storage/files-away.ts';

/** Where clamd answers. */
export interface ScannerAddress {
  readonly host: string;
  readonly port: number;
}

/** Without a word for so long it is away; it looks at an archive for up to two minutes. */
const SILENCE_MS = 150_000;
const FOUND = /: (.+) FOUND$/;

/** Asks clamd about a content as it comes (INSTREAM). Answers what it found; null when there is nothing. @throws FilesAway when it gives no verdict. */
export async function scanForViruses(
  { host, port }: ScannerAddress,
  content: AsyncIterable<Buffer>,
): Promise<string | null> {
  const socket = connect({ host, port, timeout: SILENCE_MS });
  socket.on('timeout', () => socket.destroy(new Error('It says nothing')));
  try {
    await once(socket, 'connect');
    const verdict = text(socket);
    // It may answer, and hang up, before it has heard all: what was answered counts.
    verdict.catch(() => undefined);
    await send(socket, content);
    const said = (await verdict).replaceAll('\0', '').trim();
    const found = FOUND.exec(said)?.[1];
    if (found !== undefined) return found;
    if (said === 'stream: OK') return null;
    throw new Error(`It says: ${said}`);
  } catch (fault) {
    throw new FilesAway(`The virus scanner at ${host}:${port} gives no verdict: ${(fault as Error).message}`, {
      cause: fault,
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
