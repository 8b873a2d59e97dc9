import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';

/** Sends a piece of a job's output, and resolves when the next one is wanted. Runs in a thread. */
export async function sendPiece(port: MessagePort, piece: unknown): Promise<void> {
  const wanted = once(port, 'message');
  port.postMessage(piece);
  await wanted;
}
