import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { GrantStaff } from '@plimsoll/api/staff/grant-staff';
import { RevokeStaff } from '@plimsoll/api/staff/revoke-staff';
import { asStored } from '@plimsoll/contracts/kernel/values/email-address';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { FindAccountByIdentifier } from '@plimsoll/projections/identity/account/query';
import { withApplication } from '../organizations/list.ts';
import { PlainError } from '../plain-error.ts';
import type { RoleAddresses } from '../role-addresses.ts';
import type { Workplace } from '../workplace.ts';

const messages = {
  grant: { changed: 'is one of our staff now', same: 'was one of our staff already' },
  revoke: {
    changed: 'is one of our staff no more; every session has ended',
    same: 'was none of our staff; every session has ended',
  },
} as const;

/**
 * Grants or revokes a user's staff role.
 * @throws PlainError if no account has the address.
 */
export const changeStaff = (
  workplace: Pick<Workplace, 'keys'> & { readonly database: RoleAddresses },
  way: 'grant' | 'revoke',
  address: string,
  say = (line: string): void => console.log(line),
): Promise<number> =>
  withApplication(workplace, async ({ commands, queries }) => {
    const account = await queries.execute(new FindAccountByIdentifier(asStored(address)));
    if (!account) throw new PlainError(`nobody has an account with the address ${address}`);
    const envelope = systemEnvelope({ tenant: INSTALLATION_TENANT, product: 'operator' });
    const outcome: Outcome = await commands.execute(
      way === 'grant' ? new GrantStaff(envelope, account.userGuid) : new RevokeStaff(envelope, account.userGuid),
    );
    if (!isExecuted(outcome)) throw new PlainError(`that could not be changed: ${outcome.refused}`);
    say(`${address} ${messages[way][outcome.changed ? 'changed' : 'same']}`);
    return 0;
  });
