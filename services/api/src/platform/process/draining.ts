import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 25;

interface Open {
  underWay: number;
  /** Bytes received when the last request was answered. */
  seen: number;
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
      this.#open.set(socket, { underWay: 0, seen: 0 });
      socket.once('close', () => this.#open.delete(socket));
    });
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      const open = this.#open.get(request.socket);
      if (!open) return;
      open.underWay++;
      response.once('close', () => {
        open.underWay--;
        open.seen = request.socket.bytesRead;
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
    for (; this.#open.size > 0 && performance.now() < giveUpAt; await sleep(LOOK_MS)) {
      for (const [socket, { underWay, seen }] of this.#open)
        if (underWay === 0 && socket.bytesRead === seen) socket.destroySoon();
    }
    const isDone = this.#open.size === 0;
    for (const socket of this.#open.keys()) socket.destroy();
    return isDone;
  }
}
