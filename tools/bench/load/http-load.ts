import { connect, type Socket } from 'node:net';

export interface Reply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** The peer closed the connection; the outcome of the last request is unknown. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

const END_OF_HEAD = '\r\n\r\n';
const MAX_READ_BYTES = 64 * 1_024;

const patternOf = (name: string): RegExp => new RegExp(`\r\n${name}: ([^\r]*)`, 'i');
const CONTENT_LENGTH = patternOf('Content-Length');

/** Formats a request as bytes. */
export const requestOf = (method: string, path: string, headers: string, body: string): Buffer =>
  Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`,
  );

/**
 * A keep-alive connection with one request at a time. Supports only the HTTP that the API's responses need, so that the
 * load generator takes little of the CPU that both share.
 */
export class KeepAliveConnection {
  readonly port: number;
  readonly #socket: Socket;
  #received = '';
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;
  #lost: Error | undefined;

  private constructor(port: number) {
    this.port = port;
    const buffer = Buffer.allocUnsafe(MAX_READ_BYTES);
    const callback = (count: number) => {
      this.#take(buffer.toString('latin1', 0, count));
      return true;
    };
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } });
    this.#socket = socket;
    socket.on('error', (cause) => this.#lose(new ConnectionLost('The connection was lost', { cause })));
    socket.on('close', () => this.#lose(new ConnectionLost('The connection was closed')));
  }

  static open(port: number): Promise<KeepAliveConnection> {
    return new Promise((resolve, reject) => {
      const connection = new KeepAliveConnection(port);
      connection.#socket.once('error', reject);
      connection.#socket.once('connect', () => {
        connection.#socket.removeListener('error', reject);
        resolve(connection);
      });
    });
  }

  /** Whether it can no longer be used: the peer closed it, or it failed. */
  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  /**
   * Sends JSON with POST.
   * @throws ConnectionLost if the connection ends before the whole response.
   */
  post(path: string, headers: string, body: string): Promise<Reply> {
    return this.send('POST', path, headers, body);
  }

  /**
   * Sends JSON with any method.
   * @throws ConnectionLost as `post` does.
   */
  send(method: string, path: string, headers: string, body: string): Promise<Reply> {
    return this.ask(requestOf(method, path, headers, body));
  }

  /**
   * Sends a GET request.
   * @throws ConnectionLost as `post` does.
   */
  get(path: string, headers: string): Promise<Reply> {
    return this.ask(Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`));
  }

  /**
   * @param request the complete request; must not change before the response arrives.
   * @throws ConnectionLost as `post` does.
   */
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

/** Returns a function that reads a response header. */
export function headerReader(name: string): (reply: Reply) => string | undefined {
  const pattern = patternOf(name);
  return ({ head }) => pattern.exec(head)?.[1];
}
