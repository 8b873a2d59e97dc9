import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { QueryBus } from '@nestjs/cqrs';
import { BUNDLE_RETENTION_DAYS, type AuditBundle } from '@plimsoll/contracts/audit/bundles';
import type { FormCatalogue } from '@plimsoll/contracts/forms/form-catalogue';
import { keyIdOf } from '@plimsoll/event-store/chain/checkpoint';
import { readFormerKeys } from '@plimsoll/event-store/postgres/checkpoint-keys';
import { inTenant } from '@plimsoll/event-store/postgres/in-tenant';
import { readCheckpoints } from '@plimsoll/event-store/postgres/log-checkpoints';
import { PostgresKeyVault } from '@plimsoll/event-store/postgres/postgres-key-vault';
import { readStoredPage } from '@plimsoll/event-store/postgres/read-page';
import { Sealing } from '@plimsoll/event-store/crypto/sealing';
import { FindAuditorGrant } from '@plimsoll/projections/auditors/auditor-grant-list/query';
import { FindWholeList } from '@plimsoll/projections/incidents/incident-list/whole-list';
import { WasErasedAfter } from '@plimsoll/projections/audit/change-log/query';
import { FindOrganization } from '@plimsoll/projections/organizations/organization-settings/query';
import type pg from 'pg';
import { DiskFiles } from '../attachments/storage/disk-files.ts';
import { auditorViewer } from '../auditors/auditor-grants.ts';
import type { Files } from '../attachments/storage/files.ts';
import { openFiles } from '../attachments/open-files.ts';
import { openFrames, readingFrom, sealFrames } from '../attachments/storage/sealed-frames.ts';
import type { Resources } from '../platform/process/resources.ts';
import { NotAsWritten, publicKeyBytes, type BundleRange, type BundleSource } from './bundle-contents.ts';
import { writeBundle } from './write-bundle.ts';

/** A bundle as stored in its table row. */
export interface StoredBundle extends BundleRange {
  readonly grantGuid: string | null;
  readonly bundleGuid: string;
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly fingerprint: string;
  readonly status: AuditBundle['status'];
  readonly progress: number;
  readonly bytes: number | null;
  readonly sha256: string | null;
}

/** Lease of a bundle in progress; it expires when its process does not renew it. */
const CLAIM = "interval '5 minutes'";
const COLUMNS = `tenant, bundle_guid as "bundleGuid", asked_by as "askedBy", asked_at as "askedAt", first_position::integer as "firstPosition", last_position::integer as "lastPosition",
  personal_data as "personalData", include_sensitive as "includeSensitive", grant_guid as "grantGuid", fingerprint, status, progress, bytes::float8 as bytes, sha256`;

const fingerprintOf = (key: KeyObject): string => createHash('sha256').update(publicKeyBytes(key)).digest('hex');

/**
 * Makes audit bundles and stores them, sealed, for some days. One whose process ended is resumed by the next request.
 */
export class AuditBundles {
  readonly #pool: pg.Pool;
  readonly #sealing: Sealing;
  readonly #vault: PostgresKeyVault;
  readonly #signingKey: KeyObject;
  readonly #store: DiskFiles;
  readonly #files: Files | undefined;
  readonly #underWay = new Map<string, Promise<void>>();
  #verifier: string | undefined;

  constructor(
    {
      pool,
      sealingKey,
      signingKey,
      filesDir,
      bucket,
    }: Pick<Resources, 'pool' | 'sealingKey' | 'signingKey' | 'filesDir' | 'bucket'>,
    private readonly queries: QueryBus,
    private readonly forms: FormCatalogue,
  ) {
    this.#pool = pool;
    this.#sealing = new Sealing(Buffer.from(sealingKey, 'base64'));
    this.#vault = new PostgresKeyVault(pool, this.#sealing);
    this.#signingKey = createPrivateKey(signingKey);
    this.#store = new DiskFiles(join(filesDir ?? mkdtempSync(join(tmpdir(), 'plimsoll-bundles-')), 'bundles'));
    this.#files = filesDir === undefined ? undefined : openFiles({ pool, sealingKey, bucket }, filesDir);
  }

