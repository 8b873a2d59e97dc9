import { isRefusal } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { memberDecider, isKnownAdmin } from './member.ts';
import { RoleFactsReader } from './role-facts.ts';
import { removeMember } from './remove-member.rule.ts';

export const RemoveMember = defineCommand({
  name: 'RemoveMember',
  needs: [RoleFactsReader],
  handle: (facts) => async (store, envelope, userGuid: string) => {
    const { tenant, actor } = envelope;
    const admins = await facts.otherAdmins(tenant, userGuid);
    return execute(store, envelope, {
      own: memberDecider.of(tenant, userGuid),
      others: admins.map((guid) => memberDecider.of(tenant, guid)),
      decide: (member, ...others) => {
        const other = others.find(isKnownAdmin);
        const decision = removeMember({ userGuid, actor, hasOtherAdmins: other !== undefined }, member.state);
        if (isRefusal(decision)) return decision;
        return {
          records: decision.map((event) => ({ stream: member.stream, event })),
          ...(other && isKnownAdmin(member) && { readDependencies: [other.stream] }),
        };
      },
    });
  },
});
