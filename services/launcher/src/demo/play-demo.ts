import { Readable } from 'node:stream';
import type { Application } from '@plimsoll/api/platform/process/application';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import type { CommandEnvelope } from '@plimsoll/api/commands/command-envelope';
import type { Outcome } from '@plimsoll/api/commands/execute';
import { ChangeForm } from '@plimsoll/api/forms/change-form';
import { ChangeFormGroups } from '@plimsoll/api/forms/change-form-groups';
import { ChangeFormQuestions } from '@plimsoll/api/forms/change-form-questions';
import { ChangeFormWorkflow } from '@plimsoll/api/forms/change-form-workflow';
import { CreateForm } from '@plimsoll/api/forms/create-form';
import { PublishForm } from '@plimsoll/api/forms/publish-form';
import { ApproveIncident } from '@plimsoll/api/incidents/workflow/approve-incident';
import { DeleteIncident } from '@plimsoll/api/incidents/delete-incident';
import { ReopenIncident } from '@plimsoll/api/incidents/workflow/reopen-incident';
import { ReportIncident } from '@plimsoll/api/incidents/report-incident';
import { RequestApproval } from '@plimsoll/api/incidents/workflow/request-approval';
import { RequestReview } from '@plimsoll/api/incidents/workflow/request-review';
import { ReturnIncident } from '@plimsoll/api/incidents/workflow/return-incident';
import { ReviewIncident } from '@plimsoll/api/incidents/workflow/review-incident';
import { JudgeLoadLine } from '@plimsoll/api/metrics/judge-load-line';
import { RecordMonthlyMetrics } from '@plimsoll/api/metrics/record-monthly-metrics';
import { SetLoadLines } from '@plimsoll/api/metrics/set-load-lines';
import { CancelTask } from '@plimsoll/api/tasks/cancel-task';
import { CompleteTask } from '@plimsoll/api/tasks/complete-task';
import { CreateTask } from '@plimsoll/api/tasks/create-task';
import { VerifyTask } from '@plimsoll/api/tasks/verify-task';
import { loadLineMetrics } from '@plimsoll/contracts/metrics/events';
import type { Command } from '@nestjs/cqrs';
import { ListMembers } from '@plimsoll/projections/members/member-list/query';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { DEMO_ORGANIZATION, demoGuid } from './demo-organization.ts';
import { demoPhoto } from './demo-photo.ts';
import type { DemoStep, FormChange, PlannedPhoto, TaskChange } from './demo-step.ts';
import { expectDone } from './expect-done.ts';
import { alarmOfIncident, playAnswer, playDrill, playJudgement } from './play-alarms.ts';
import { envelopeOfStep } from './step-command.ts';

/** Number of commands in flight: group commit writes them together. */
const MAX_IN_FLIGHT = 64;

type Step<Kind extends DemoStep['kind']> = Extract<DemoStep, { kind: Kind }>;

/**
 * Whether a step depends on all earlier ones, and later ones on it. Such steps run alone, and the read models catch up.
 */
const runsAlone = ({ kind }: DemoStep): boolean => kind === 'form' || kind === 'judge-load-lines' || kind === 'drill';

/** Plays a plan through the CommandBus, each step as the person who took it. */
export class PlayDemo {
  constructor(private readonly application: Application) {}

  /** Executes the steps in order; the steps of one incident wait for each other. */
  async play(steps: readonly DemoStep[], progress: (done: number) => void): Promise<void> {
    const members: readonly Viewer[] = await this.application.queries.execute(new ListMembers(DEMO_ORGANIZATION));
    const byGuid = new Map(members.map((member) => [member.userGuid, member]));
    const last = new Map<number, Promise<void>>();
    const underWay = new Set<Promise<void>>();
    for (const [index, step] of steps.entries()) {
      const isAlone = runsAlone(step);
      if (isAlone) await this.#settle(underWay);
      const incident = 'incident' in step ? step.incident : undefined;
      const before = incident === undefined ? undefined : last.get(incident);
      const run = (async () => {
        await before;
        await this.#perform(step, byGuid);
      })();
      if (incident !== undefined) last.set(incident, run);
      const tracked = run.finally(() => underWay.delete(tracked));
      // Errors are thrown below, where this is awaited.
      tracked.catch(() => undefined);
      underWay.add(tracked);
      if (isAlone) await this.#settle(underWay);
      else if (underWay.size >= MAX_IN_FLIGHT) await Promise.race(underWay);
      if ((index + 1) % 1000 === 0) progress(index + 1);
    }
    await Promise.all(underWay);
  }

