import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';
import type { RecoveryCodes } from './recovery-codes.ts';
import { secondFactorsDecider, type SecondFactors } from './second-factors.ts';

/** Class of advisory locks on an account's second factors. */
const ACCOUNT_LOCK = 0x32_46_61_63;

/** Synchronizes a person's stored second factors with the log, which is written first. */
export class SettleSecondFactors {
  constructor(
    private readonly codes: RecoveryCodes,
    private readonly store: EventStore,
    private readonly pool: pg.Pool,
  ) {}

  /** Current state according to the log. */
  async known(userGuid: string): Promise<SecondFactors> {
    return (await secondFactorsDecider.of(userGuid).load(this.store, INSTALLATION_TENANT)).state;
  }

  /**
   * Removes revoked factors, activates a confirmed authenticator app, and the recovery codes. The next command
   * completes an interrupted run. Concurrent runs are serialized, and each reads the log again.
   */
  async settle(userGuid: string): Promise<SecondFactors> {
    return transaction(this.pool, async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($2, $1))', [ACCOUNT_LOCK, userGuid]);
      const known = await this.known(userGuid);
      const gone = [known.gone];
      await client.query('delete from totp_secrets where guid = any ($1)', gone);
      await client.query('delete from passkeys where guid = any ($1)', gone);
      await client.query('delete from recovery_codes where set_guid = any ($1)', gone);
      if (known.totp)
        await client.query(
          'update totp_secrets set confirmed_at = clock_timestamp() where guid = $1 and confirmed_at is null',
          [known.totp],
        );
      if (known.recoveryCodes) await this.codes.activate(client, userGuid, known.recoveryCodes);
      return known;
    });
  }
}
