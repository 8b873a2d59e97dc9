import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { FindAccountByIdentifier, ListAccountAddresses } from '@plimsoll/projections/identity/account/query';
import type { ResetAccount } from '@plimsoll/shared/mailed-links';
import { systemEnvelope, PRODUCT_ACTOR } from '../../commands/own-envelope.ts';
import { demandExecuted, Refused, throwMalformed, throwRefusal } from '../../http/problems/problem-of.ts';
import { fieldError } from '../../commands/field-error.ts';
import { EVENT_STORE } from '../../platform/process/event-store-token.ts';
import { passwordError } from './password-rules.ts';
import { PasswordResets } from './password-resets.ts';
import { SetPassword } from './set-password.ts';
import { personIn } from './set-password.rule.ts';
import { isErased, isSameAddress, loadUser, type UserState } from '../accounts/user.ts';
import { attemptedAt, NOBODY } from '../sign-in/sign-in.ts';
import { Sessions } from '../sign-in/sessions.ts';
import { SignInThrottle } from '../sign-in/sign-in-throttle.ts';
import { UserPermissions } from '../accounts/user-permissions.ts';

@Injectable()
export class ResetPassword {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly resets: PasswordResets,
    private readonly sessions: Sessions,
    private readonly throttle: SignInThrottle,
    private readonly permissions: UserPermissions,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /**
   * Requests a mail for the account of a name, which is looked up here and never again: by the time the link is used
   * the name may be another account's. The same queries and writes follow for a name that nobody has.
   */
  async request(identifier: string): Promise<void> {
    const account = await this.queries.execute(new FindAccountByIdentifier(identifier));
    const userGuid = account?.userGuid ?? NOBODY;
    const [credential, addresses] = await Promise.all([
      this.sessions.credentialOf(userGuid),
      this.queries.execute(new ListAccountAddresses(userGuid)),
    ]);
    // Someone who enters one of their addresses expects the mail there; by username it goes to the primary one. What
    // was typed is only compared: look-alikes of an address are equal to it in lower case.
    const emailAddress = addresses.find((own) => isSameAddress(own, identifier)) ?? account?.emailAddress;
    await this.resets.request(
      account && emailAddress !== undefined
        ? { userGuid, credentialVersion: credential?.version ?? 0, emailAddress }
        : null,
    );
  }

  /**
   * Sets a new password with a link, once; all sessions end, and the account's failed sign-ins are cleared. Throws 400
   * or 401 for an invalid token, 404 when it was used or has expired, or the account has another password or has lost
   * the address meanwhile, 403 where their organization forbids it, and 400 for a password that is not allowed: then
   * the link stays valid.
   * @param deviceOf returns the id of the device, if it signed in to an account before.
   */
  async reset(token: string, newPassword: string, deviceOf: (account: string) => string | undefined): Promise<void> {
    const read = this.resets.readToken(token);
    if (read === 'MALFORMED') throwMalformed([fieldError('resetToken', 'MalformedToken')]);
    if (read === 'UNKNOWN') throwRefusal('IncorrectPasswordResetToken');
    const account = await this.resets.accountOf(read.guid);
    const user = account && (await this.#userOf(account));
    if (!account || !user) throwRefusal('PasswordResetRequestNotFound');
    const { userGuid } = account;
    await this.permissions.demand(userGuid, 'managePassword');
    const error = passwordError(newPassword, personIn(user)!, 'newPassword');
    if (error) throw new Refused(error);
    if (!(await this.resets.take(read.guid, account))) throwRefusal('PasswordResetRequestNotFound');
    const envelope = systemEnvelope({
      tenant: INSTALLATION_TENANT,
      actor: { ...PRODUCT_ACTOR, userGuid },
      kind: 'USER',
      name: `password-reset ${read.guid}`,
    });
    demandExecuted(await this.commands.execute(new SetPassword(envelope, userGuid, newPassword)));
    await this.throttle.clear(attemptedAt(account), deviceOf(userGuid));
  }

  /** The account as the log has it, while it still has the address that the mail went to. */
  async #userOf({ userGuid, emailAddress }: ResetAccount): Promise<UserState | null> {
    const user = (await loadUser(this.store, userGuid))?.user;
    return user && !isErased(user) && user.emailAddresses.some((own) => isSameAddress(own, emailAddress)) ? user : null;
  }
}
