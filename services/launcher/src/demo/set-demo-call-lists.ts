import type { Command } from '@nestjs/cqrs';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import type { CommandEnvelope } from '@plimsoll/api/commands/command-envelope';
import type { Outcome } from '@plimsoll/api/commands/execute';
import type { Application } from '@plimsoll/api/platform/process/application';
import { callListDecider } from '@plimsoll/api/routing/call-list';
import {
  SetCallListOfOrganization,
  SetCallListOfReportingGroup,
  SetCallListOfWorksite,
} from '@plimsoll/api/routing/set-call-list';
import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import { callLists } from './call-lists.ts';
import { DEMO_ORGANIZATION, demoGuid } from './demo-organization.ts';
import { expectDone } from './expect-done.ts';

const people = (keys: readonly string[]): string[] => keys.map((key) => demoGuid('person', key));

const lastOwner = { target: 'REPORTING_GROUP', targetGuid: demoGuid('group', 'drilling') } as const;

/** Refusals in a demo whose people have changed it before it got call lists. */
const sinceGone: ReadonlySet<ErrorClass> = new Set(['MissingMember', 'WorksiteNotFound', 'ReportingGroupNotFound']);

/** When the demo got its last call list: the organization's time of founding, or later in an older demo; null without. */
export async function callListsSetAt(store: Application['store']): Promise<Date | null> {
  const { events } = await store.load(DEMO_ORGANIZATION, callListDecider.of(DEMO_ORGANIZATION, lastOwner).stream);
  return events[0] ? new Date(events[0].metadata.at) : null;
}

/**
 * Sets the call lists of the demo organization. Each is set once in the life of a demo: what people changed since
 * stays.
 * @param at when they were set; now by default, for a demo of an earlier version
 */
export async function setDemoCallLists(
  { store, commands }: Pick<Application, 'store' | 'commands'>,
  at = new Date(),
): Promise<void> {
  const founded = await store.load(DEMO_ORGANIZATION, { kind: 'organization', guid: DEMO_ORGANIZATION });
  if (founded.status !== 'loaded' || founded.events.length === 0) return;
  // The last list is set last: once it exists, later starts have nothing to do.
  if ((await callListsSetAt(store)) !== null) return;
  const set = async (name: string, command: (envelope: CommandEnvelope) => Command<Outcome>) => {
    const envelope = systemEnvelope({ tenant: DEMO_ORGANIZATION, product: 'demo', name: `demo call list ${name}`, at });
    const outcome = await commands.execute(command(envelope));
    if (!('refused' in outcome && sinceGone.has(outcome.refused))) expectDone(outcome, `set the call list of ${name}`);
  };
  const { ofOrganization, ofWorksites, ofGroups } = callLists;
  await set('organization', (envelope) => new SetCallListOfOrganization(envelope, people(ofOrganization)));
  for (const [key, members] of Object.entries(ofWorksites))
    await set(key, (envelope) => new SetCallListOfWorksite(envelope, demoGuid('worksite', key), people(members)));
  for (const [key, members] of Object.entries(ofGroups))
    await set(key, (envelope) => new SetCallListOfReportingGroup(envelope, demoGuid('group', key), people(members)));
}
