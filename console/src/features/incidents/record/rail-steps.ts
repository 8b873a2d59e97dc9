import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { stateTexts } from '@plimsoll/contracts/incidents/event-texts';
import { nameWithin } from '@plimsoll/contracts/members/member-texts';
import { daysSince, formatInstant, localTime } from '../../../lib/format/time.ts';
import type { RailStep } from '../../../ui/data/WorkflowRail.tsx';
import { isWith } from '../labels.ts';

type Step = IncidentDetail['steps'][number];
type Stage =
  | 'REPORTED'
  | 'RETURNED'
  | 'REOPENED'
  | 'REVIEW_REQUESTED'
  | 'REVIEWED'
  | 'APPROVAL_REQUESTED'
  | 'APPROVED'
  | 'CLOSED';

const labels: Record<Stage, string> = { ...stateTexts, REOPENED: 'Reopened' };

const courses: Record<IncidentDetail['workflow'], readonly Stage[]> = {
  NONE: ['REPORTED', 'CLOSED'],
  REVIEW: ['REPORTED', 'REVIEW_REQUESTED', 'REVIEWED'],
  REVIEW_AND_APPROVAL: ['REPORTED', 'REVIEW_REQUESTED', 'REVIEWED', 'APPROVAL_REQUESTED', 'APPROVED'],
};

const eventOf: Partial<Record<Stage, string>> = {
  RETURNED: 'IncidentReturned',
  REOPENED: 'IncidentReopened',
  REVIEW_REQUESTED: 'ReviewRequested',
  REVIEWED: 'IncidentReviewed',
  APPROVAL_REQUESTED: 'ApprovalRequested',
  APPROVED: 'IncidentApproved',
};

const lastOf = (steps: readonly Step[], type: string | undefined): Step | undefined =>
  steps.findLast((step) => step.type === type);

/** Stages of an incident's workflow. Returned and reopened incidents have an additional stage. */
function courseOf({ workflow, state, steps }: IncidentDetail): { stages: readonly Stage[]; now: Stage } {
  const course = courses[workflow];
  const extra: Stage | null =
    state === 'RETURNED' ? 'RETURNED' : state === 'REPORTED' && lastOf(steps, 'IncidentReopened') ? 'REOPENED' : null;
  if (!extra) return { stages: course, now: state };
  return { stages: [course[0]!, extra, ...course.slice(1)], now: extra };
}

/** Steps of the rail: completed ones with person and time, the current one with its holder, and the remaining ones. */
export function railSteps(incident: IncidentDetail, viewerGuid: string, zone: string, at: Date): RailStep[] {
  const { stages, now } = courseOf(incident);
  const place = stages.indexOf(now);
  const when = (instant: string) => formatInstant(instant, zone, { now: at });
  return stages.map((stage, index): RailStep => {
    const shared = { key: stage, label: labels[stage] };
    if (index > place) return { ...shared, state: 'next' };
    const isNow = index === place;
    const { holder } = incident;
    const by = completedBy(stage, incident, when);
    if (!isNow) return { ...shared, state: 'done', by };
    if (!holder) return { ...shared, state: 'now', by };
    const isTheirs = isWith(holder, viewerGuid);
    const { name } = isTheirs && holder.alsoWith?.userGuid === viewerGuid ? holder.alsoWith : holder;
    const words = isTheirs ? 'With you' : `With ${nameWithin(name)}`;
    const days = daysSince(holder.since, zone, at);
    return {
      ...shared,
      state: 'now',
      by: stage === 'REPORTED' ? undefined : by,
      holder: {
        name,
        words,
        since:
          days === 'today'
            ? `since ${localTime(holder.since, zone).time} today`
            : `since ${when(holder.since)}, ${days}`,
      },
    };
  });
}

function completedBy(stage: Stage, incident: IncidentDetail, when: (instant: string) => string): string | undefined {
  if (stage === 'REPORTED') return `${incident.reporter.name}, ${when(incident.reportedAt)}`;
  if (stage === 'CLOSED') return 'Needs no review';
  const step = lastOf(incident.steps, eventOf[stage]);
  if (!step) return undefined;
  if (step.isRouted) return when(step.at);
  const hasPrefix =
    stage === 'REVIEW_REQUESTED' || stage === 'APPROVAL_REQUESTED' || stage === 'RETURNED' || stage === 'REOPENED';
  const approved =
    stage === 'APPROVED' && incident.approvedRevision !== null ? `, revision ${incident.approvedRevision}` : '';
  return `${hasPrefix ? `by ${nameWithin(step.by.name)}` : step.by.name}, ${when(step.at)}${approved}`;
}
