import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { SignInRequest } from '@plimsoll/contracts/identity/requests';
import { FindAccountByEmail } from '@plimsoll/projections/account/query';
import { READ_POOL } from '@plimsoll/projections/read-pool';
import type pg from 'pg';
import { throwRefusal } from '../http/problem-of.ts';
import { hashPassword, needsRehash, passwordMatches } from './passwords.ts';
import { Sessions, type Session } from './sessions.ts';
import { SignInThrottle } from './sign-in-throttle.ts';

/** Nobody's guid: an unknown user asks the database as often as a known one. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** How an account is named in what is counted and signed, whatever the case it is typed in. */
export const accountOf = (identifier: string): string => identifier.toLowerCase();

interface Credential {
  readonly hash: string;
  readonly version: number;
}

@Injectable()
export class SignIn {
  constructor(
    private readonly queries: QueryBus,
    private readonly sessions: Sessions,
    private readonly throttle: SignInThrottle,
    @Inject(READ_POOL) private readonly pool: pg.Pool,
  ) {}

  /**
   * Starts a session. Ends the request with 401 for a wrong password and for an unknown user, alike in body and time, also
   * for a password that was changed meanwhile; and with 429 after too many failures.
   * @param origin where the request comes from, and the device when it is known to have signed in to the account before.
   */
  async withPassword({ identifier, password }: SignInRequest, origin: { readonly address: string; readonly device: string | undefined }): Promise<Session> {
    const attempt = { identifier: accountOf(identifier), ...origin };
    await this.throttle.begin(attempt);
    const account = await this.queries.execute(new FindAccountByEmail(attempt.identifier));
    const stored = await this.#storedCredential(account?.userGuid ?? NOBODY);
    if (!(await passwordMatches(stored?.hash ?? null, password)) || !account) {
      await this.throttle.failed(attempt);
      throwRefusal('IncorrectPassword');
    }
    await this.throttle.succeeded(attempt);
    const { hash, version } = stored!;
    if (needsRehash(hash)) await this.#rehash(account.userGuid, hash, password);
    return (await this.sessions.start(account.userGuid, version)) ?? throwRefusal('IncorrectPassword');
  }

  async #storedCredential(userGuid: string): Promise<Credential | undefined> {
    const { rows } = await this.pool.query<Credential>({ name: 'password credential', text: 'select hash, version from password_credentials where user_guid = $1', values: [userGuid] });
    return rows[0];
  }

  /** Only where nobody has changed the password meanwhile. */
  async #rehash(userGuid: string, stored: string, password: string): Promise<void> {
    await this.pool.query('update password_credentials set hash = $3 where user_guid = $1 and hash = $2', [userGuid, stored, await hashPassword(password)]);
  }
}
