import { AsyncLocalStorage } from 'node:async_hooks';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';

/** What a client's request leaves to be ended when its work has failed somewhere that nothing awaits. */
export interface Unanswered {
  /** Answers with an unexpected error, or cuts the answer that has begun. */
  fail(): void;
}

interface ClientScope {
  readonly request?: Unanswered;
}

const clients = new AsyncLocalStorage<ClientScope>();

/** Marks everything that follows from the connections of a server, which `listen` opens, as work for a client. */
export function serveClients<Done>(server: Server, listen: () => Done): Done {
  server.prependListener('connection', (socket: Socket) => {
    // Node emits the end of a connection outside any context.
    const emit = socket.emit.bind(socket) as (...given: unknown[]) => boolean;
    socket.emit = (...given: unknown[]) => {
      try {
        return emit(...given);
      } catch (error) {
        if (!clients.getStore()) clients.enterWith({});
        throw error;
      }
    };
  });
  return clients.run({}, listen);
}

/** Marks everything that follows from a request, so that an error which nothing handles ends this request alone. */
export const serveRequest = <Done>(request: Unanswered, work: () => Done): Done => clients.run({ request }, work);

/**
 * Handles errors that nothing else handles. One that follows from a client's connection or request is logged, and only
 * that request ends: an error of one request must not end those of all others. Any other may have stopped work that
 * nothing resumes, such as following the log: then the process ends and is started again.
 * @param end ends the process with an error.
 */
export function catchUnhandled({ logger, end }: { readonly logger: Logger; end(error: unknown): void }): void {
  process.on('uncaughtException', (error) => {
    const scope = clients.getStore();
    if (!scope) {
      logger.fatal({ err: error }, 'An error outside any request was not handled: the process ends');
      return end(error);
    }
    logger.error({ err: error }, 'An error of one request was not handled');
    try {
      scope.request?.fail();
    } catch (failure) {
      logger.error({ err: failure }, 'The request of an error that was not handled could not be ended');
    }
  });
}
