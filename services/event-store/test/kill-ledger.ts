import { v5 } from 'uuid';
import { note } from '../src/conformance/store-under-test.ts';
import type { Append } from '../src/port/event-store.ts';

const TENANTS = 8;

/** A worker and the revision of its next append. */
export interface WorkerPlace {
  readonly seed: string;
  readonly worker: number;
  /** The revision of the worker's stream before the append. */
  readonly revision: number;
}

/** The tenant that a worker appends to. */
export const tenantOf = (seed: string, worker: number): string => v5(`tenant ${worker % TENANTS}`, seed);
/** The stream that a worker appends to. */
export const streamOf = (seed: string, worker: number): string => v5(`stream ${worker}`, seed);
/** All tenants that the workers append to. */
export const tenantsOf = (seed: string): string[] =>
  Array.from({ length: TENANTS }, (_, index) => tenantOf(seed, index));

/** Builds the command of a place: the same in every process, so that it can be repeated. */
export const appendOf = ({ seed, worker, revision }: WorkerPlace): Append => {
  const stream = { kind: 'worker', guid: streamOf(seed, worker) };
  return note(tenantOf(seed, worker), stream, revision, {
    commandId: v5(`command ${worker} ${revision}`, seed),
    records: [
      { stream, event: { type: 'Noted', data: { text: `${worker} ${revision}` } }, drawNumber: worker % 2 === 0 },
    ],
  });
};
