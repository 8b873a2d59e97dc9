import { randomBytes } from 'node:crypto';
import { openApplication, type Application } from '@plimsoll/api/platform/process/application';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import type { ApiOptions } from '@plimsoll/api/main';
import { ChangeMembership } from '@plimsoll/api/members/change-membership';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import { fill } from '../measures/archive-group.ts';
import type { BenchOrganization } from './bench-organizations.ts';

const PAGE = 1_000;
/** Concurrent, so that the log groups them. */
const WRITERS = 128;

/**
 * Fills an organization's log: half of the events are reports, the other half changes to them in the same order, so
 * that a reader of a change has to load the incident's history. Its member becomes an admin, and the read models catch
 * up.
 */
export async function fillAndAmend(
  options: ApiOptions,
  { tenant, userGuid }: BenchOrganization,
  events: number,
): Promise<void> {
  const application = await openApplication({ ...options, projector: true });
  try {
    const outcome = (await application.commands.execute(
      new ChangeMembership(systemEnvelope({ tenant }), userGuid, {
        isAdmin: true,
        organizationUserGroups: ['Standard'],
      }),
    )) as Outcome;
    if (!isExecuted(outcome)) throw new Error(`Refused: ${JSON.stringify(outcome)}`);
    const { head } = await application.store.read(tenant, 0, 1);
    await fill(application, tenant, userGuid, null, events / 2);
    await amend(application, tenant, head, events / 2);
    await application.runner!.catchUp();
  } finally {
    await application.close();
  }
}

async function amend({ store }: Application, tenant: string, after: number, count: number): Promise<void> {
  for (let [done, from] = [0, after]; done < count; ) {
    const { events } = await store.read(tenant, from, Math.min(PAGE, count - done));
    const waiting = [...events];
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const stream = { kind: 'incident' satisfies StreamKind, guid: next.stream.guid } as const;
          const { commandId, metadata } = systemEnvelope({ tenant });
          const answer = await store.append({
            tenant,
            commandId,
            fingerprint: randomBytes(32),
            metadata,
            checks: [{ stream, expect: 1 }],
            records: [
              {
                stream,
                event: {
                  type: 'IncidentAmended',
                  data: {
                    description:
                      'The sling slipped off the hook, which had no latch, while the pipe was being lowered into the trench.',
                  },
                },
              },
            ],
          });
          if (answer.status !== 'written') throw new Error(`The bench's change was ${answer.status}`);
        }
      }),
    );
    done += events.length;
    from = events.at(-1)!.position;
  }
}
