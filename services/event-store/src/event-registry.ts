import type { KeyObject } from 'node:crypto';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { EventContract, EventMetadata } from '@plimsoll/contracts/domain-event';
import { eventJsonSchema } from '@plimsoll/contracts/event-json-schema';
import type { EventBody } from './event-body.ts';
import type { RecordedEvent } from './event-store.ts';
import { personalFields, type FieldPlan } from './personal-fields.ts';
import { mentionsSealed, unsealData } from './sealing.ts';

/** An event that its contract does not allow. It is a bug of whoever decided it, never of the person who asked. */
export class InvalidEventError extends Error {
  override readonly name = 'InvalidEventError';
}

export type ReadEvent = Pick<RecordedEvent, 'id' | 'type' | 'schemaVersion' | 'data' | 'metadata' | 'unreadable'>;

interface Compiled {
  readonly validate: ValidateFunction;
  readonly plan: FieldPlan | undefined;
}

/** The contracts that this version of the product knows: what may be written, and how to read what was. */
export class EventRegistry {
  readonly #contracts = new Map<string, EventContract>();
  readonly #compiled = new Map<string, Compiled>();
  readonly #ajv: Ajv2020;

  constructor(contracts: readonly EventContract[]) {
    for (const contract of contracts) {
      if (this.#contracts.has(contract.type)) throw new Error(`Two contracts are called ${contract.type}`);
      this.#contracts.set(contract.type, contract);
    }
    this.#ajv = new Ajv2020({ strict: false, allErrors: false });
    addFormats.default(this.#ajv);
    this.#ajv.addKeyword('personal');
  }

  /** @throws InvalidEventError when nobody declared it. */
  schemaVersion(type: string): number {
    return this.#contract(type).schemaVersion;
  }

  /** Where the event's personal fields stand in its data. */
  personalFields(type: string): FieldPlan | undefined {
    return this.#compile(type).plan;
  }

  /** @throws InvalidEventError that names the event, the place and what is wrong there. */
  validate(body: EventBody): void {
    const { type } = body;
    const { validate } = this.#compile(type);
    if (validate(body)) return;
    const fault = validate.errors?.[0];
    throw new InvalidEventError(`${type} is not as its contract says: ${fault?.instancePath || 'the event'} ${fault?.message ?? 'is invalid'} ${JSON.stringify(fault?.params ?? {})}`);
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
    const asItStands = { id: body.id, type: body.type, schemaVersion: body.schemaVersion, data: body.data, metadata: body.metadata };
    const contract = this.#contracts.get(body.type);
    if (!contract) return { ...asItStands, unreadable: 'UnknownType' };
    if (body.schemaVersion > contract.schemaVersion) return { ...asItStands, unreadable: 'NewerSchemaVersion' };
    const data = mentionsSealed(text) ? unsealData(body.data, body.sealed, tenant, keyOf) : body.data;
    try {
      // The contract's own name for the type: comparing it costs nothing, and it is asked for again and again.
      return { id: body.id, type: contract.type, schemaVersion: contract.schemaVersion, data: upcast(contract, data, body.schemaVersion), metadata: body.metadata };
    } catch {
      return { ...asItStands, data, unreadable: 'Malformed' };
    }
  }

  #contract(type: string): EventContract {
    const contract = this.#contracts.get(type);
    if (!contract) throw new InvalidEventError(`No contract declares the event ${type}`);
    return contract;
  }

  #compile(type: string): Compiled {
    const known = this.#compiled.get(type);
    if (known) return known;
    const schema = eventJsonSchema(this.#contract(type)) as { properties?: { data?: unknown } };
    const compiled = { validate: this.#ajv.compile(schema), plan: personalFields(schema.properties?.data ?? {}, schema) };
    this.#compiled.set(type, compiled);
    return compiled;
  }
}

/** Lifts data step by step from the version it was written in to the contract's newest. */
export function upcast(contract: EventContract, data: unknown, from: number): unknown {
  if (!Number.isInteger(from) || from < 1) throw new Error(`${contract.type} has no version ${from}`);
  let lifted = data;
  for (let version = from; version < contract.schemaVersion; version++) {
    lifted = (contract.upcasters[version - 1] as (data: unknown) => unknown)(lifted);
  }
  return lifted;
}
