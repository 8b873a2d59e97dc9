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
import type { GroupKey, WorksiteKey } from './cast.ts';
import { DEMO_ORGANIZATION, demoGuid } from './demo-organization.ts';
import { expectDone } from './expect-done.ts';

const people = (...keys: string[]): string[] => keys.map((key) => demoGuid('person', key));

/** Who is asked first; the remaining worksite and groups leave it to the organization's list. */
const ofWorksites: Readonly<Partial<Record<WorksiteKey, readonly string[]>>> = {
  acheson: people('daniel', 'priya'),
  fsj: people('daniel', 'mei'),
  montney: people('daniel', 'priya'),
  karratha: people('mei', 'priya'),
};
const ofGroups: Readonly<Partial<Record<GroupKey, readonly string[]>>> = { drilling: people('daniel') };
const ofOrganization = people('priya', 'mei');
const lastOwner = { target: 'REPORTING_GROUP', targetGuid: demoGuid('group', 'drilling') } as const;

/** Refusals in a demo whose people have changed it before it got call lists. */
const sinceGone: ReadonlySet<ErrorClass> = new Set(['MissingMember', 'WorksiteNotFound', 'ReportingGroupNotFound']);

/**
 * Sets the call lists of the demo organization. Each is set once in the life of a demo: what people changed since
 * stays.
 */
export async function setDemoCallLists({ store, commands }: Pick<Application, 'store' | 'commands'>): Promise<void> {
  const founded = await store.load(DEMO_ORGANIZATION, { kind: 'organization', guid: DEMO_ORGANIZATION });
  if (founded.status !== 'loaded' || founded.events.length === 0) return;
  // It is set last: once it exists, later starts have nothing to do.
  const last = callListDecider.of(DEMO_ORGANIZATION, lastOwner);
  if ((await last.load(store, DEMO_ORGANIZATION)).revision > 0) return;
  const set = async (name: string, command: (envelope: CommandEnvelope) => Command<Outcome>) => {
    const envelope = systemEnvelope({ tenant: DEMO_ORGANIZATION, product: 'demo', name: `demo call list ${name}` });
    const outcome = await commands.execute(command(envelope));
    if (!('refused' in outcome && sinceGone.has(outcome.refused))) expectDone(outcome, `set the call list of ${name}`);
  };
  await set('organization', (envelope) => new SetCallListOfOrganization(envelope, ofOrganization));
  for (const [key, members] of Object.entries(ofWorksites))
    await set(key, (envelope) => new SetCallListOfWorksite(envelope, demoGuid('worksite', key), members));
  for (const [key, members] of Object.entries(ofGroups))
    await set(key, (envelope) => new SetCallListOfReportingGroup(envelope, demoGuid('group', key), members));
}
