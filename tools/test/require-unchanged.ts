import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import { EventRegistry } from '@plimsoll/event-store/port/event-registry';
import { openPostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import { expect, jest } from '@jest/globals';
import { requireLedgerMatches, type Sent } from '../bench/load/command-ledger.ts';
import { sendUnknownAgain, type Reporter } from '../bench/load/report-load.ts';
import type { Configuration } from '@plimsoll/launcher/configuration';
import { openDatabase } from '@plimsoll/launcher/database';
import { diffProjections } from '@plimsoll/launcher/read-models/diff';
import { rebuildProjections } from '@plimsoll/launcher/read-models/rebuild';
import { verifyLog } from '@plimsoll/launcher/verify-log';
import type { Workplace } from '@plimsoll/launcher/workplace';

/** Requires that nothing acknowledged is lost or duplicated, the log is intact, and the read models equal a rebuild. */
export async function requireUnchanged(
  configuration: Configuration,
  port: number,
  reporters: readonly Reporter[],
  sent: readonly Sent[],
): Promise<void> {
  await sendUnknownAgain(port, reporters, sent);
  const database = await openDatabase(configuration, { alone: false, say: () => undefined });
  const store = await openPostgresEventStore({
    appUrl: database.appUrl,
    registry: new EventRegistry(eventContracts),
    sealingKey: Buffer.from(database.keys.sealingKey, 'base64'),
  });
  const printed = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await requireLedgerMatches(database.embeddedAdminUrl ?? configuration.adminUrl!, store, sent);
    const workplace: Workplace = { configuration, database, keys: database.keys };
    const codes = {
      verify: await verifyLog(workplace, {}),
      rebuild: await rebuildProjections(workplace, []),
      diff: await diffProjections(workplace, []),
    };
    expect({ ...codes, ...(Object.values(codes).some(Boolean) && { output: printed.mock.calls }) }).toEqual({
      verify: 0,
      rebuild: 0,
      diff: 0,
    });
  } finally {
    printed.mockRestore();
    await store.close();
    await database.close();
  }
}
