import { createHash } from 'node:crypto';
import type { EventContract } from '../src/kernel/domain-event.ts';
import { eventJsonSchema } from '../src/kernel/event-json-schema.ts';

/**
 * What the repository has of the versions that events were ever written in, by name and version
 * ('IncidentReported.v1').
 */
export interface StoredVersions {
  /** The texts of `schemas/`. */
  readonly schemas: ReadonlyMap<string, string>;
  readonly golden: ReadonlySet<string>;
  /** SHA-256 of each schema's text. Readers of the log rely on it. */
  readonly lock: Readonly<Record<string, string>>;
}

const versionName = ({ type }: Pick<EventContract, 'type'>, version: number): string => `${type}.v${version}`;

export const schemaText = (contract: EventContract): string =>
  `${JSON.stringify(eventJsonSchema(contract), null, 2)}\n`;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Lists illegal changes of the contracts that stored events follow, in words; empty when there are none. A version that
 * is not in the lock yet may still change.
 */
export function contractErrors(
  contracts: readonly EventContract[],
  { schemas, golden, lock }: StoredVersions,
): string[] {
  const errors: string[] = [];
  const known = new Map(contracts.map((contract) => [contract.type, contract]));
  for (const [name, hash] of Object.entries(lock)) {
    const [type = '', version = ''] = name.split('.v');
    const contract = known.get(type);
    const storedSchema = schemas.get(name);
    if (storedSchema === undefined) errors.push(`schemas/${name}.json is gone; every version ever written stays`);
    else if (hashOf(storedSchema) !== hash) errors.push(`schemas/${name}.json is not what the lock says`);
    if (!contract) errors.push(`${type} is in the lock, but no contract declares it`);
    else if (Number(version) > contract.schemaVersion)
      errors.push(
        `${name} was written, but the contract ends at version ${contract.schemaVersion}: its upcaster is missing`,
      );
    else if (Number(version) === contract.schemaVersion && hashOf(schemaText(contract)) !== hash) {
      errors.push(`${name} has changed: make version ${contract.schemaVersion + 1} with an upcaster and a golden file`);
    }
  }
  for (const contract of contracts) {
    for (let version = 1; version <= contract.schemaVersion; version++) {
      const name = versionName(contract, version);
      if (version < contract.schemaVersion && lock[name] === undefined)
        errors.push(`${name} is not in the lock, though version ${version + 1} follows on it`);
      if (!golden.has(name)) errors.push(`golden/${name}.json is missing: the first event ever written so`);
    }
  }
  return errors;
}

/** The versions that are not in the lock yet, with their texts. */
export const newVersions = (contracts: readonly EventContract[], lock: StoredVersions['lock']): Map<string, string> =>
  new Map(
    contracts
      .map((contract) => [versionName(contract, contract.schemaVersion), schemaText(contract)] as const)
      .filter(([name]) => lock[name] === undefined),
  );

/** The lock with these versions as well, sorted by name. */
export const lockWith = (lock: StoredVersions['lock'], added: ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries(
    [...Object.entries(lock), ...[...added].map(([name, text]) => [name, hashOf(text)] as const)].sort(
      ([one], [other]) => (one < other ? -1 : 1),
    ),
  );
