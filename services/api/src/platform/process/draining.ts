import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 25;

interface Open {
  running: number;
  /** Bytes received when the last request was answered. */
  bytesSeen: number;
}

/**
 * Graceful shutdown: reports not ready, answers the requests in progress, and closes idle connections. Once it has
 * begun, the HTTP edge adds `connection: close` to its answers.
 */
export class Draining {
  hasBegun = false;
  readonly #open = new Map<Socket, Open>();

  /** Tracks a server's connections from now on. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.#open.set(socket, { running: 0, bytesSeen: 0 });
      socket.once('close', () => this.#open.delete(socket));
    });
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      // A destroyed request has no socket any more.
      const { socket } = request;
      const open = this.#open.get(socket);
      if (!open) return;
      open.running++;
      response.once('close', () => {
        open.running--;
        open.bytesSeen = socket.bytesRead;
      });
    });
  }

  /**
   * @param graceMs how long new requests are still accepted, until a load balancer notices and requests in transit have
   * arrived.
   * @param patienceMs how long running requests may take after that before their connections are destroyed.
   * @returns whether all requests ended in time.
   */
  async drain(server: Server, { graceMs, patienceMs }: { graceMs: number; patienceMs: number }): Promise<boolean> {
    this.hasBegun = true;
    await sleep(graceMs);
    server.close();
    const giveUpAt = performance.now() + patienceMs;
    for (; this.#open.size > 0 && performance.now() < giveUpAt; await sleep(POLL_MS)) {
      for (const [socket, { running, bytesSeen }] of this.#open)
        if (running === 0 && socket.bytesRead === bytesSeen) socket.destroySoon();
    }
    const isDone = this.#open.size === 0;
    for (const socket of this.#open.keys()) socket.destroy();
    return isDone;
  }
}
