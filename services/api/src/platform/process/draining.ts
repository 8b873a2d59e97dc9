import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 25;

interface Open {
  underWay: number;
  /** What had arrived when the last request was answered. */
  seen: number;
}

/**
 * The end of a process: it says that it is not ready any more, answers what it has begun, and lets go of the connections
 * on which nothing is under way. Whoever sends answers says `connection: close` in them once it has begun.
 */
export class Draining {
  hasBegun = false;
  readonly #open = new Map<Socket, Open>();

  /** Keeps an eye on a server's connections from now on. */
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
   * @param graceMs so long new requests are still taken: for a balancer to notice, and for what is on its way on connections that look idle.
   * @param patienceMs so long requests under way may take after that; then their connections are cut.
   * @returns whether none had to be.
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
