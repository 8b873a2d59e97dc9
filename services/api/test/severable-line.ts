import { connect, createServer, type Server, type Socket } from 'node:net';

/** Proxy to a database that can be cut, become silent, and be restored, like networks and servers. */
export class SeverableLine {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #isSilent = false;

  private constructor(target: string) {
    this.#target = new URL(target);
  }

  static async to(databaseUrl: string): Promise<SeverableLine> {
    const line = new SeverableLine(databaseUrl);
    await line.mend();
    return line;
  }

  /** The database's URL through this proxy. */
  through(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.toString();
  }

  /** Closes all connections and refuses new ones, like a stopped server. */
  async cut(): Promise<void> {
    const closed = new Promise<void>((resolve) => (this.#server ? this.#server.close(() => resolve()) : resolve()));
    this.#server = undefined;
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Accepts connections, but transmits nothing. */
  hush(): void {
    this.#isSilent = true;
  }

  async mend(): Promise<void> {
    this.#isSilent = false;
    for (const socket of this.#sockets) socket.destroy();
    if (this.#server) return;
    const server = createServer((near) => this.#join(near));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as { port: number }).port;
    this.#server = server;
  }

  #join(near: Socket): void {
    const far = connect(Number(this.#target.port || 5432), this.#target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      one.on('data', (chunk) => !this.#isSilent && other.write(chunk));
      one.on('error', () => undefined);
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
  }
}
