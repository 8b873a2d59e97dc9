import { Socket } from 'node:net';

/** The connections to the database that serve requests: what is asked on them ends when the database does not answer any more. */
export class DatabaseSockets {
  readonly #open = new Set<Socket>();

  /** For `stream` of a connection's settings. */
  readonly make = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    return socket;
  };

  /** Bytes that have come in on those that are open: it changes while the database answers anybody. */
  heard(): number {
    let bytes = 0;
    for (const socket of this.#open) bytes += socket.bytesRead;
    return bytes;
  }

  /** Ends them all; whoever waits on one gets the fault of a lost connection, and the next question makes a new one. */
  cut(): void {
    for (const socket of this.#open) socket.destroy();
  }
}
