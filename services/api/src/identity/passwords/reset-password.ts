import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { FindAccountByIdentifier, ListAccountAddresses } from '@plimsoll/projections/identity/account/query';
import { systemEnvelope, PRODUCT_ACTOR } from '../../commands/own-envelope.ts';
import { demandExecuted, Refused, throwMalformed, throwRefusal } from '../../http/problem-of.ts';
import { fieldError } from '../../commands/field-error.ts';
import { passwordError } from './password-rules.ts';
import { PasswordResets } from './password-resets.ts';
import { SetPassword } from './set-password.ts';
import { accountOf } from '../sign-in/sign-in.ts';
import { SignInThrottle } from '../sign-in/sign-in-throttle.ts';
import { UserPermissions } from '../accounts/user-permissions.ts';

@Injectable()
export class ResetPassword {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly resets: PasswordResets,
    private readonly throttle: SignInThrottle,
    private readonly permissions: UserPermissions,
  ) {}

  /**
   * Sets a new password with a link, once; all sessions end, and the account's failed sign-ins are cleared. Throws 400
   * or 401 for an invalid token, 404 when it was used or has expired, 403 where their organization forbids it, and 400
   * for a password that is not allowed: the link then stays valid.
   * @param deviceOf returns the id of the device, if it signed in to an account before.
   */
  async reset(token: string, newPassword: string, deviceOf: (account: string) => string | undefined): Promise<void> {
    const read = this.resets.readToken(token);
    if (read === 'MALFORMED') throwMalformed([fieldError('resetToken', 'MalformedToken')]);
    if (read === 'UNKNOWN') throwRefusal('IncorrectPasswordResetToken');
    const identifier = await this.resets.identifierOf(read.guid);
    const person =
      identifier === undefined ? null : await this.queries.execute(new FindAccountByIdentifier(identifier));
    if (!person) throwRefusal('PasswordResetRequestNotFound');
    await this.permissions.demand(person.userGuid, 'managePassword');
    const error = passwordError(newPassword, person, 'newPassword');
    if (error) throw new Refused(error);
    if (!(await this.resets.take(read.guid))) throwRefusal('PasswordResetRequestNotFound');
    const { userGuid } = person;
    const envelope = systemEnvelope({
      tenant: INSTALLATION_TENANT,
      actor: { ...PRODUCT_ACTOR, userGuid },
      kind: 'USER',
      name: `password-reset ${read.guid}`,
    });
    demandExecuted(await this.commands.execute(new SetPassword(envelope, userGuid, newPassword)));
    // All names of the account: failures are counted by the name that was typed.
    const identifiers = [
      ...(await this.queries.execute(new ListAccountAddresses(userGuid))),
      ...(person.username === null ? [] : [person.username]),
    ].map(accountOf);
    for (const account of new Set([accountOf(identifier!), ...identifiers]))
      await this.throttle.clear(account, deviceOf(account));
  }
}
