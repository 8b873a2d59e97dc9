import { Inject, Injectable } from '@nestjs/common';
import { READ_POOL } from '@plimsoll/projections/platform/read-pool';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import type pg from 'pg';
import { SwrCache } from '../platform/cache/swr-cache.ts';

/** An access of a session to an organization. */
export interface OpenStaffAccess {
  readonly accessGuid: string;
  readonly sessionGuid: string;
  readonly userGuid: string;
  readonly organizationGuid: string;
  readonly endsAt: string;
}

/** Viewer of staff in an organization: sees others' incidents, and may change nothing. */
export const staffViewer = (userGuid: string): Viewer => ({
  userGuid,
  isAdmin: false,
  permissions: new Set(['VIEW_OTHER_USERS_EVENTS']),
  userGroupNames: [],
  reportingGroupGuid: null,
});

/** Organizations that staff may currently read, by session: an access ends with the session in which it began. */
@Injectable()
export class StaffAccesses {
  readonly #open: SwrCache<ReadonlyMap<string, string>>;

  constructor(@Inject(READ_POOL) private readonly pool: pg.Pool) {
    this.#open = new SwrCache((sessionGuid) => this.#readOpen(sessionGuid));
  }

  /** Access guids of a session by organization; at most half a second old. */
  of(sessionGuid: string): Promise<ReadonlyMap<string, string>> {
    return this.#open.of(sessionGuid);
  }

  /** Opens an access; no effect if it exists, even a closed one. */
  async open({ accessGuid, sessionGuid, userGuid, organizationGuid, endsAt }: OpenStaffAccess): Promise<void> {
    await this.pool.query(
      'insert into staff_accesses (access_guid, session_guid, user_guid, organization_guid, ends_at) values ($1, $2, $3, $4, $5) on conflict do nothing',
      [accessGuid, sessionGuid, userGuid, organizationGuid, endsAt],
    );
    this.#open.forget(sessionGuid);
  }

  /** The latest end of an access; undefined for an unknown one. */
  async endOf(accessGuid: string): Promise<Date | undefined> {
    const { rows } = await this.pool.query<{ ends_at: Date }>(
      'select ends_at from staff_accesses where access_guid = $1',
      [accessGuid],
    );
    return rows[0]?.ends_at;
  }

  /** Closes a user's own access. @returns its organization; undefined for an unknown access. */
  async close(accessGuid: string, userGuid: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ session: string; organization: string }>(
      `update staff_accesses set ended_at = coalesce(ended_at, clock_timestamp()) where access_guid = $1 and user_guid = $2
       returning session_guid as session, organization_guid as organization`,
      [accessGuid, userGuid],
    );
    for (const { session } of rows) this.#open.forget(session);
    return rows[0]?.organization;
  }

  /**
   * Closes an access to this organization and all other open ones of its user to it, in whichever session; no effect on
   * accesses to others. @returns the guids of the other ones.
   */
  async closeTo(organizationGuid: string, accessGuid: string): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ guid: string; session: string }>(
      `update staff_accesses set ended_at = coalesce(ended_at, clock_timestamp())
       where organization_guid = $2 and (access_guid = $1 or (ended_at is null and user_guid = (select user_guid from staff_accesses where access_guid = $1 and organization_guid = $2)))
       returning access_guid as guid, session_guid as session`,
      [accessGuid, organizationGuid],
    );
    for (const { session } of rows) this.#open.forget(session);
    return rows.map(({ guid }) => guid).filter((guid) => guid !== accessGuid);
  }

  /** Closes all open accesses of a user. @returns the closed ones. */
  async closeAll(
    userGuid: string,
  ): Promise<readonly { readonly accessGuid: string; readonly organizationGuid: string }[]> {
    const { rows } = await this.pool.query<{ accessGuid: string; organizationGuid: string; session: string }>(
      `update staff_accesses set ended_at = clock_timestamp() where user_guid = $1 and ended_at is null and ends_at > clock_timestamp()
       returning access_guid as "accessGuid", organization_guid as "organizationGuid", session_guid as session`,
      [userGuid],
    );
    for (const { session } of rows) this.#open.forget(session);
    return rows;
  }

  async #readOpen(sessionGuid: string): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<{ organization: string; access: string }>({
      name: 'open staff accesses',
      text: `select organization_guid as organization, access_guid as access from staff_accesses
        where session_guid = $1 and ended_at is null and ends_at > clock_timestamp() order by began_at`,
      values: [sessionGuid],
    });
    return new Map(rows.map(({ organization, access }) => [organization, access]));
  }
}
