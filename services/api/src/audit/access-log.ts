import { Inject, Injectable } from '@nestjs/common';
import type { AccessAction, AccessFilter, ReaderKind } from '@plimsoll/contracts/audit/accesses';
import { pipelined } from '@plimsoll/postgres/ask-together';
import { Values } from '@plimsoll/projections/incidents/incident-list/list-conditions';
import { queryAsTenant } from '@plimsoll/projections/platform/query-as-tenant';
import { READ_POOL } from '@plimsoll/projections/platform/read-pool';
import pg from 'pg';
import { refuse } from '../commands/decision.ts';
import { Refused, RETRY_AFTER } from '../http/problems/problem-of.ts';
import type { AccessSettled } from './access-settled.ts';
import { SET_CONFIG } from '../integration/api-keys.ts';

/** The reader of a request. */
export interface Reader {
  readonly tenant: string;
  readonly personGuid: string;
  readonly personKind: ReaderKind;
  readonly route: string;
  readonly requestId: string;
  /** Tells the edge that the answer may leave. */
  readonly settle?: (access: AccessSettled) => void;
}

/** The data that was read. */
export interface Reading {
  readonly action: AccessAction;
  readonly record?: { readonly kind: string; readonly guid: string };
  /** Number of records. */
  readonly count?: number;
}

/** A line of the log, with guids only. */
export interface WrittenAccess {
  readonly access_number: number;
  readonly at: string;
  readonly person_guid: string;
  readonly person_kind: ReaderKind;
  readonly action: AccessAction;
  readonly record_kind: string | null;
  readonly record_guid: string | null;
  readonly route: string;
  readonly record_count: number;
  readonly request_id: string;
}

const INSERT = {
  name: 'access',
  text: `insert into accesses (tenant, person_guid, person_kind, action, record_kind, record_guid, route, record_count, request_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};
const COLUMNS = `access_number, to_char(accessed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, person_guid, person_kind, action, record_kind, record_guid, route, record_count, request_id`;

function conditionOf(
  values: Values,
  tenant: string,
  { from, to, personGuid, recordGuid, action }: AccessFilter,
): string {
  return [
    `tenant = ${values.add(tenant)}`,
    ...(from === undefined ? [] : [`accessed_at >= ${values.add(from)}::timestamptz`]),
    ...(to === undefined ? [] : [`accessed_at <= ${values.add(to)}::timestamptz`]),
    ...(personGuid === undefined ? [] : [`person_guid = ${values.add(personGuid)}::uuid`]),
    ...(recordGuid === undefined ? [] : [`record_guid = ${values.add(recordGuid)}::uuid`]),
    ...(action === undefined ? [] : [`action = ${values.add(action)}`]),
  ].join(' and ');
}

/** Log of reading accesses to an organization's data. A read that cannot be logged is not answered. */
@Injectable()
export class AccessLog {
  constructor(@Inject(READ_POOL) private readonly pool: pg.Pool) {}

  /** Writes a line in one round trip. Await it before any of the data is sent. Throws 503 when it cannot be written. */
  async write(
    { tenant, personGuid, personKind, route, requestId, settle }: Reader,
    { action, record, count = 1 }: Reading,
  ): Promise<void> {
    try {
      await this.#insert([
        tenant,
        personGuid,
        personKind,
        action,
        record?.kind ?? null,
        record?.guid ?? null,
        route,
        count,
        requestId,
      ]);
      settle?.('WRITTEN');
    } catch (cause) {
      const refused = new Refused(refuse('Unavailable'), RETRY_AFTER);
      refused.cause = cause;
      throw refused;
    }
  }

  /** Writes a view of another person's sensitive event; of any other event none is needed. */
  async writeView(
    reader: Reader,
    record: Reading['record'] & object,
    { isOthersSensitive }: { readonly isOthersSensitive: boolean },
  ): Promise<void> {
    if (isOthersSensitive) await this.write(reader, { action: 'VIEW', record });
    else reader.settle?.('NOT_NEEDED');
  }

  async #insert(values: readonly [tenant: string, ...unknown[]]): Promise<void> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await pipelined(client, [
        'begin',
        { text: SET_CONFIG, values: ['plimsoll.tenant', values[0]] },
        { ...INSERT, values: [...values] },
        'commit',
      ]);
    } catch (error) {
      // After a failed statement the transaction is rolled back, and the connection can be reused.
      if (!(error instanceof pg.DatabaseError)) broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** At most `limit` lines: the newest before a line, or the oldest after one. */
  async list(
    tenant: string,
    filter: AccessFilter,
    from: { readonly before?: number | undefined } | { readonly after: number },
    limit: number,
  ): Promise<WrittenAccess[]> {
    const values = new Values();
    const condition = conditionOf(values, tenant, filter);
    const isOnwards = 'after' in from;
    const bound = isOnwards
      ? ` and access_number > ${values.add(from.after)}`
      : from.before === undefined
        ? ''
        : ` and access_number < ${values.add(from.before)}`;
    const [rows] = await queryAsTenant(this.pool, { tenant }, [
      {
        text: `select ${COLUMNS} from accesses where ${condition}${bound} order by access_number ${isOnwards ? '' : 'desc'} limit ${values.add(limit)}`,
        values: values.list,
      },
    ]);
    return rows as WrittenAccess[];
  }

  async count(tenant: string, filter: AccessFilter): Promise<number> {
    const values = new Values();
    const [rows] = await queryAsTenant(this.pool, { tenant }, [
      {
        text: `select count(*)::integer as count from accesses where ${conditionOf(values, tenant, filter)}`,
        values: values.list,
      },
    ]);
    return (rows as [{ count: number }])[0].count;
  }
}
