import type { Application } from '@plimsoll/api/application';
import { ownEnvelope } from '@plimsoll/api/commands/own-envelope';
import type { Outcome } from '@plimsoll/api/commands/execute';
import { ApproveIncident } from '@plimsoll/api/incidents/approve-incident';
import { DeleteIncident } from '@plimsoll/api/incidents/delete-incident';
import { ReopenIncident } from '@plimsoll/api/incidents/reopen-incident';
import { ReportIncident } from '@plimsoll/api/incidents/report-incident';
import { RequestApproval } from '@plimsoll/api/incidents/request-approval';
import { RequestReview } from '@plimsoll/api/incidents/request-review';
import { ReturnIncident } from '@plimsoll/api/incidents/return-incident';
import { ReviewIncident } from '@plimsoll/api/incidents/review-incident';
import { RecordMonthlyMetrics } from '@plimsoll/api/metrics/record-monthly-metrics';
import { SetLoadLines } from '@plimsoll/api/metrics/set-load-lines';
import type { Command } from '@nestjs/cqrs';
import { ListMembers } from '@plimsoll/projections/member-list/query';
import type { Viewer } from '@plimsoll/projections/viewer';
import { DEMO_ORGANIZATION, demoGuid } from './demo-organization.ts';
import { expectDone } from './expect-done.ts';
import type { DemoStep } from './plan-demo.ts';

/** So many commands are under way at once: group commit writes them together. */
const UNDER_WAY = 64;

type FollowUp = Extract<DemoStep, { kind: 'follow-up' }>;

/** Plays a plan through the CommandBus, each step in the name of the one who took it. */
export class PlayDemo {
  constructor(private readonly application: Application) {}

  /** In the order of the plan; the steps of one incident wait for each other. @param from the number of the first of these steps in the plan: by it each is known when it is played again. */
  async play(steps: readonly DemoStep[], progress: (done: number) => void, from = 0): Promise<void> {
    const members: readonly Viewer[] = await this.application.queries.execute(new ListMembers(DEMO_ORGANIZATION));
    const byGuid = new Map(members.map((member) => [member.userGuid, member]));
    const last = new Map<number, Promise<void>>();
    const underWay = new Set<Promise<void>>();
    for (const [index, step] of steps.entries()) {
      const incident = 'incident' in step ? step.incident : undefined;
      const before = incident === undefined ? undefined : last.get(incident);
      const run = (async () => {
        await before;
        const actor = byGuid.get(demoGuid('person', step.by));
        if (!actor) throw new Error(`${step.by} is no member of the demo organization`);
        const outcome: Outcome = await this.application.commands.execute(this.#commandOf(step, from + index, actor));
        expectDone(outcome, `play step ${index} (${step.kind})`);
      })();
      if (incident !== undefined) last.set(incident, run);
      const tracked = run.finally(() => underWay.delete(tracked));
      // A fault is thrown below, where it is awaited.
      tracked.catch(() => undefined);
      underWay.add(tracked);
      if (underWay.size >= UNDER_WAY) await Promise.race(underWay);
      if ((index + 1) % 1000 === 0) progress(index + 1);
    }
    await Promise.all(underWay);
  }

  #commandOf(step: DemoStep, index: number, actor: Viewer): Command<Outcome> {
    const { at, by: _, ...content } = step;
    const envelope = ownEnvelope({ tenant: DEMO_ORGANIZATION, actor, kind: 'USER', name: `demo step ${index}`, content, at, product: 'demo' });
    switch (step.kind) {
      case 'metrics':
        return new RecordMonthlyMetrics(envelope, step.month, step.figures);
      case 'load-lines':
        return new SetLoadLines(envelope, step.year, step.limits, at.toISOString().slice(0, 10));
      case 'report': {
        const { worksite, group, ...words } = step.report;
        const places = { worksiteGuid: demoGuid('worksite', worksite), reportingGroupGuid: demoGuid('group', group) };
        return new ReportIncident(envelope, demoGuid('incident', String(step.incident)), { ...words, ...places });
      }
      case 'follow-up':
        return this.#followUp(envelope, demoGuid('incident', String(step.incident)), step);
    }
  }

  #followUp(envelope: ConstructorParameters<typeof RequestReview>[0], eventId: string, { command, with: words, person }: FollowUp): Command<Outcome> {
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
}
