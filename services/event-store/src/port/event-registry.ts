import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { EventContract } from '@plimsoll/contracts/kernel/domain-event';
import { eventJsonSchema } from '@plimsoll/contracts/kernel/event-json-schema';
import type { EventBody } from './event-body.ts';
import { EventReader } from './event-reader.ts';
import { personalFields, type FieldPlan } from '../crypto/personal-fields.ts';

/** An event that violates its contract: a bug in the code that decided it, never a user error. */
export class InvalidEventError extends Error {
  override readonly name = 'InvalidEventError';
}

interface Compiled {
  readonly validate: ValidateFunction;
  readonly plan: FieldPlan | undefined;
}

/** The event contracts of this version of the product: validates new events and reads stored ones. */
export class EventRegistry extends EventReader {
  readonly #compiled = new Map<string, Compiled>();
  readonly #ajv: Ajv2020;

  constructor(contracts: readonly EventContract[]) {
    super(contracts);
    this.#ajv = new Ajv2020({ strict: false, allErrors: false });
    addFormats.default(this.#ajv);
    this.#ajv.addKeyword('personal');
  }

  /** Returns the newest schema version of an event type. @throws InvalidEventError if no contract declares the type. */
  schemaVersion(type: string): number {
    return this.#contract(type).schemaVersion;
  }

  /** Returns where the event type has personal fields; undefined if it has none. */
  personalFields(type: string): FieldPlan | undefined {
    return this.#compile(type).plan;
  }

  /** Validates an event against its contract. @throws InvalidEventError with the event, the path and the error. */
  validate(body: EventBody): void {
    const { type } = body;
    const { validate } = this.#compile(type);
    if (validate(body)) return;
    const error = validate.errors?.[0];
    throw new InvalidEventError(
      `${type} is not as its contract says: ${error?.instancePath || 'the event'} ${error?.message ?? 'is invalid'} ${JSON.stringify(error?.params ?? {})}`,
    );
  }

  #contract(type: string): EventContract {
    const contract = this.contractOf(type);
    if (!contract) throw new InvalidEventError(`No contract declares the event ${type}`);
    return contract;
  }

  #compile(type: string): Compiled {
    const known = this.#compiled.get(type);
    if (known) return known;
    const schema = eventJsonSchema(this.#contract(type)) as { properties?: { data?: unknown } };
    const compiled = {
      validate: this.#ajv.compile(schema),
      plan: personalFields(schema.properties?.data ?? {}, schema),
    };
    this.#compiled.set(type, compiled);
    return compiled;
  }
}
