import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import type { Claim } from './organization-domain.ts';
import type { FoundRecord } from './verify-domain.ts';

const KEY_BYTES = 32;
const ANSWER_WITHIN_MS = 3_000;
/** DNS error codes for a missing record. */
const NOTHING_THERE = ['ENOTFOUND', 'ENODATA'];

/**
 * TXT records that prove who owns a domain. The required value is derived from organization and domain with a key, and
 * not stored.
 */
export class DomainRecords {
  readonly #key: KeyObject;
  readonly #servers: readonly string[];

  /** @param sealingKey in base64. @param servers name servers to query; empty for those of the machine. */
  constructor(sealingKey: string, servers: readonly string[]) {
    this.#key = createSecretKey(
      Buffer.from(
        hkdfSync(
          'sha256',
          createSecretKey(Buffer.from(sealingKey, 'base64')),
          '',
          'plimsoll domain records',
          KEY_BYTES,
        ),
      ),
    );
    this.#servers = servers;
  }

  of({ organizationGuid, domain }: Claim): { readonly recordName: string; readonly recordValue: string } {
    const mark = createHmac('sha256', this.#key).update(`${organizationGuid} ${domain}`).digest('base64url');
    return { recordName: `_plimsoll.${domain}`, recordValue: `plimsoll=${mark}` };
  }

  /** Queries the name servers for the record, without a cache. */
  async find(claim: Claim): Promise<FoundRecord> {
    const { recordName, recordValue } = this.of(claim);
    const resolver = new Resolver({ timeout: ANSWER_WITHIN_MS, tries: 1 });
    if (this.#servers.length > 0) resolver.setServers(this.#servers);
    try {
      const records = await resolver.resolveTxt(recordName);
      return records.some((parts) => isSame(parts.join('').trim(), recordValue)) ? 'FOUND' : 'NOT_FOUND';
    } catch (error) {
      return NOTHING_THERE.includes((error as { code?: string }).code ?? '') ? 'NOT_FOUND' : 'NO_ANSWER';
    }
  }
}

const isSame = (found: string, wanted: string): boolean =>
  found.length === wanted.length &&
  timingSafeEqual(Buffer.from(found.padEnd(wanted.length)).subarray(0, wanted.length), Buffer.from(wanted));
