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

/**
 * A kept-alive connection that asks one thing at a time. It knows no more of HTTP than the API's answers need, so that
 * the asking takes as little as possible of the processor that both share.
 */
export class KeptConnection {
  readonly #socket: Socket;
  #received = '';
  #waiting: { resolve(reply: Reply): void; reject(fault: Error): void } | undefined;
  #lost: Error | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.#take(chunk));
    socket.on('error', (cause) => this.#lose(new ConnectionLost('The connection was lost', { cause })));
    socket.on('close', () => this.#lose(new ConnectionLost('The connection was closed')));
  }

  static open(port: number): Promise<KeptConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.removeListener('error', reject);
        resolve(new KeptConnection(socket));
      });
    });
  }

  /** Sends JSON. @throws ConnectionLost when that happens before the whole answer was there. */
  post(path: string, headers: string, body: string): Promise<Reply> {
    return this.send('POST', path, headers, body);
  }

  /** Sends JSON by whatever method. @throws ConnectionLost as `post`. */
  send(method: string, path: string, headers: string, body: string): Promise<Reply> {
    return this.#ask(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`);
  }

  /** Asks. @throws ConnectionLost as `post`. */
  get(path: string, headers: string): Promise<Reply> {
    return this.#ask(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`);
  }

  #ask(request: string): Promise<Reply> {
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
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
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

  #lose(fault: Error): void {
    this.#lost ??= fault;
    this.#waiting?.reject(this.#lost);
    this.#waiting = undefined;
    this.#socket.destroy();
  }
}

export const headerOf = ({ head }: Reply, name: string): string | undefined => new RegExp(`\r\n${name}: ([^\r]*)`, 'i').exec(head)?.[1];
