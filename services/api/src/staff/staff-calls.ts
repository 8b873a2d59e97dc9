import { Inject, Injectable } from '@nestjs/common';
import { MAX_LISTED_CALLS, type StaffCall } from '@plimsoll/contracts/staff/staff-access';
import { transaction } from '@plimsoll/postgres/transaction';
import { queryAsTenant } from '@plimsoll/projections/platform/query-as-tenant';
import { READ_POOL } from '@plimsoll/projections/platform/read-pool';
import type pg from 'pg';
import { validate } from 'uuid';

/** A request made with a staff access. */
export interface CalledByStaff {
  readonly tenant: string;
  readonly accessGuid: string;
  readonly operationId: string;
  /** Path parameters, not validated. */
  readonly params: unknown;
  /** Whether it is a write, which no access allows. */
  readonly isRefused: boolean;
}

/** Requests made with an access. */
export interface CallsOfAccess {
  readonly callCount: number;
  /** The latest requests, newest first. */
  readonly calls: StaffCall[];
}

/** Log of staff requests to organizations. A request that cannot be logged is not answered. */
@Injectable()
export class StaffCalls {
  constructor(@Inject(READ_POOL) private readonly pool: pg.Pool) {}

  async write({ tenant, accessGuid, operationId, params, isRefused }: CalledByStaff): Promise<void> {
    await transaction(this.pool, async (client) => {
      await client.query("select set_config('plimsoll.tenant', $1, true)", [tenant]);
      await client.query(
        'insert into staff_calls (tenant, access_guid, operation_id, record_guid, is_refused) values ($1, $2, $3, $4, $5)',
        [tenant, accessGuid, operationId, recordOf(params), isRefused],
      );
    });
  }

  /** Requests by access, as shown to the organization. */
  async of(tenant: string): Promise<ReadonlyMap<string, CallsOfAccess>> {
    const [rows] = await queryAsTenant(this.pool, { tenant }, [
      {
        name: 'staff calls',
        text: `select access_guid as access, count(*)::int as count,
          (select jsonb_agg(jsonb_build_object('at', to_char(n.called_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'operationId', n.operation_id, 'recordGuid', n.record_guid, 'isRefused', n.is_refused) order by n.called_at desc)
           from (select * from staff_calls c where c.tenant = $1 and c.access_guid = s.access_guid order by c.called_at desc limit ${MAX_LISTED_CALLS}) n) as calls
        from staff_calls s where tenant = $1 group by access_guid`,
        values: [tenant],
      },
    ]);
    return new Map(
      (rows as { access: string; count: number; calls: StaffCall[] }[]).map(({ access, count, calls }) => [
        access,
        { callCount: count, calls },
      ]),
    );
  }
}

/** Guid of the record that the path names, apart from the organization; null for none. */
function recordOf(params: unknown): string | null {
  const guids = Object.entries((params ?? {}) as object).filter(
    ([name, value]) => name !== 'orgGuid' && typeof value === 'string' && validate(value),
  );
  return (guids.at(-1)?.[1] as string | undefined) ?? null;
}
