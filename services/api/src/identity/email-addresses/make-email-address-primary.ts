import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { userDecider } from '../accounts/user.ts';
import { type ChosenAddress, makeEmailAddressPrimary } from './make-email-address-primary.rule.ts';

export const MakeEmailAddressPrimary = defineCommand({
  name: 'MakeEmailAddressPrimary',
  useCase: (_, userGuid: string, chosen: ChosenAddress) =>
    singleStream({
      own: userDecider.of(userGuid),
      decide: (user) => makeEmailAddressPrimary(userGuid, chosen, user),
    }),
});
