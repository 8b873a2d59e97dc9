import { setTimeout as sleep } from 'node:timers/promises';
import { KeepAliveConnection, type Reply } from './http-load.ts';

export interface SteadyLoad {
  readonly port: number;
  readonly connections: number;
  readonly aSecond: number;
  readonly seconds: number;
}

/**
 * Sends requests at a fixed rate, regardless of response times.
 * @param ask sends the request with this number, from 0.
 * @returns the milliseconds of each, from when it was due.
 * @throws if one is refused.
 */
export async function askSteadily(
  { port, connections: count, aSecond, seconds }: SteadyLoad,
  ask: (connection: KeepAliveConnection, index: number) => Promise<Reply>,
): Promise<number[]> {
  const connections = await Promise.all(Array.from({ length: count }, () => KeepAliveConnection.open(port)));
  const begun = performance.now();
  const took: number[] = [];
  let next = 0;
  await Promise.all(
    connections.map(async (connection) => {
      for (;;) {
        const index = next++;
        const due = begun + (index * 1_000) / aSecond;
        if (due > begun + seconds * 1_000) return connection.close();
        const wait = due - performance.now();
        if (wait > 0) await sleep(wait);
        const { status, body } = await ask(connection, index);
        if (status >= 400) throw new Error(`A steady question was answered ${status}: ${body}`);
        took.push(performance.now() - due);
      }
    }),
  );
  return took;
}
