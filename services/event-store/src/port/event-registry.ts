import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { EventContract } from '@plimsoll/contracts/kernel/domain-event';
import { eventJsonSchema } from '@plimsoll/contracts/kernel/event-json-schema';
import type { EventBody } from './event-body.ts';
import { EventReader } from './event-reader.ts';
import { personalFields, type FieldPlan } from '../crypto/personal-fields.ts';

/** An event that its contract does not allow. It is a bug of whoever decided it, never of the person who asked. */
export class InvalidEventError extends Error {
  override readonly name = 'InvalidEventError';
}

interface Compiled {
  readonly validate: ValidateFunction;
  readonly plan: FieldPlan | undefined;
}

/** The contracts that this version of the product knows: what may be written, and how to read what was. */
export class EventRegistry extends EventReader {
  readonly #compiled = new Map<string, Compiled>();
  readonly #ajv: Ajv2020;

  constructor(contracts: readonly EventContract[]) {
    super(contracts);
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
