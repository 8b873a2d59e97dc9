import type { PasskeyAttestation } from '@plimsoll/contracts/identity/second-factors';
import { refuse } from '../../commands/decision.ts';
import { execute, isExecuted } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { registeredPasskey, type RelyingParty } from './passkey-ceremony.ts';
import { Passkeys } from './passkeys.ts';
import { addSecondFactor, ofSecondFactors } from './second-factors.ts';
import { SettleSecondFactors } from './settle-second-factors.ts';
import { userStream } from '../accounts/user.ts';

export interface MadePasskey {
  readonly guid: string;
  readonly name: string;
  readonly response: PasskeyAttestation;
  readonly recoveryCodesGuid: string;
}

/**
 * Adds the passkey that a browser created; the first factor also activates recovery codes under the given guid. Refuses
 * IncorrectSecondFactor for a wrong challenge, an invalid signature, or a credential that an account has already, and
 * LimitReached. The event comes first, then the key: a repetition after an error in between completes it.
 */
export const AddPasskey = defineCommand({
  name: 'AddPasskey',
  needs: [Passkeys, SettleSecondFactors],
  handle:
    (passkeys, factors) =>
    async (store, envelope, party: RelyingParty, { guid, name, response, recoveryCodesGuid }: MadePasskey) => {
      const { userGuid } = envelope.actor;
      const challenge = await passkeys.takeChallenge(userGuid, envelope.commandId);
      const made = challenge && (await registeredPasskey(response, challenge, party));
      const known = await store.load(envelope.tenant, userStream(userGuid), envelope);
      if (known.status === 'reused') return refuse('IdempotencyKeyReused');
      if (known.status !== 'repeated' && (!made || (await passkeys.isKnown(made.credentialId))))
        return refuse('IncorrectSecondFactor');
      const added = { userGuid, secondFactorGuid: guid, method: 'PASSKEY', recoveryCodesGuid } as const;
      const outcome = await execute(
        store,
        envelope,
        ofSecondFactors(userGuid, (state) => addSecondFactor(state, added)),
      );
      if (isExecuted(outcome)) {
        const settled = await factors.settle(userGuid);
        if (made && settled.passkeys.includes(guid)) await passkeys.add({ guid, userGuid, name, ...made });
      }
      return outcome;
    },
});