  /** Page that verifies bundles. */
  get verifier(): string {
    return (this.#verifier ??= readFileSync(new URL('./verify.html', import.meta.url), 'utf8'));
  }

  /** Starts a bundle, unless it was started before. */
  async begin({
    tenant,
    bundleGuid,
    askedBy,
    firstPosition,
    lastPosition,
    personalData,
    includeSensitive,
    grantGuid,
  }: BundleRange & Pick<StoredBundle, 'bundleGuid' | 'askedBy'>): Promise<void> {
    await inTenant(this.#pool, tenant, (client) =>
      client.query(
        `insert into audit_bundles (tenant, bundle_guid, asked_by, first_position, last_position, personal_data, include_sensitive, fingerprint, grant_guid)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (tenant, bundle_guid) do nothing`,
        [
          tenant,
          bundleGuid,
          askedBy,
          firstPosition,
          lastPosition,
          personalData,
          includeSensitive,
          fingerprintOf(this.#signingKey),
          grantGuid ?? null,
        ],
      ),
    );
    await this.#resume(tenant);
  }

  /** Bundles that are ready or in progress, the latest first. */
  async list(tenant: string): Promise<StoredBundle[]> {
    await this.#resume(tenant);
    return this.removeOutdated(tenant);
  }

  /** Removes bundles with data that was erased since. @returns the others, the latest first. */
  async removeOutdated(tenant: string): Promise<StoredBundle[]> {
    const { rows } = await inTenant(this.#pool, tenant, (client) =>
      client.query<StoredBundle>(
        `select ${COLUMNS} from audit_bundles where tenant = $1 and asked_at > clock_timestamp() - interval '${BUNDLE_RETENTION_DAYS} days' order by asked_at desc, bundle_guid`,
        [tenant],
      ),
    );
    const erased = await Promise.all(
      rows.map(({ lastPosition }) => this.queries.execute(new WasErasedAfter(tenant, lastPosition))),
    );
    for (const [index, { bundleGuid }] of rows.entries()) if (erased[index]) await this.#remove(tenant, bundleGuid);
    return rows.filter((_, index) => !erased[index]);
  }

  /** A bundle; null where there is none, where it has expired, or where data in it was erased since. */
  async find(tenant: string, bundleGuid: string): Promise<StoredBundle | null> {
    return (await this.list(tenant)).find((bundle) => bundle.bundleGuid === bundleGuid) ?? null;
  }

  /** Bytes of a finished bundle; null while it is in progress. */
  async read({ tenant, bundleGuid, bytes, status }: StoredBundle): Promise<Readable | null> {
    if (status !== 'READY') return null;
    const {
      rows: [row],
    } = await inTenant(this.#pool, tenant, (client) =>
      client.query<{ wrapped: Buffer }>('select wrapped from audit_bundles where tenant = $1 and bundle_guid = $2', [
        tenant,
        bundleGuid,
      ]),
    );
    const sealed = row && (await this.#store.get(`${tenant}/${bundleGuid}`));
    if (!sealed) return null;
    const key = this.#sealing.unwrap({ tenant, subject: `bundle ${bundleGuid}` }, row.wrapped);
    return readingFrom(sealed, openFrames(key, bundleGuid, sealed, { from: 0, to: bytes!, size: bytes! }));
  }

  /** Makes a bundle without storing it, for the command line. */
  async write(range: BundleRange, made: Date): Promise<AsyncIterable<Buffer>> {
    return writeBundle(range, await this.#source(range, made));
  }

  /** All signing keys: the current one, and earlier ones. */
  async publicKeys(): Promise<
    { keyId: string; fingerprint: string; publicKey: string; from: string | null; to: string | null }[]
  > {
    const own = createPublicKey(this.#signingKey);
    const { rows } = await this.#pool.query<{ id: string; from: Date | null; to: Date | null }>(
      'select key_id as id, min(vouched_at) filter (where key_id = vouched_by) as "from", min(vouched_at) filter (where key_id <> vouched_by) as "to" from checkpoint_keys group by key_id',
    );
    const known = new Map(rows.map((row) => [row.id, row]));
    return [own, ...(await readFormerKeys(this.#pool, own))].map((key, index) => {
      const keyId = keyIdOf(key);
      const { from, to } = known.get(keyId) ?? { from: null, to: null };
      return {
        keyId,
        fingerprint: fingerprintOf(key),
        publicKey: publicKeyBytes(key).toString('base64'),
        from: from?.toISOString() ?? null,
        to: index === 0 ? null : (to?.toISOString() ?? null),
      };
    });
  }

  /** Removes expired bundles. @param projectorPool sees the rows of all organizations. */
  async sweep(projectorPool: pg.Pool): Promise<void> {
    const { rows } = await projectorPool.query<{ tenant: string; guid: string }>(
      `select tenant, bundle_guid as guid from audit_bundles where asked_at < clock_timestamp() - interval '${BUNDLE_RETENTION_DAYS} days'`,
    );
    for (const { tenant, guid } of rows) await this.#remove(tenant, guid);
  }

  /** Resolves when no bundle is in progress in this process. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }

  /** Key first: bytes that an error leaves behind are then unreadable. */
  async #remove(tenant: string, bundleGuid: string): Promise<void> {
    await inTenant(this.#pool, tenant, (client) =>
      client.query('delete from audit_bundles where tenant = $1 and bundle_guid = $2', [tenant, bundleGuid]),
    );
    await this.#store.delete(`${tenant}/${bundleGuid}`);
  }

  /** Resumes bundles whose lease has expired. */
  async #resume(tenant: string): Promise<void> {
    const { rows } = await inTenant(this.#pool, tenant, (client) =>
      client.query<StoredBundle>(
        `update audit_bundles set claimed_until = clock_timestamp() + ${CLAIM} where tenant = $1 and status = 'MAKING' and (claimed_until is null or claimed_until < clock_timestamp()) returning ${COLUMNS}`,
        [tenant],
      ),
    );
    for (const bundle of rows) {
      const making = this.#make(bundle).finally(() => this.#underWay.delete(bundle.bundleGuid));
      this.#underWay.set(bundle.bundleGuid, making);
    }
  }

  async #make(bundle: StoredBundle): Promise<void> {
    const { tenant, bundleGuid, firstPosition, lastPosition } = bundle;
    const note = (change: string, values: readonly unknown[] = []) =>
      inTenant(this.#pool, tenant, (client) =>
        client.query(
          `update audit_bundles set ${change} where tenant = $1 and bundle_guid = $2 and status = 'MAKING'`,
          [tenant, bundleGuid, ...values],
        ),
      );
    try {
      const { key, wrapped } = this.#sealing.freshKey({ tenant, subject: `bundle ${bundleGuid}` });
      const hash = createHash('sha256');
      let bytes = 0;
      const share = (position: number) =>
        Math.floor(((position - firstPosition + 1) * 99) / (lastPosition - firstPosition + 1));
      const zip = writeBundle(
        bundle,
        await this.#source(bundle, bundle.askedAt),
        async (position) =>
          void (await note(`progress = $3, claimed_until = clock_timestamp() + ${CLAIM}`, [share(position)])),
      );
      await this.#store.put(
        `${tenant}/${bundleGuid}`,
        sealFrames(
          key,
          bundleGuid,
          (async function* counted() {
            for await (const part of zip) {
              bytes += part.length;
              hash.update(part);
              yield part;
            }
          })(),
        ),
      );
      await note("status = 'READY', progress = 100, claimed_until = null, wrapped = $3, bytes = $4, sha256 = $5", [
        wrapped,
        bytes,
        hash.digest('hex'),
      ]);
    } catch (error) {
      // A log with an invalid chain is final; other errors may be temporary.
      await note(
        error instanceof NotAsWritten
          ? "status = 'FAILED', claimed_until = null"
          : "claimed_until = clock_timestamp() + interval '10 seconds'",
      ).catch(() => undefined);
    }
  }

  /** The incidents that a grant currently opens. */
  async #openedBy(tenant: string, grantGuid: string, now: Date): Promise<ReadonlySet<string>> {
    const grant = await this.queries.execute(new FindAuditorGrant(tenant, grantGuid));
    const listed = grant ? await this.queries.execute(new FindWholeList(tenant, auditorViewer(grant), {}, now)) : [];
    return new Set(listed.map(({ eventId }) => eventId));
  }

  async #source({ tenant, grantGuid }: BundleRange, made: Date): Promise<BundleSource> {
    const own = createPublicKey(this.#signingKey);
    const [opened, organization, checkpoints, formerKeys] = await Promise.all([
      grantGuid ? this.#openedBy(tenant, grantGuid, made) : undefined,
      this.queries.execute(new FindOrganization(tenant)),
      readCheckpoints(this.#pool, tenant),
      readFormerKeys(this.#pool, own),
    ]);
    const files = this.#files;
    return {
      organizationName: organization?.name ?? tenant,
      made,
      opened,
      checkpoints,
      formerKeys,
      signingKey: this.#signingKey,
      verifier: this.verifier,
      page: async (after, limit) => (await readStoredPage(this.#pool, tenant, after, limit)).rows,
      keysOf: (subjects) => this.#vault.keysOf(tenant, subjects),
      form: (formGuid, version) => this.forms.find(tenant, formGuid, version),
      file: async (fileGuid, size) => (await files?.read(tenant, fileGuid, { from: 0, to: size, size })) ?? null,
    };
  }
}
