import type { KeyObject } from 'node:crypto';
import type { EventContract, EventMetadata } from '@plimsoll/contracts/kernel/domain-event';
import type { EventBody } from './event-body.ts';
import type { RecordedEvent } from './event-store.ts';
import { mentionsSealed, unsealData } from '../crypto/sealing.ts';

export type ReadEvent = Pick<RecordedEvent, 'id' | 'type' | 'schemaVersion' | 'data' | 'metadata' | 'unreadable'>;

/** The contracts that this version of the product knows, as far as reading needs them: no validator is loaded for it. */
export class EventReader {
  readonly #contracts = new Map<string, EventContract>();

  /** @throws when two contracts have one name. */
  constructor(contracts: readonly EventContract[]) {
    for (const contract of contracts) {
      if (this.#contracts.has(contract.type)) throw new Error(`Two contracts are called ${contract.type}`);
      this.#contracts.set(contract.type, contract);
    }
  }

  /** The contract of that name, if this version knows one. */
  contractOf(type: string): EventContract | undefined {
    return this.#contracts.get(type);
  }

  /**
   * Reads a body from the log: opens what is sealed and lifts it to the newest version.
   * What cannot be read keeps its data as it stands and says why; it never throws.
   */
  read(text: string, tenant: string, keyOf: (subject: string) => KeyObject | null): ReadEvent {
    let body: EventBody;
    try {
      body = JSON.parse(text) as EventBody;
    } catch {
      return { id: '', type: '', schemaVersion: 0, data: text, metadata: {} as EventMetadata, unreadable: 'Malformed' };
    }
    const asItStands = {
      id: body.id,
      type: body.type,
      schemaVersion: body.schemaVersion,
      data: body.data,
      metadata: body.metadata,
    };
    const contract = this.#contracts.get(body.type);
    if (!contract) return { ...asItStands, unreadable: 'UnknownType' };
    if (body.schemaVersion > contract.schemaVersion) return { ...asItStands, unreadable: 'NewerSchemaVersion' };
    const data = mentionsSealed(text) ? unsealData(body.data, body.sealed, tenant, keyOf) : body.data;
    try {
      // The contract's own name for the type: comparing it costs nothing, and it is asked for again and again.
      return {
        id: body.id,
        type: contract.type,
        schemaVersion: contract.schemaVersion,
        data: upcast(contract, data, body.schemaVersion),
        metadata: body.metadata,
      };
    } catch {
      return { ...asItStands, data, unreadable: 'Malformed' };
    }
  }
}

/** Lifts data step by step from the version it was written in to the contract's newest. */
function upcast(contract: EventContract, data: unknown, from: number): unknown {
  if (!Number.isInteger(from) || from < 1) throw new Error(`${contract.type} has no version ${from}`);
  let lifted = data;
  for (let version = from; version < contract.schemaVersion; version++) {
    lifted = (contract.upcasters[version - 1] as (data: unknown) => unknown)(lifted);
  }
  return lifted;
}
