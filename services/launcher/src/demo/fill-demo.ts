import { createReadStream } from 'node:fs';
import type { Command } from '@nestjs/cqrs';
import { openApplication, type Application } from '@plimsoll/api/platform/process/application';
import type { ResourceOptions } from '@plimsoll/api/platform/process/resources';
import { systemEnvelope, type SystemCommand } from '@plimsoll/api/commands/own-envelope';
import type { Outcome } from '@plimsoll/api/commands/execute';
import { RegisterUser } from '@plimsoll/api/identity/accounts/register-user';
import { SetPassword } from '@plimsoll/api/identity/passwords/set-password';
import { AddMember } from '@plimsoll/api/members/add-member';
import { ChangeCustomerConfig } from '@plimsoll/api/organizations/change-customer-config';
import { CreateOrganization } from '@plimsoll/api/organizations/founding/create-organization';
import { CreateReportingGroup } from '@plimsoll/api/units/create-reporting-group';
import { CreateWorksite } from '@plimsoll/api/units/create-worksite';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { modulesAtFirst } from '@plimsoll/contracts/organizations/features';
import { openTable } from '@plimsoll/api/spreadsheets/read-table';
import { reportSevereInjuries, type RefusedLine } from '../import/report-severe-injuries.ts';
import { demoGroups, demoOrganization, demoPeople, demoWorksites } from './cast.ts';
import { DEMO_ORGANIZATION, demoGuid } from './demo-organization.ts';
import { expectDone } from './expect-done.ts';
import type { DemoStep } from './demo-step.ts';
import { markAlarmMailsSent } from './mark-alarm-mails-sent.ts';
import { planAlarms } from './plan-alarms.ts';
import { planAnswers } from './plan-answers.ts';
import { planDemo } from './plan-demo.ts';
import { planEvidence } from './plan-evidence.ts';
import { PlayDemo } from './play-demo.ts';
import { seededRandom } from './random.ts';
import { callListsSetAt, setDemoCallLists } from './set-demo-call-lists.ts';
import { skipPastReactions } from './skip-past-reactions.ts';
import { subscribeDemo } from './subscribe-demo.ts';

/** Days between the founding of the demo organization and the end of its plan. */
const AGE_DAYS = 830;

export interface DemoOptions {
  readonly appDatabaseUrl: string;
  readonly projectorDatabaseUrl: string;
  readonly signingKey: string;
  readonly sealingKey: string;
  /** Folder for photos, unless there is a bucket. */
  readonly filesDir: string;
  readonly filesBucket?: ResourceOptions['filesBucket'];
  /** The payment sandbox, for the demo's subscription; without it there is none. */
  readonly payments?: ResourceOptions['payments'];
  /** Password of all demo accounts. */
  readonly password: string;
  readonly say: (line: string) => void;
  /** The end of the demo's two years; now by default. */
  readonly now?: Date;
}

/**
 * Fills the demo organization through the commands that people use: people and places, 20 real reports from OSHA, and
 * two years of invented incidents with a custom form, photos, corrective actions and alarms, and a subscription with 24
 * invoices. Continues where an interrupted run stopped. A demo that an earlier version has filled gets call lists alone.
 * @throws if a command of the plan is refused, which is an error of the plan.
 */
export async function fillDemo({ password, say, now: end = new Date(), ...resources }: DemoOptions): Promise<void> {
  const onError = (error: unknown, what: string) => say(`${what}: ${(error as Error)?.message ?? error}`);
  const application = await openApplication({ ...resources, projector: true, onError });
  try {
    if (await isOfEarlierVersion(application)) return await setDemoCallLists(application);
    say('Filling the demo organization: its people and places');
    const now = await foundDemo(application, { password, end });
    await setDemoCallLists(application, founding(now));
    await application.runner?.catchUp();
    const { columns, lines } = await openTable(() =>
      createReadStream(new URL('./osha_severe_injury_sample.csv', import.meta.url)),
    );
    const onRefused = ({ line, reasons }: RefusedLine): never => {
      throw new Error(`Line ${line} was refused: ${reasons.join('; ')}`);
    };
    await reportSevereInjuries(application, {
      tenant: DEMO_ORGANIZATION,
      columns,
      lines,
      at: founding(now),
      onRefused,
    });
    const steps = planYears(now);
    await new PlayDemo(application).play(steps, (done) =>
      say(`Filling the demo organization: ${done} of ${steps.length} steps of its two years`),
    );
    await markAlarmMailsSent(application, resources.projectorDatabaseUrl, steps);
    await askAtOnce(application, true, now);
    if (resources.payments) await subscribeDemo(application, now, resources.payments);
    await application.runner?.catchUp();
    await skipPastReactions(resources.projectorDatabaseUrl);
  } finally {
    await application.close();
  }
}

