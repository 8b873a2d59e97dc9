import type { KeyObject } from 'node:crypto';
import type { EventContract, EventMetadata } from '@plimsoll/contracts/kernel/domain-event';
import type { EventBody } from './event-body.ts';
import type { RecordedEvent } from './event-store.ts';
import { mentionsSealed, unsealData } from '../crypto/sealing.ts';

export type ReadEvent = Pick<RecordedEvent, 'id' | 'type' | 'schemaVersion' | 'data' | 'metadata' | 'unreadable'>;

/** Reads stored events with the contracts of this version of the product. Needs no validators. */
export class EventReader {
  readonly #contracts = new Map<string, EventContract>();

  /** @throws if two contracts have the same type. */
  constructor(contracts: readonly EventContract[]) {
    for (const contract of contracts) {
      if (this.#contracts.has(contract.type)) throw new Error(`Two contracts are called ${contract.type}`);
      this.#contracts.set(contract.type, contract);
    }
  }

  /** Returns the contract of an event type, if this version has one. */
  contractOf(type: string): EventContract | undefined {
    return this.#contracts.get(type);
  }

  /**
   * Parses a stored body, decrypts it and upcasts it to the newest schema version. Never throws: an unreadable event
   * keeps its stored data and gets a reason.
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
      // The contract's own string makes later comparisons cheap.
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

/** Upcasts data step by step from its version to the contract's newest. */
function upcast(contract: EventContract, data: unknown, from: number): unknown {
  if (!Number.isInteger(from) || from < 1) throw new Error(`${contract.type} has no version ${from}`);
  let lifted = data;
  for (let version = from; version < contract.schemaVersion; version++) {
    lifted = (contract.upcasters[version - 1] as (data: unknown) => unknown)(lifted);
  }
  return lifted;
}
