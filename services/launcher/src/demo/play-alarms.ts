import { alarmDecider, alarmGuidOf } from '@plimsoll/api/alarms/alarm';
import { AcknowledgeAlarm, CallOffAlarm } from '@plimsoll/api/alarms/answer-alarm';
import { JudgeAlarm } from '@plimsoll/api/alarms/judge-alarm';
import { drillStartedBy, StartDrill } from '@plimsoll/api/alarms/start-drill';
import type { CommandEnvelope } from '@plimsoll/api/commands/command-envelope';
import type { Application } from '@plimsoll/api/platform/process/application';
import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { demoOrganization } from './cast.ts';
import { DEMO_ORGANIZATION, demoGuid } from './demo-organization.ts';
import type { AlarmAnswer, DemoStep } from './demo-step.ts';
import { expectDone } from './expect-done.ts';
import { envelopeOfStep } from './step-command.ts';

type Step<Kind extends DemoStep['kind']> = Extract<DemoStep, { kind: Kind }>;

/** Revision of an incident whose report is judged. */
const REPORTED = 1;

/** The alarm about an incident of the plan. */
export const alarmOfIncident = ({ incident }: { readonly incident: number }): string =>
  alarmGuidOf(DEMO_ORGANIZATION, demoGuid('incident', String(incident)));

const dayOf = ({ at }: Pick<DemoStep, 'at'>): string => localDateTime(at, demoOrganization.timeZone).date;

/** The alarm of a drill that was played; null before. */
export const alarmOfDrill = (store: Application['store'], step: Step<'drill'>): Promise<string | null> =>
  drillStartedBy(store, envelopeOfStep(step), dayOf(step));

/** Has the product judge a report, as its job does after a report of today. */
export async function playJudgement({ commands }: Application, step: Step<'judge-alarm'>): Promise<void> {
  const command = new JudgeAlarm(envelopeOfStep(step), demoGuid('incident', String(step.incident)), REPORTED);
  expectDone(await commands.execute(command), `judge ${step.name}`);
}

/**
 * Answers an alarm as a person. There is none if filling was interrupted for so long that the report became too old to
 * raise one.
 */
export async function playAnswer(
  { store, commands }: Application,
  envelope: CommandEnvelope,
  alarmGuid: string,
  answer: AlarmAnswer,
): Promise<void> {
  const { events } = await store.load(DEMO_ORGANIZATION, alarmDecider.of(alarmGuid).stream);
  // An alarm of an event that was deleted since cannot be found again, even by the same command.
  if (events.length === 0 || events.some(({ metadata }) => metadata.commandId === envelope.commandId)) return;
  const command =
    answer.command === 'acknowledge'
      ? new AcknowledgeAlarm(envelope, alarmGuid, null, 'SESSION')
      : new CallOffAlarm(envelope, alarmGuid, answer.reason, 'SESSION');
  expectDone(await commands.execute(command), `${answer.command} an alarm`);
}

/** Starts a drill and answers it. One that was started before is left alone: its worksite may be archived since. */
export async function playDrill(
  application: Application,
  step: Step<'drill'>,
  actorOf: (person: string) => Viewer,
): Promise<void> {
  const { worksite, by, answer } = step;
  if ((await alarmOfDrill(application.store, step)) === null) {
    const envelope = envelopeOfStep(step, { actor: actorOf(by), kind: 'USER' });
    expectDone(
      await application.commands.execute(new StartDrill(envelope, demoGuid('worksite', worksite), dayOf(step))),
      `start ${step.name}`,
    );
  }
  const answered = { name: `${step.name} answered`, at: answer.at };
  await playAnswer(
    application,
    envelopeOfStep(answered, { actor: actorOf(answer.by), kind: 'USER' }),
    (await alarmOfDrill(application.store, step))!,
    { command: 'acknowledge' },
  );
}
