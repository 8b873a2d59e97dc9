import type { LoginRole } from '@plimsoll/postgres/roles';
import { rolePassword } from './secrets.ts';

/**
 * URLs of the roles to which row-level security applies, and of the payment sandbox's role, which can read only its own
 * schema.
 */
export interface RoleAddresses {
  readonly appUrl: string;
  readonly projectorUrl: string;
  readonly paymentSandboxUrl: string;
}

/**
 * Completes the configured URLs. A password in a URL is used as it is; without one it is derived from the sealing key,
 * which all processes of an installation share, so no further secret has to be distributed.
 * @param database any URL of the database; its user is ignored.
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
