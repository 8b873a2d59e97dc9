import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { FindAccount } from '@plimsoll/projections/identity/account/query';
import type { CommandEnvelope } from '../../commands/command-envelope.ts';
import { refuse } from '../../commands/decision.ts';
import type { Outcome } from '../../commands/execute.ts';
import { EVENT_STORE } from '../../platform/process/event-store-token.ts';
import { throwRefusal } from '../../http/problems/problem-of.ts';
import { networksOf } from '../sign-in/network-of-address.ts';
import { passwordError } from './password-rules.ts';
import { verifyInThread, passwordQueue } from './passwords.ts';
import { Sessions } from '../sign-in/sessions.ts';
import { SetPassword } from './set-password.ts';
import { attemptedAt } from '../sign-in/sign-in.ts';
import { SignInThrottle } from '../sign-in/sign-in-throttle.ts';
import { userStream } from '../accounts/user.ts';

const CURRENT_IS_ANOTHER = 'This is not your current password';

/** Input of a password change. */
export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** The current session: it stays open. */
  readonly sessionGuid: string;
  readonly address: string;
  readonly gone: AbortSignal;
}

@Injectable()
export class ChangePassword {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly sessions: Sessions,
    private readonly throttle: SignInThrottle,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /**
   * Sets a new password and ends the other sessions. Refuses MalformedPassword for one that is not allowed,
   * PasswordNotFound where none is set, and IncorrectPassword where the current one is wrong. Throws 429 after too many
   * wrong ones in this session: so a stranger at an unattended browser does not lock out its owner, nor vice versa.
   */
  async change(
    envelope: CommandEnvelope,
    { currentPassword, newPassword, sessionGuid, address, gone }: PasswordChange,
  ): Promise<Outcome> {
    const { userGuid } = envelope.actor;
    const account = (await this.queries.execute(new FindAccount(userGuid))) ?? throwRefusal('UsernameDoesNotExist');
    const error = passwordError(newPassword, account, 'newPassword');
    if (error) return error;
    const credential = await this.sessions.credentialOf(userGuid);
    if (!credential) return refuse('PasswordNotFound');
    const networks = networksOf(address);
    const attempt = { identifier: attemptedAt(account), address: networks.at(-1)!, device: sessionGuid };
    const isRight = await passwordQueue.take({ networks, isKnown: true, gone }, () =>
      this.throttle.counting(
        attempt,
        async () => (await verifyInThread(credential.hash, currentPassword)) || undefined,
      ),
    );
    return isRight
      ? this.commands.execute(new SetPassword(envelope, userGuid, newPassword, sessionGuid))
      : this.#answerAgain(envelope);
  }

  /** In a repetition of a completed request the current password is no longer the stated one. */
  async #answerAgain(envelope: CommandEnvelope): Promise<Outcome> {
    const known = await this.store.load(INSTALLATION_TENANT, userStream(envelope.actor.userGuid), envelope);
    return known.status === 'repeated'
      ? { ...known, changed: true, repeated: true }
      : refuse('IncorrectPassword', {
          fieldErrors: [{ field: 'currentPassword', className: 'IncorrectPassword', message: CURRENT_IS_ANOTHER }],
        });
  }
}
