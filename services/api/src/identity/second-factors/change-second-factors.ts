import type { CommandEnvelope } from '../../commands/command-envelope.ts';
import { execute, isExecuted } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import {
  makeRecoveryCodes,
  ofSecondFactors,
  removePasskey,
  removeTotp,
  resetSecondFactors,
  type SecondFactorEvent,
  type SecondFactors,
} from './second-factors.ts';
import type { Decision } from '../../commands/decision.ts';
import { Sessions } from '../sign-in/sessions.ts';
import { SettleSecondFactors } from './settle-second-factors.ts';

type Decide<Args extends readonly unknown[]> = (
  state: SecondFactors,
  userGuid: string,
  ...args: Args
) => Decision<SecondFactorEvent>;

/**
 * A change of the actor's own second factors that only needs the log. The event comes first, then the stored factors.
 */
const ownChange = <Args extends readonly unknown[]>(name: string, decide: Decide<Args>) =>
  defineCommand({
    name,
    needs: [SettleSecondFactors],
    handle:
      (factors) =>
      async (store, envelope: CommandEnvelope, ...args: Args) => {
        const { userGuid } = envelope.actor;
        const outcome = await execute(
          store,
          envelope,
          ofSecondFactors(userGuid, (state) => decide(state, userGuid, ...args)),
        );
        if (isExecuted(outcome)) await factors.settle(userGuid);
        return outcome;
      },
  });

export const RemoveTotp = ownChange('RemoveTotp', removeTotp);
export const RemovePasskey = ownChange<[guid: string]>('RemovePasskey', removePasskey);
export const MakeRecoveryCodes = ownChange<[recoveryCodesGuid: string]>('MakeRecoveryCodes', makeRecoveryCodes);

/**
 * Removes all second factors of a person who has lost them, and ends their sessions, since a device may be lost as
 * well. For operators.
 */
export const ResetSecondFactors = defineCommand({
  name: 'ResetSecondFactors',
  needs: [SettleSecondFactors, Sessions],
  handle: (factors, sessions) => async (store, envelope, userGuid: string) => {
    const outcome = await execute(
      store,
      envelope,
      ofSecondFactors(userGuid, (state) => resetSecondFactors(state, userGuid)),
    );
    if (isExecuted(outcome)) {
      await factors.settle(userGuid);
      await sessions.endAll(userGuid, { because: 'FACTORS_RESET' });
    }
    return outcome;
  },
});
