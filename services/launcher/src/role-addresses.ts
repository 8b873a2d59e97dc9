import type { LoginRole } from '@plimsoll/postgres/roles';
import { rolePassword } from './secrets.ts';

/** Where the roles log in that row-level security holds, and the one of the provider that moves no money, which reads its own schema alone. */
export interface RoleAddresses {
  readonly appUrl: string;
  readonly projectorUrl: string;
  readonly paymentSandboxUrl: string;
}

/**
 * The addresses that are given, completed. A password in an address is used as it is; without one it follows from the sealing
 * key, which every process of an installation has, and so has whoever migrates: no other secret has to be handed over.
 * @param database any address of the database; who it names plays no part.
 */
export function addressesOf(
  database: string,
  given: { readonly url?: string; readonly projectorUrl?: string | undefined },
  sealingKey: string,
): RoleAddresses {
  const address = (role: LoginRole, own: string | undefined): string => {
    const url = new URL(own ?? database);
    const isOwn = own !== undefined && url.username !== '' && (url.username !== role || url.password !== '');
    return isOwn ? own : Object.assign(url, { username: role, password: rolePassword(sealingKey, role) }).toString();
  };
  const appUrl = address('plimsoll_app', given.url);
  return {
    appUrl,
    projectorUrl: address('plimsoll_projector', given.projectorUrl),
    paymentSandboxUrl: address('plimsoll_payment_sandbox', undefined),
  };
}
