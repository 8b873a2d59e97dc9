import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { QueryBus } from '@nestjs/cqrs';
import {
  createdAccessKinds,
  type CreatedAccess,
  type CreatedAccessKind,
} from '@plimsoll/contracts/members/created-access';
import { ListAuditorGrants } from '@plimsoll/projections/auditors/auditor-grant-list/query';
import { ListApiKeys } from '@plimsoll/projections/integration/api-key-list/query';
import { ListWebhooks } from '@plimsoll/projections/integration/webhook-list/query';
import { ListInvitations } from '@plimsoll/projections/joining/invitation-list/query';
import { AuditorGrants } from '../auditors/auditor-grants.ts';
import type { DecidedStream } from '../commands/decider.ts';
import type { ReservedName } from '../commands/reserved-name.ts';
import { Sessions } from '../identity/sign-in/sessions.ts';
import { ApiKeys } from '../integration/api-keys.ts';
import { Webhooks } from '../integration/webhooks/webhooks.ts';
import { invitedName } from '../joining/invitation.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { ownedDeciders, type OwnedState } from './created-access.rule.ts';

const READ_MODELS = ['invitation-list', 'api-key-list', 'webhook-list', 'auditor-grant-list'] as const;

/** Something that a member created, with the name that is reserved while it is open. */
export interface OwnedAccess extends CreatedAccess {
  readonly reservation: ReservedName | null;
}

/** The stream of something created, with its owner. */
export const ownedStream = ({ kind, guid }: Pick<OwnedAccess, 'kind' | 'guid'>): DecidedStream<OwnedState> =>
  ownedDeciders[kind].of(guid);

/** Finds what members created for others: it works without them until it is revoked or passed on. */
@Injectable()
export class CreatedAccesses {
  constructor(
    private readonly queries: QueryBus,
    private readonly progress: ReadYourWrites,
    private readonly modules: ModuleRef,
  ) {}

  /** What a person owns and what still works, by kind, then the newest first. Includes everything in the log. */
  async of(tenant: string, ownerGuid: string, now: Date): Promise<readonly OwnedAccess[]> {
    await this.progress.waitForHead(tenant, READ_MODELS);
    const [invitations, keys, webhooks, grants] = await Promise.all([
      this.queries.execute(new ListInvitations(tenant)),
      this.queries.execute(new ListApiKeys(tenant)),
      this.queries.execute(new ListWebhooks(tenant)),
      this.queries.execute(new ListAuditorGrants(tenant)),
    ]);
    const isOwn = (row: { readonly owner_guid: string }): boolean => row.owner_guid === ownerGuid;
    const found: OwnedAccess[] = [
      ...invitations
        .filter((row) => isOwn(row) && row.state === 'OUTSTANDING')
        .map((row) => ({
          kind: 'INVITATION' as const,
          guid: row.invitation_guid,
          name: row.email_address,
          createdAt: row.sent_at,
          reservation: invitedName(row.email_address),
        })),
      ...keys
        .filter((row) => isOwn(row) && !row.is_revoked)
        .map((row) => ({ ...access('API_KEY', row.key_guid, row.name), createdAt: row.created_at })),
      ...webhooks
        .filter(isOwn)
        .map((row) => ({ ...access('WEBHOOK', row.webhook_guid, row.name), createdAt: row.created_at })),
      ...grants
        .filter((row) => isOwn(row) && !row.is_revoked && Date.parse(row.expires_at) > now.getTime())
        .map((row) => ({ ...access('AUDITOR_GRANT', row.grant_guid, row.name), createdAt: row.granted_at })),
    ];
    return found.sort(
      (one, other) =>
        createdAccessKinds.indexOf(one.kind) - createdAccessKinds.indexOf(other.kind) ||
        other.createdAt.localeCompare(one.createdAt),
    );
  }

  /** Ends in this process what caches and sessions still hold of revoked access; the log has it already. */
  async forget(tenant: string, revoked: readonly Pick<OwnedAccess, 'kind' | 'guid'>[]): Promise<void> {
    const resolve = <Provider>(provider: abstract new (...given: never[]) => Provider): Provider =>
      this.modules.get<Provider>(provider as never, { strict: false });
    for (const { kind, guid } of revoked) {
      if (kind === 'API_KEY') resolve(ApiKeys).forget(tenant, guid);
      if (kind === 'WEBHOOK') await resolve(Webhooks).forget({ tenant, webhookGuid: guid });
      if (kind === 'AUDITOR_GRANT') {
        resolve(AuditorGrants).forget(tenant, guid);
        await resolve(Sessions).endAll(guid);
      }
    }
  }
}

const access = (kind: CreatedAccessKind, guid: string, name: string) => ({ kind, guid, name, reservation: null });
