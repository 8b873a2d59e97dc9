import { execute, isExecuted } from '../../commands/execute.ts';
import { refuse } from '../../commands/decision.ts';
import { command } from '../../commands/use-case.ts';
import { addSecondFactor, ofSecondFactors } from './second-factors.ts';
import { SettleSecondFactors } from './settle-second-factors.ts';
import { totpStepOf } from './totp.ts';
import { TotpSecrets } from './totp-secrets.ts';
import { userStream } from '../accounts/user.ts';

/**
 * Adds the authenticator app that generated the code; the first factor also activates recovery codes under the given
 * guid. The code cannot be used again to sign in. Refuses IncorrectSecondFactor for a wrong code, and without a pending
 * secret.
 */
export const ConfirmTotp = command(
  'ConfirmTotp',
  [TotpSecrets, SettleSecondFactors],
  (secrets, factors) => async (store, envelope, code: string, recoveryCodesGuid: string) => {
    const { userGuid } = envelope.actor;
    const pending = await secrets.pendingOf(userGuid);
    const step = pending ? await totpStepOf(pending.secret, code, envelope.receivedAt) : null;
    if (!pending || step === null) {
      const known = await store.load(envelope.tenant, userStream(userGuid), envelope);
      if (known.status !== 'repeated')
        return known.status === 'reused' ? refuse('IdempotencyKeyReused') : refuse('IncorrectSecondFactor');
      await factors.settle(userGuid);
      return { ...known, changed: true, repeated: true };
    }
    const added = { userGuid, secondFactorGuid: pending.guid, method: 'TOTP', recoveryCodesGuid } as const;
    const outcome = await execute(
      store,
      envelope,
      ofSecondFactors(userGuid, (state) => addSecondFactor(state, added)),
    );
    if (isExecuted(outcome)) {
      await secrets.takeStep(pending.guid, step);
      await factors.settle(userGuid);
    }
    return outcome;
  },
);
