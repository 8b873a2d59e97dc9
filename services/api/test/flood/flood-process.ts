import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Order of a flood: its target, the number of connections, and what each sends. */
export interface FloodOrder {
  readonly port: number;
  readonly connections: number;
  /** Total requests per second; without it, as fast as the answers arrive. */
  readonly rate?: number;
  /** Raw request to send; without it, sign-ins of unknown accounts, each with another account and address. */
  readonly request?: string;
}

/** Number of answers by status. */
export type Statuses = Readonly<Record<string, number>>;

const unknownSignIn = (count: number): string => {
  const body = JSON.stringify({ identifier: `nobody-${count}@example.test`, password: 'not-the-password' });
  // Many addresses in few networks, and many networks of one owner.
  const address =
    count % 2
      ? `2001:db8:1:2:${(count & 0xffff).toString(16)}::1`
      : `2001:db9:${((count * 7919) & 0xffff).toString(16)}:1::1`;
  return `POST /api/auth HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};

/** A keep-alive connection that sends requests in sequence, and only parses each answer's status and end. */
class Sender {
  readonly #port: number;
  readonly #next: () => string;
  readonly #statuses: Record<string, number>;
  #socket: Socket | undefined;

  constructor(port: number, next: () => string, statuses: Record<string, number>) {
    this.#port = port;
    this.#next = next;
    this.#statuses = statuses;
  }

  /** Resolves when the answer has arrived, or the connection was lost. */
  send(): Promise<void> {
    return new Promise((resolve) => {
      const socket = (this.#socket ??= connect(this.#port, '127.0.0.1').setNoDelay(true).setEncoding('latin1'));
      let received = '';
      const end = (status: string) => {
        this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
        socket.removeAllListeners();
        if (status === 'lost') {
          socket.on('error', () => undefined).destroy();
          this.#socket = undefined;
        }
        resolve();
      };
      socket.on('data', (chunk) => {
        received += chunk as unknown as string;
        const endOfHead = received.indexOf('\r\n\r\n');
        if (endOfHead < 0) return;
        const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, endOfHead))?.[1];
        if (length !== undefined ? received.length >= endOfHead + 4 + Number(length) : received.endsWith('0\r\n\r\n'))
          end(received.slice(9, 12));
      });
      socket.once('error', () => end('lost'));
      socket.once('close', () => end('lost'));
      socket.write(this.#next());
    });
  }

  close(): void {
    this.#socket
      ?.removeAllListeners()
      .on('error', () => undefined)
      .destroy();
  }
}

async function flood({ port, connections, rate, request }: FloodOrder): Promise<void> {
  const statuses: Record<string, number> = {};
  let count = 0;
  let running = true;
  const next = () => request ?? unknownSignIn(++count);
  const begun = performance.now();
  let due = 0;
  const senders = Array.from({ length: connections }, () => new Sender(port, next, statuses));
  process.once('message', () => {
    running = false;
    process.send!(statuses, () => process.exit(0));
  });
  await Promise.all(
    senders.map(async (sender) => {
      while (running) {
        const wait = rate === undefined ? 0 : begun + (due++ * 1_000) / rate - performance.now();
        if (wait > 0) await new Promise((done) => setTimeout(done, wait));
        if (running) await sender.send();
      }
    }),
  );
}

/** A listener that only answers. */
function listen(): void {
  const server = createServer((request, response) => {
    request
      .resume()
      .once('end', () =>
        response.writeHead(401, { 'content-type': 'application/json', 'content-length': '2' }).end('{}'),
      );
  });
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port));
}

process.once('disconnect', () => process.exit(1));
if (process.argv[2] === 'listener') listen();
else process.once('message', (order: FloodOrder) => void flood(order));
