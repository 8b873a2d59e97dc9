import { connect, type Socket } from 'node:net';

export interface Reply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** The other side is gone, and what became of the last question is unknown. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

const END_OF_HEAD = '\r\n\r\n';
const LONGEST_READ = 64 * 1_024;

const patternOf = (name: string): RegExp => new RegExp(`\r\n${name}: ([^\r]*)`, 'i');
const CONTENT_LENGTH = patternOf('Content-Length');

/** A request as it goes over the wire. */
export const requestOf = (method: string, path: string, headers: string, body: string): Buffer =>
  Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`,
  );

/**
 * A kept-alive connection that asks one thing at a time. It knows no more of HTTP than the API's answers need, so that
 * the asking takes as little as possible of the processor that both share.
 */
export class KeptConnection {
  readonly port: number;
  readonly #socket: Socket;
  #received = '';
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;
  #lost: Error | undefined;

  private constructor(port: number) {
    this.port = port;
    const buffer = Buffer.allocUnsafe(LONGEST_READ);
    const callback = (count: number) => {
      this.#take(buffer.toString('latin1', 0, count));
      return true;
    };
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } });
    this.#socket = socket;
    socket.on('error', (cause) => this.#lose(new ConnectionLost('The connection was lost', { cause })));
    socket.on('close', () => this.#lose(new ConnectionLost('The connection was closed')));
  }

  static open(port: number): Promise<KeptConnection> {
    return new Promise((resolve, reject) => {
      const connection = new KeptConnection(port);
      connection.#socket.once('error', reject);
      connection.#socket.once('connect', () => {
        connection.#socket.removeListener('error', reject);
        resolve(connection);
      });
    });
  }

  /** Whether it is of no more use: the other side has closed it, or it failed. */
  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  /** Sends JSON. @throws ConnectionLost when that happens before the whole answer was there. */
  post(path: string, headers: string, body: string): Promise<Reply> {
    return this.send('POST', path, headers, body);
  }

  /** Sends JSON by whatever method. @throws ConnectionLost as `post`. */
  send(method: string, path: string, headers: string, body: string): Promise<Reply> {
    return this.ask(requestOf(method, path, headers, body));
  }

  /** Asks. @throws ConnectionLost as `post`. */
  get(path: string, headers: string): Promise<Reply> {
    return this.ask(Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`));
  }

  /** @param request whole, as it goes over the wire; not to be changed before the answer is there. @throws ConnectionLost as `post`. */
  ask(request: Uint8Array): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#lost) return reject(this.#lost);
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: string): void {
    this.#received += chunk;
    const endOfHead = this.#received.indexOf(END_OF_HEAD);
    if (endOfHead < 0) return;
    const head = this.#received.slice(0, endOfHead);
    const length = CONTENT_LENGTH.exec(head)?.[1];
    if (length === undefined) return this.#lose(new Error(`An answer without its length: ${head}`));
    const from = endOfHead + END_OF_HEAD.length;
    const to = from + Number(length);
    if (this.#received.length < to) return;
    const reply = { status: Number(head.slice(9, 12)), head, body: this.#received.slice(from, to) };
    this.#received = this.#received.slice(to);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(reply);
  }

  #lose(error: Error): void {
    this.#lost ??= error;
    this.#waiting?.reject(this.#lost);
    this.#waiting = undefined;
    this.#socket.destroy();
  }
}

/** Reads a header of an answer. */
export function headerReader(name: string): (reply: Reply) => string | undefined {
  const pattern = patternOf(name);
  return ({ head }) => pattern.exec(head)?.[1];
}
