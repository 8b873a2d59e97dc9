import { createdAccessKinds, type CreatedAccessKind } from '@plimsoll/contracts/members/created-access';
import { isRefusal } from '../commands/decision.ts';
import { execute, isExecuted, type Outcome } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { CreatedAccesses, type OwnedAccess } from './created-access.ts';
import { settleCreatedAccess } from './created-access.rule.ts';
import { memberDecider, isKnownAdmin } from './member.ts';
import { adminsAndAccesses, revokeCreatedAccess, separate } from './revoke-created-access.ts';
import { RoleFactsReader } from './role-facts.ts';
import { removeMember } from './remove-member.rule.ts';

/**
 * Removes a member and, in the same append, revokes what they created, or passes it on to the admin who removes them,
 * else to another one. What they create at the very moment of their removal is revoked afterwards.
 */
export const RemoveMember = defineCommand({
  name: 'RemoveMember',
  needs: [RoleFactsReader, CreatedAccesses],
  handle:
    (facts, created) =>
    async (store, envelope, userGuid: string, keep: readonly CreatedAccessKind[] = []): Promise<Outcome> => {
      const { tenant, actor, receivedAt } = envelope;
      const revoke = new Set(createdAccessKinds.filter((kind) => !keep.includes(kind)));
      const [found, accesses] = await Promise.all([
        facts.otherAdmins(tenant, userGuid),
        created.of(tenant, userGuid, receivedAt),
      ]);
      const admins = found.toSorted((one, other) => Number(other === actor.userGuid) - Number(one === actor.userGuid));
      let revoked: readonly OwnedAccess[] = [];
      const outcome = await execute(store, envelope, {
        own: memberDecider.of(tenant, userGuid),
        others: adminsAndAccesses(tenant, admins, accesses),
        decide: (member, ...loaded) => {
          const { others, created: access } = separate(loaded, admins, accesses);
          const heir = others.findIndex(isKnownAdmin);
          const other = others[heir];
          const decision = removeMember({ userGuid, actor, hasOtherAdmins: other !== undefined }, member.state);
          if (isRefusal(decision)) return decision;
          const heirGuid = admins[heir] ?? null;
          const { records, releases } = settleCreatedAccess(access, { ownerGuid: userGuid, revoke, heirGuid });
          revoked = accesses.filter(({ kind }) => heirGuid === null || revoke.has(kind));
          return {
            records: [...records, ...decision.map((event) => ({ stream: member.stream, event }))],
            releases,
            ...(other && (isKnownAdmin(member) || records.length > 0) && { readDependencies: [other.stream] }),
          };
        },
      });
      if (!isExecuted(outcome)) return outcome;
      await created.forget(tenant, revoked);
      await revokeCreatedAccess(store, created, envelope, { ownerGuid: userGuid });
      return outcome;
    },
});
