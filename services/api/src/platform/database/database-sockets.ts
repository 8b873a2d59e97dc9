import { Socket } from 'node:net';

/**
 * Tracks the database sockets that serve requests, so that their queries can be ended when the database stops
 * answering.
 */
export class DatabaseSockets {
  readonly #open = new Set<Socket>();

  /** Socket factory for `stream` of a connection's settings. */
  readonly create = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    return socket;
  };

  /** Bytes received on all open sockets. The number changes as long as the database answers anyone. */
  bytesReceived(): number {
    let bytes = 0;
    for (const socket of this.#open) bytes += socket.bytesRead;
    return bytes;
  }

  /** Destroys all sockets: waiting queries fail with a lost connection, and the next query opens a new one. */
  cut(): void {
    for (const socket of this.#open) socket.destroy();
  }
}
