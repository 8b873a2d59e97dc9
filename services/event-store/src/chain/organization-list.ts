import { createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';
import { keyIdOf } from './checkpoint.ts';

/** A signed statement of which organizations there were at a time. */
export interface OrganizationList {
  readonly organizations: number;
  /** SHA-256 of all their guids in lower case, sorted, a line feed after each; in hex. */
  readonly digest: string;
  /** Those that the list before did not have. Not signed: they have to give the digest, with those before. */
  readonly added: readonly string[];
  readonly time: string;
  /** Whose signature it is, as in a checkpoint. */
  readonly keyId: string;
  /** Ed25519 over how many, digest and time, in base64. */
  readonly signature: string;
}

/** A list, and where it was found: the table, or a line of a file. */
export interface KeptOrganizationList extends OrganizationList {
  readonly place: string;
}

const textOf = ({ organizations, digest, time }: Pick<OrganizationList, 'organizations' | 'digest' | 'time'>): Buffer =>
  Buffer.from(`plimsoll organizations 1\n${organizations}\n${digest}\n${time}\n`, 'utf8');

/** @param organizations guids, in any order and case, each once. */
export const digestOf = (organizations: Iterable<string>): string =>
  hash(
    'sha256',
    [...organizations]
      .map((guid) => `${guid.toLowerCase()}\n`)
      .sort()
      .join(''),
    'hex',
  );

/** Signs with Ed25519; the text that is signed is the fields, one to a line, after `plimsoll organizations 1`. */
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

/** Whether it was signed by the holder of the key, and says what was signed. */
export const isGenuineList = (list: OrganizationList, publicKey: KeyObject): boolean =>
  list.keyId === keyIdOf(publicKey) && verify(null, textOf(list), publicKey, Buffer.from(list.signature, 'base64'));

export interface ListedOrganizations {
  /** Every organization that a genuine list names, with the newest one that does. */
  readonly named: ReadonlyMap<string, KeptOrganizationList>;
  /** Lists that nobody should believe, and those that name more than can be told. */
  readonly faults: readonly string[];
  readonly newest: KeptOrganizationList | undefined;
}

/**
 * Reads signed lists: whom they name follows from what each has added, as far as that gives the digest that was signed.
 * Where lines are missing (one month's file alone), it is tried whether those that began first give it: organizations never go.
 * @param there the organizations that there are, in the order in which they began.
 * @param publicKeys whose signatures count.
 */
export function listedOrganizations(
  lists: readonly KeptOrganizationList[],
  there: readonly string[],
  publicKeys: readonly KeyObject[],
): ListedOrganizations {
  const told = new Set<string>();
  const named = new Map<string, KeptOrganizationList>();
  const faults = new Map<string, string>();
  let newest: KeptOrganizationList | undefined;
  for (const list of [...lists].sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0))) {
    const publicKey = publicKeys.find((key) => keyIdOf(key) === list.keyId);
    if (!publicKey || !isGenuineList(list, publicKey)) {
      faults.set(
        `${list.signature} ${list.place}`,
        publicKey
          ? `the list of organizations of ${list.time} does not say what our key signed (${list.place})`
          : `the list of organizations of ${list.time} is signed by the key ${list.keyId}, which is not ours (${list.place})`,
      );
      continue;
    }
    newest = list;
    for (const guid of list.added) told.add(guid.toLowerCase());
    const gives = (guids: readonly string[]) => guids.length === list.organizations && digestOf(guids) === list.digest;
    const whom = [[...told], there.slice(0, list.organizations)].find(gives);
    if (whom) {
      for (const guid of whom) named.set(guid, list);
    } else {
      const left = there.length < list.organizations ? `, and there are ${there.length}` : '';
      faults.set(
        list.signature,
        `the list of organizations of ${list.time} names ${list.organizations}${left}: those that are there, or that the lists before it name, do not give what was signed (${list.place})`,
      );
    }
  }
  return { named, faults: [...faults.values()], newest };
}
