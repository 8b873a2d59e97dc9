import { v5 } from 'uuid';
import { note } from '../src/conformance/store-under-test.ts';
import type { Append } from '../src/port/event-store.ts';

const TENANTS = 8;

export interface WorkerPlace {
  readonly seed: string;
  readonly worker: number;
  /** The revision that the worker's stream stands at before. */
  readonly revision: number;
}

export const tenantOf = (seed: string, worker: number): string => v5(`tenant ${worker % TENANTS}`, seed);
export const streamOf = (seed: string, worker: number): string => v5(`stream ${worker}`, seed);
export const tenantsOf = (seed: string): string[] =>
  Array.from({ length: TENANTS }, (_, index) => tenantOf(seed, index));

/** The same place gives the same command in every process, so that whoever comes later can repeat it. */
export const appendOf = ({ seed, worker, revision }: WorkerPlace): Append => {
  const stream = { kind: 'worker', guid: streamOf(seed, worker) };
  return note(tenantOf(seed, worker), stream, revision, {
    commandId: v5(`command ${worker} ${revision}`, seed),
    records: [
      { stream, event: { type: 'Noted', data: { text: `${worker} ${revision}` } }, drawNumber: worker % 2 === 0 },
    ],
  });
};
