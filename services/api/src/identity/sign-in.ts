import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { SignInRequest } from '@plimsoll/contracts/identity/requests';
import { FindAccountByEmail } from '@plimsoll/projections/account/query';
import { READ_POOL } from '@plimsoll/projections/read-pool';
import type pg from 'pg';
import { end } from '../http/problem-of.ts';
import { hashPassword, needsRehash, passwordMatches } from './passwords.ts';
import { Sessions, type Session } from './sessions.ts';
import { SignInThrottle } from './sign-in-throttle.ts';

/** Nobody's guid: an unknown user asks the database as often as a known one. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class SignIn {
  constructor(
    private readonly queries: QueryBus,
    private readonly sessions: Sessions,
    private readonly throttle: SignInThrottle,
    @Inject(READ_POOL) private readonly pool: pg.Pool,
  ) {}

  /** Starts a session. Ends the request with 401 for a wrong password and for an unknown user, alike in body and time, and with 429 after too many failures. */
  async withPassword({ identifier, password }: SignInRequest, address: string): Promise<Session> {
    const name = identifier.toLowerCase();
    await this.throttle.begin(name, address);
    const account = await this.queries.execute(new FindAccountByEmail(name));
    const stored = await this.#storedHash(account?.userGuid ?? NOBODY);
    if (!(await passwordMatches(stored, password)) || !account) {
      await this.throttle.failed(name, address);
      end('IncorrectPassword');
    }
    await this.throttle.succeeded(name, address);
    if (needsRehash(stored!)) await this.#rehash(account.userGuid, stored!, password);
    return this.sessions.start(account.userGuid);
  }

  async #storedHash(userGuid: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ hash: string }>({ name: 'password hash', text: 'select hash from password_credentials where user_guid = $1', values: [userGuid] });
    return rows[0]?.hash ?? null;
  }

  /** Only where nobody has changed the password meanwhile. */
  async #rehash(userGuid: string, stored: string, password: string): Promise<void> {
    await this.pool.query('update password_credentials set hash = $3 where user_guid = $1 and hash = $2', [userGuid, stored, await hashPassword(password)]);
  }
}
