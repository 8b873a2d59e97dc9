import { env } from 'node:process';
import { threadId, workerData, type MessagePort } from 'node:worker_threads';
import { sendPiece } from '../../src/platform/jobs/send-piece.ts';

// Jobs of the tests of `InputJobs`. They run in its threads.

export const which = (): number => threadId;

export function spin({ ms = Infinity }: { readonly ms?: number }): string {
  for (const end = performance.now() + ms; performance.now() < end; );
  return 'done';
}

export function hoard(): number {
  const growing: number[][] = [];
  for (;;) growing.push(Array.from({ length: 100_000 }, (_, index) => index + 0.5));
}

export function fail(): never {
  throw new TypeError('broken');
}

export const known = (): unknown => ({ env: { ...env }, workerData: workerData as unknown });

export const invert = ({ bytes }: { readonly bytes: Uint8Array }): Uint8Array => bytes.map((byte) => 255 - byte);

export async function count({ to, port }: { readonly to: number; readonly port: MessagePort }): Promise<void> {
  for (let number = 0; number < to; number++) await sendPiece(port, number);
}

export async function countAndFail({ port }: { readonly port: MessagePort }): Promise<void> {
  await sendPiece(port, 0);
  throw new TypeError('broken');
}