  async #settle(underWay: ReadonlySet<Promise<void>>): Promise<void> {
    await Promise.all(underWay);
    await this.application.runner?.catchUp();
  }

  async #perform(step: DemoStep, members: ReadonlyMap<string, Viewer>): Promise<void> {
    if (step.kind === 'judge-load-lines') return this.#judgeLoadLines(step);
    if (step.kind === 'judge-alarm') return playJudgement(this.application, step);
    const actorOf = (person: string): Viewer => {
      const member = members.get(demoGuid('person', person));
      if (!member) throw new Error(`${person} is no member of the demo organization`);
      return member;
    };
    if (step.kind === 'drill') return playDrill(this.application, step, actorOf);
    const { at: _, by, name: __, ...content } = step;
    const envelope = envelopeOfStep(step, { actor: actorOf(by), kind: 'USER', content });
    switch (step.kind) {
      case 'photo':
        return this.#attach(envelope, step);
      case 'answer-alarm':
        return playAnswer(this.application, envelope, alarmOfIncident(step), step.answer);
      default:
        return this.#execute(await this.#commandOf(envelope, step), step);
    }
  }

  async #judgeLoadLines(step: Step<'judge-load-lines'>): Promise<void> {
    for (const metric of loadLineMetrics)
      await this.#execute(
        new JudgeLoadLine(
          systemEnvelope({
            tenant: DEMO_ORGANIZATION,
            name: `demo ${step.name} ${metric}`,
            at: step.at,
            product: 'demo',
          }),
          metric,
        ),
        step,
      );
  }

  async #execute(command: Command<Outcome>, { name, kind }: DemoStep): Promise<void> {
    expectDone(await this.application.commands.execute(command), `play ${name} (${kind})`);
  }

  async #commandOf(
    envelope: CommandEnvelope,
    step: Exclude<DemoStep, Step<'photo' | 'judge-load-lines' | 'judge-alarm' | 'answer-alarm' | 'drill'>>,
  ): Promise<Command<Outcome>> {
    switch (step.kind) {
      case 'metrics':
        return new RecordMonthlyMetrics(envelope, step.month, step.figures);
      case 'load-lines':
        return new SetLoadLines(
          envelope,
          step.year,
          { ...step.limits, reason: step.reason },
          step.at.toISOString().slice(0, 10),
        );
      case 'report': {
        const { worksite, group, ...words } = step.report;
        const places = { worksiteGuid: demoGuid('worksite', worksite), reportingGroupGuid: demoGuid('group', group) };
        const awaitedAttachments = await Promise.all((step.photos ?? []).map(announced));
        return new ReportIncident(envelope, demoGuid('incident', String(step.incident)), {
          ...words,
          ...places,
          ...(awaitedAttachments.length > 0 && { awaitedAttachments }),
        });
      }
      case 'follow-up':
        return this.#followUp(envelope, demoGuid('incident', String(step.incident)), step);
      case 'task':
        return this.#onTask(
          envelope,
          demoGuid('incident', String(step.incident)),
          demoGuid('task', step.task),
          step.change,
        );
      case 'form':
        return this.#onForm(envelope, step.formGuid, step.change);
    }
  }

  #followUp(
    envelope: CommandEnvelope,
    eventId: string,
    { command, with: words, person }: Step<'follow-up'>,
  ): Command<Outcome> {
    const named = person === undefined ? undefined : demoGuid('person', person);
    switch (command) {
      case 'request-review':
        return new RequestReview(envelope, eventId, { reviewerGuid: named });
      case 'review':
        return new ReviewIncident(envelope, eventId, words as ConstructorParameters<typeof ReviewIncident>[2]);
      case 'return':
        return new ReturnIncident(envelope, eventId, words as ConstructorParameters<typeof ReturnIncident>[2]);
      case 'request-approval':
        return new RequestApproval(envelope, eventId, { approverGuid: named });
      case 'approve':
        return new ApproveIncident(envelope, eventId, words as ConstructorParameters<typeof ApproveIncident>[2]);
      case 'reopen':
        return new ReopenIncident(envelope, eventId, words as ConstructorParameters<typeof ReopenIncident>[2]);
      case 'delete':
        return new DeleteIncident(envelope, eventId);
    }
  }

  #onTask(envelope: CommandEnvelope, eventId: string, taskGuid: string, change: TaskChange): Command<Outcome> {
    switch (change.command) {
      case 'create':
        return new CreateTask(envelope, taskGuid, {
          ...change.with,
          eventId,
          responsibleGuid: demoGuid('person', change.responsible),
          verifierGuid: demoGuid('person', change.verifier),
        });
      case 'complete':
        return new CompleteTask(envelope, taskGuid, change.with);
      case 'verify':
        return new VerifyTask(envelope, taskGuid, change.with);
      case 'cancel':
        return new CancelTask(envelope, taskGuid, change.with);
    }
  }

  #onForm(envelope: CommandEnvelope, formGuid: string, change: FormChange): Command<Outcome> {
    switch (change.command) {
      case 'create':
        return new CreateForm(envelope, formGuid, {
          name: change.name,
          description: change.description,
          copied: null,
        });
      case 'details':
        return new ChangeForm(envelope, formGuid, change.with);
      case 'workflow':
        return new ChangeFormWorkflow(envelope, formGuid, change.eventWorkflow);
      case 'groups':
        return new ChangeFormGroups(envelope, formGuid, change.with);
      case 'questions':
        return new ChangeFormQuestions(envelope, formGuid, change.with);
      case 'publish':
        return new PublishForm(envelope, formGuid);
    }
  }

  /**
   * Attaches a photo as a request does, unless it is attached already: incidents that were approved since take none.
   */
  async #attach(
    envelope: CommandEnvelope,
    { incident, photo: { attachmentGuid, picture, name, questionGuid } }: Step<'photo'>,
  ): Promise<void> {
    const eventId = demoGuid('incident', String(incident));
    const loaded = await this.application.store.load(DEMO_ORGANIZATION, { kind: 'incident', guid: eventId });
    if (
      loaded.status === 'loaded' &&
      loaded.events.some(
        ({ type, data }) =>
          type === 'AttachmentAdded' && (data as { attachmentGuid: string }).attachmentGuid === attachmentGuid,
      )
    )
      return;
    // A copy: storing a file frees its bytes, and pictures are used more than once.
    const body = Readable.from([Buffer.from(await demoPhoto(picture))]);
    await this.application.files.put(
      { eventId, attachmentGuid },
      { body, name, questionGuid: questionGuid ?? undefined, announced: undefined, digest: undefined },
      envelope,
      (outcome) => expectDone(outcome, `attach ${name}`),
    );
  }
}

const announced = async ({ attachmentGuid, picture, name, questionGuid }: PlannedPhoto) => ({
  attachmentGuid,
  name,
  size: (await demoPhoto(picture)).length,
  ...(questionGuid !== null && { questionGuid }),
});
