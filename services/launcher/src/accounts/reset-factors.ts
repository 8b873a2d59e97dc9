import { openApplication } from '@plimsoll/api/platform/process/application';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { ResetSecondFactors } from '@plimsoll/api/identity/second-factors/change-second-factors';
import { asStored } from '@plimsoll/contracts/kernel/values/email-address';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { FindAccountByIdentifier } from '@plimsoll/projections/identity/account/query';
import { PlainError } from '../plain-error.ts';
import type { RoleAddresses } from '../role-addresses.ts';
import type { Workplace } from '../workplace.ts';

/**
 * Removes all second factors of an account and ends its sessions, for users who also lost their recovery codes.
 * @returns the exit code.
 * @throws PlainError if no account has the address.
 */
export async function resetFactors(
  { database, keys }: Pick<Workplace, 'keys'> & { readonly database: RoleAddresses },
  address: string,
  say = (line: string): void => console.log(line),
): Promise<number> {
  const application = await openApplication({
    appDatabaseUrl: database.appUrl,
    projectorDatabaseUrl: database.projectorUrl,
    ...keys,
    projector: true,
  });
  try {
    await application.runner?.catchUp();
    const account = await application.queries.execute(new FindAccountByIdentifier(asStored(address)));
    if (!account) throw new PlainError(`nobody has an account with the address ${address}`);
    const outcome: Outcome = await application.commands.execute(
      new ResetSecondFactors(systemEnvelope({ tenant: INSTALLATION_TENANT }), account.userGuid),
    );
    if (!isExecuted(outcome)) throw new PlainError(`the second factors could not be reset: ${outcome.refused}`);
    say(
      outcome.changed
        ? `${address} signs in with the password alone; every session has ended`
        : `${address} had no second factor; every session has ended`,
    );
    return 0;
  } finally {
    await application.close();
  }
}
