import type { AuditorGrantStatus } from '@plimsoll/contracts/auditors/grants';
import type { AuditorScope } from '@plimsoll/contracts/auditors/scope';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { AuditorGrantRow } from '@plimsoll/projections/auditors/auditor-grant-list/project';
import { FindAuditorGrant, type MadeAuditorGrant } from '@plimsoll/projections/auditors/auditor-grant-list/query';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { SwrCache } from '../platform/cache/swr-cache.ts';

/** Status of a grant at a given time. */
export function grantStatus(
  { is_revoked, is_locked, expires_at }: Pick<AuditorGrantRow, 'is_revoked' | 'is_locked' | 'expires_at'>,
  now: Date,
): AuditorGrantStatus {
  if (is_revoked) return 'REVOKED';
  if (Date.parse(expires_at) <= now.getTime()) return 'EXPIRED';
  return is_locked ? 'LOCKED' : 'ACTIVE';
}

export const scopeOf = (grant: AuditorGrantRow): AuditorScope => ({
  from: grant.scope_from,
  to: grant.scope_to,
  formGuids: grant.form_guids,
  worksiteGuids: grant.worksite_guids,
  eventIds: grant.event_ids,
  includeSensitive: grant.include_sensitive,
  withNames: grant.with_names,
});

/** Viewer of an auditor: sees others' incidents within the grant's scope, and may execute nothing. */
export function auditorViewer(grant: AuditorGrantRow): Viewer {
  const permissions = new Set<Permission>([
    'VIEW_OTHER_USERS_EVENTS',
    ...(grant.include_sensitive ? (['SEE_INJURY_DATA'] as const) : []),
  ]);
  return {
    userGuid: grant.grant_guid,
    isAdmin: false,
    permissions,
    userGroupNames: [],
    reportingGroupGuid: null,
    auditor: scopeOf(grant),
  };
}

/** Cache of grants. A revoked grant loses access within a second. */
@Injectable()
export class AuditorGrants {
  readonly #known: SwrCache<MadeAuditorGrant | null>;

  constructor(queries: QueryBus) {
    this.#known = new SwrCache((names) => {
      const [tenant, grantGuid] = names.split(' ') as [string, string];
      return queries.execute(new FindAuditorGrant(tenant, grantGuid));
    });
  }

  /** The auditor's viewer; null unless the grant is active. */
  async viewerOf(tenant: string, grantGuid: string): Promise<Viewer | null> {
    const grant = await this.#known.of(`${tenant} ${grantGuid}`);
    return grant && grantStatus(grant, new Date()) === 'ACTIVE' ? auditorViewer(grant) : null;
  }

  forget(tenant: string, grantGuid: string): void {
    this.#known.forget(`${tenant} ${grantGuid}`);
  }
}
