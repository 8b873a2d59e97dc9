import { eventContracts } from '@plimsoll/contracts/kernel/event-contracts';
import { EventRegistry } from '@plimsoll/event-store/event-registry';
import { openPostgresEventStore } from '@plimsoll/event-store/postgres/postgres-event-store';
import { expect, jest } from '@jest/globals';
import { requireLedgerKept, type Sent } from '../bench/command-ledger.ts';
import { sendUnknownAgain, type Reporter } from '../bench/report-load.ts';
import type { Configuration } from '../src/configuration.ts';
import { openDatabase } from '../src/database.ts';
import { diffProjections } from '../src/read-models/diff.ts';
import { rebuildProjections } from '../src/read-models/rebuild.ts';
import { verifyLog } from '../src/verify-log.ts';
import type { Workplace } from '../src/workplace.ts';

/** Nothing that was acknowledged is lost or doubled, the log is as it was written, and read models are what a rebuild makes of it. */
export async function requireKept(
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
    await requireLedgerKept(database.embeddedAdminUrl ?? configuration.adminUrl!, store, sent);
    const workplace: Workplace = { configuration, database, keys: database.keys };
    const codes = {
      verify: await verifyLog(workplace, {}),
      rebuild: await rebuildProjections(workplace, []),
      diff: await diffProjections(workplace, []),
    };
    expect({ ...codes, ...(Object.values(codes).some(Boolean) && { said: printed.mock.calls }) }).toEqual({
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
