import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request as its client writes it: possibly a part at first, the rest later or never. */
export interface RequestText {
  readonly method: string;
  /** Below /api. */
  readonly path: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** A connection whose client decides when it sends what, and when it reads. */
export class HalfRequest {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  readonly #body: Buffer;
  #sent = 0;
  #answer = '';
  /** When the answer began, on a monotonic clock in ms. */
  answeredAt: number | undefined;

  private constructor(socket: Socket, body: Buffer) {
    this.socket = socket;
    this.#body = body;
    this.closed = new Promise((done) => socket.once('close', done));
    socket.on('error', () => undefined);
  }

  /** Sends the head, and as many bytes of the body. */
  static async begin(
    port: number,
    { method, path, token, headers, body = '' }: RequestText,
    bytes = 1,
  ): Promise<HalfRequest> {
    const socket = connect(port, '127.0.0.1');
    const request = new HalfRequest(socket, Buffer.from(body));
    await once(socket, 'connect');
    const all = {
      host: '127.0.0.1',
      connection: 'close',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream',
      'content-length': String(request.#body.length),
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${method} /api${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    request.send(bytes);
    return request;
  }

  /** Sends more of the body. */
  send(bytes: number): void {
    this.socket.write(this.#body.subarray(this.#sent, this.#sent + bytes));
    this.#sent += bytes;
  }

  /** Sends the rest of the body and reads the answer. */
  async complete(): Promise<{ status: number; text: string }> {
    this.send(this.#body.length);
    return this.answer();
  }

  /** Reads the answer to its end. */
  async answer(): Promise<{ status: number; text: string }> {
    this.socket.on('data', (bytes: Buffer) => {
      this.answeredAt ??= performance.now();
      this.#answer += bytes.toString('latin1');
    });
    await this.closed;
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(this.#answer)?.[1] ?? 0), text: this.#answer };
  }

  hangUp(): void {
    this.socket.destroy();
  }
}