/** Everything that happens in the demo's two years. */
function planYears(now: Date): DemoStep[] {
  const random = seededRandom(1913);
  const incidents = planDemo(now);
  const plan = [...incidents, ...planEvidence(now, incidents)].sort(
    (one, other) => one.at.getTime() - other.at.getTime(),
  );
  return planAlarms({ now, random, plan: planAnswers({ now, random, plan }) });
}

/** Whether an earlier version has filled it: its call lists, if it has any, are not from the time of its founding. */
async function isOfEarlierVersion({ store }: Application): Promise<boolean> {
  const founded = await foundedAt(store);
  if (!founded) return false;
  const { events } = await store.load(DEMO_ORGANIZATION, { kind: 'incident', guid: demoGuid('incident', '0') });
  return events.length > 0 && (await callListsSetAt(store))?.getTime() !== founded.getTime();
}

/**
 * Founds the demo organization with its people and places.
 * @returns the end of its plan; that of the first attempt if it was interrupted.
 */
export async function foundDemo(
  application: Application,
  { password, end }: { readonly password: string; readonly end: Date },
): Promise<Date> {
  const now = await found(application, end);
  // Its two years are played as they were before reports asked someone at once.
  await askAtOnce(application, false, founding(now));
  await settle(application, now, password);
  return now;
}

const founding = (now: Date): Date => new Date(now.getTime() - AGE_DAYS * 86_400_000);

/** When the organization was founded; null before. */
async function foundedAt(store: Application['store']): Promise<Date | null> {
  const { events } = await store.load(DEMO_ORGANIZATION, { kind: 'organization', guid: DEMO_ORGANIZATION });
  return events[0] ? new Date(events[0].metadata.at) : null;
}

/**
 * Founds the organization.
 * @returns the end of the plan; that of the first attempt.
 */
async function found({ store, commands }: Application, end: Date): Promise<Date> {
  const founded = await foundedAt(store);
  if (founded) return new Date(founded.getTime() + AGE_DAYS * 86_400_000);
  const words = { ...demoOrganization, modules: [...modulesAtFirst] };
  expectDone(
    await commands.execute(new CreateOrganization(envelope({ name: 'found', at: founding(end) }), words)),
    'found the organization',
  );
  return end;
}

const envelope = (command: Omit<SystemCommand, 'tenant' | 'name'> & { name: string; tenant?: string }) =>
  systemEnvelope({ tenant: DEMO_ORGANIZATION, product: 'demo', ...command, name: `demo ${command.name}` });

/** Switches whether a report asks someone at once. */
async function askAtOnce({ commands }: Application, isEnabled: boolean, at: Date): Promise<void> {
  const command = new ChangeCustomerConfig(envelope({ name: `ask at once ${isEnabled}`, at }), {
    code: 'REVIEWER_AT_ONCE',
    isEnabled,
  });
  expectDone(await commands.execute(command), `switch asking at once to ${isEnabled}`);
}

async function settle(application: Application, now: Date, password: string): Promise<void> {
  const at = founding(now);
  const run = async (command: Command<Outcome>, what: string) =>
    expectDone(await application.commands.execute(command), what);
  for (const { key, ...group } of demoGroups) {
    const reportingGroupGuid = demoGuid('group', key);
    await run(
      new CreateReportingGroup(envelope({ name: `group ${key}`, at }), { reportingGroupGuid, ...group }),
      `create ${group.name}`,
    );
  }
  for (const { key, ...worksite } of demoWorksites) {
    await run(
      new CreateWorksite(envelope({ name: `worksite ${key}`, at }), {
        worksiteGuid: demoGuid('worksite', key),
        ...worksite,
      }),
      `create ${worksite.name}`,
    );
  }
  for (const { key, name, emailAddress, isAdmin, userGroups, group } of demoPeople) {
    const userGuid = demoGuid('person', key);
    const installation = { tenant: INSTALLATION_TENANT, at };
    await run(
      new RegisterUser(envelope({ ...installation, name: `register ${key}` }), { userGuid, name, emailAddress }),
      `register ${name}`,
    );
    await run(
      new SetPassword(envelope({ ...installation, name: `password ${key}` }), userGuid, password),
      `set the password of ${name}`,
    );
    const member = { userGuid, name, emailAddress, isAdmin, userGroups, reportingGroupGuid: demoGuid('group', group) };
    await run(new AddMember(envelope({ name: `member ${key}`, at }), member), `add ${name}`);
  }
  await application.runner?.catchUp();
}
