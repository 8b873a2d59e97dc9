import { createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';
import { keyIdOf } from './checkpoint.ts';

/** A signed statement of which organizations existed at a time. */
export interface OrganizationList {
  readonly organizations: number;
  /** SHA-256 of all their guids in lower case, sorted, a line feed after each; in hex. */
  readonly digest: string;
  /** Organizations that the previous list did not have. Not signed: with the earlier ones they must give the digest. */
  readonly added: readonly string[];
  readonly time: string;
  /** Identifies the signing key, as in a checkpoint. */
  readonly keyId: string;
  /** Ed25519 over count, digest and time, in base64. */
  readonly signature: string;
}

/** A list with its source: the table, or a line of a file. */
export interface StoredOrganizationList extends OrganizationList {
  readonly place: string;
}

const textOf = ({ organizations, digest, time }: Pick<OrganizationList, 'organizations' | 'digest' | 'time'>): Buffer =>
  Buffer.from(`plimsoll organizations 1\n${organizations}\n${digest}\n${time}\n`, 'utf8');

/** Hashes a set of organizations. @param organizations guids, in any order and case, each once. */
export const digestOf = (organizations: Iterable<string>): string =>
  hash(
    'sha256',
    [...organizations]
      .map((guid) => `${guid.toLowerCase()}\n`)
      .sort()
      .join(''),
    'hex',
  );

/** Signs a list with Ed25519. The signed text is the fields, one per line, after `plimsoll organizations 1`. */
export function signOrganizations(
  all: readonly string[],
  before: ReadonlySet<string>,
  time: string,
  signingKey: KeyObject,
): OrganizationList {
  const signed = { organizations: all.length, digest: digestOf(all), time };
  return {
    organizations: signed.organizations,
    digest: signed.digest,
    added: all.filter((guid) => !before.has(guid)).sort(),
    time,
    keyId: keyIdOf(createPublicKey(signingKey)),
    signature: sign(null, textOf(signed), signingKey).toString('base64'),
  };
}

/** Whether the list carries a valid signature of this key. */
export const isGenuineList = (list: OrganizationList, publicKey: KeyObject): boolean =>
  list.keyId === keyIdOf(publicKey) && verify(null, textOf(list), publicKey, Buffer.from(list.signature, 'base64'));

/** The organizations that a set of signed lists names. */
export interface ListedOrganizations {
  /** Every organization that a valid list names, with the newest list that does. */
  readonly named: ReadonlyMap<string, StoredOrganizationList>;
  /** Errors of lists with an invalid signature, and of lists whose members cannot be determined. */
  readonly errors: readonly string[];
  readonly newest: StoredOrganizationList | undefined;
}

/**
 * Determines which organizations signed lists name: each adds some to the previous one, up to the signed digest. Where
 * lines are missing (a single month's file), the oldest organizations are tried instead, since organizations are never
 * removed.
 * @param there the organizations that exist, oldest first.
 * @param publicKeys keys whose signatures are accepted.
 */
export function listedOrganizations(
  lists: readonly StoredOrganizationList[],
  there: readonly string[],
  publicKeys: readonly KeyObject[],
): ListedOrganizations {
  const listed = new Set<string>();
  const named = new Map<string, StoredOrganizationList>();
  const errors = new Map<string, string>();
  let newest: StoredOrganizationList | undefined;
  for (const list of [...lists].sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0))) {
    const publicKey = publicKeys.find((key) => keyIdOf(key) === list.keyId);
    if (!publicKey || !isGenuineList(list, publicKey)) {
      errors.set(
        `${list.signature} ${list.place}`,
        publicKey
          ? `the list of organizations of ${list.time} does not say what our key signed (${list.place})`
          : `the list of organizations of ${list.time} is signed by the key ${list.keyId}, which is not ours (${list.place})`,
      );
      continue;
    }
    newest = list;
    for (const guid of list.added) listed.add(guid.toLowerCase());
    const gives = (guids: readonly string[]) => guids.length === list.organizations && digestOf(guids) === list.digest;
    const whom = [[...listed], there.slice(0, list.organizations)].find(gives);
    if (whom) {
      for (const guid of whom) named.set(guid, list);
    } else {
      const left = there.length < list.organizations ? `, and there are ${there.length}` : '';
      errors.set(
        list.signature,
        `the list of organizations of ${list.time} names ${list.organizations}${left}: those that are there, or that the lists before it name, do not give what was signed (${list.place})`,
      );
    }
  }
  return { named, errors: [...errors.values()], newest };
}
