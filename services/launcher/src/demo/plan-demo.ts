import { addMonths, monthOf, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import {
  injuryForm,
  motorVehicleForm,
  nearMissForm,
  safetyObservationForm,
  toolboxTalkForm,
} from '@plimsoll/contracts/forms/built-in-forms';
import type { Form } from '@plimsoll/contracts/forms/form';
import type { AnswerValue } from '@plimsoll/contracts/forms/answer-value';
import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import type { Classification, IncidentState } from '@plimsoll/contracts/incidents/vocabulary';
import { demoPeople, demoWorksites, injuredNames, type DemoPerson } from './cast.ts';
import type { DemoStep, UnnamedStep } from './demo-step.ts';
import { seededRandom } from './random.ts';
import {
  approvalComments,
  injuries,
  nearMisses,
  observations,
  returnComments,
  reviewComments,
  talks,
  units,
  vehicleIncidents,
} from './stories.ts';

/** Recordable cases in each of the 26 completed months, oldest first: a spring above the limit, then a calm summer. */
const recordable = [2, 1, 2, 2, 1, 2, 2, 1, 2, 3, 3, 2, 2, 1, 1, 3, 5, 5, 5, 2, 1, 0, 1, 1, 1, 1] as const;
const lostTime = [0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0] as const;
const vehicles = [1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1, 1, 2, 1, 0, 1, 0, 1, 0, 1, 0] as const;

/** Enough completed months for the rolling year that ended a year ago. */
const MONTHS = recordable.length;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** States in which an incident waits for someone. */
type WaitingState = Exclude<IncidentState, 'APPROVED' | 'CLOSED'>;

/**
 * The demo's history of slightly more than two years that ends at `now`, in chronological order. The same `now` gives
 * the same plan. The last completed month has no figures yet, so that the product asks for them.
 */
export function planDemo(now: Date): DemoStep[] {
  const random = seededRandom(1876);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const between = (low: number, high: number) => Math.floor(low + random() * (high - low + 1));
  const steps: UnnamedStep[] = [];
  const thisMonth = monthOf(now.toISOString());
  const managers = demoPeople.filter((person) => person.userGroups.includes('Manager') && !person.isAdmin);
  const reporters = demoPeople.filter((person) => !person.isAdmin);
  let incidents = 0;
  /**
   * Waiting states that no incident has yet: each one must occur in the demo, and the admin needs two incidents to
   * approve.
   */
  const lacking: WaitingState[] = [
    'APPROVAL_REQUESTED',
    'REVIEWED',
    'RETURNED',
    'REVIEW_REQUESTED',
    'REPORTED',
    'APPROVAL_REQUESTED',
  ];

  const fill = (text: string) => text.replaceAll('{n}', String(between(2, 9))).replaceAll('{unit}', pick(units));
  const answersTo = (form: Form, values: readonly AnswerValue[]) =>
    form.groups.map((group) => ({
      groupGuid: group.groupGuid,
      answers: group.questions
        .map((question) => ({
          questionGuid: question.questionGuid,
          value: values[form.groups.flatMap((each) => each.questions).indexOf(question)] ?? null,
        }))
        .filter(({ value }) => value !== null),
    }));

  const momentIn = (month: YearMonth): Date | undefined => {
    const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
    const moment = new Date(
      Date.parse(`${month}-01T00:00:00Z`) +
        between(0, days - 1) * DAY +
        between(13, 22) * HOUR +
        between(0, 59) * 60_000,
    );
    return moment.getTime() < now.getTime() - 6 * HOUR ? moment : undefined;
  };

  /** Moves an incident through its workflow: most old ones to the end, recent ones to any state. */
  const follow = (
    incident: number,
    form: Form,
    reporter: DemoPerson,
    reportedAt: Date,
    severity: number,
    likelihood: number,
  ) => {
    let at = reportedAt.getTime();
    const age = (now.getTime() - at) / DAY;
    const step = (
      command: Extract<UnnamedStep, { kind: 'follow-up' }>['command'],
      by: string,
      data: Record<string, unknown>,
      person?: string,
    ): boolean => {
      at += between(2, age > 40 ? 70 : 40) * HOUR;
      if (at > now.getTime() - HOUR) return false;
      steps.push({ kind: 'follow-up', at: new Date(at), by, incident, command, with: data, ...(person && { person }) });
      return true;
    };
    if (form.eventWorkflow === 'NONE') return;
    if (age > 60 && random() < 0.012) return void step('delete', 'priya', {});
    const isYoung = age > 10 && age < 40 && form.eventWorkflow === 'REVIEW_AND_APPROVAL';
    // Approvals are shown in integrations, which do not receive sensitive incidents.
    const wanted = isYoung ? lacking.find((state) => state !== 'APPROVAL_REQUESTED' || !form.isSensitive) : undefined;
    const stopsAt = (state: WaitingState, byChance: () => boolean, isLacking = true): boolean => {
      const stops = wanted === undefined ? byChance() : wanted === state;
      if (stops && isYoung && isLacking && lacking.includes(state)) lacking.splice(lacking.indexOf(state), 1);
      return stops;
    };
    if (stopsAt('REPORTED', () => age < 25 && random() < 0.3)) return;
    const reviewer = pick(managers.filter(({ key }) => key !== reporter.key));
    if (!step('request-review', reporter.key, {}, reviewer.key)) return;
    if (stopsAt('REVIEW_REQUESTED', () => age < 40 && random() < 0.25)) return;
    const isLeftReturned = stopsAt('RETURNED', () => age < 30 && random() < 0.08);
    if (isLeftReturned || random() < 0.08) {
      if (!step('return', reviewer.key, { comment: pick(returnComments) })) return;
      if (isLeftReturned || !step('request-review', reporter.key, {}, reviewer.key)) return;
    }
    if (!step('review', reviewer.key, { severity, likelihood, comment: pick(reviewComments) })) return;
    if (form.eventWorkflow === 'REVIEW') return;
    if (stopsAt('REVIEWED', () => age < 40 && random() < 0.35)) return;
    const approver =
      (random() < 0.6 && !form.isSensitive) || wanted === 'APPROVAL_REQUESTED'
        ? 'priya'
        : (managers.find(({ key }) => key !== reviewer.key && key !== reporter.key)?.key ?? 'priya');
    if (!step('request-approval', reviewer.key, {}, approver)) return;
    if (stopsAt('APPROVAL_REQUESTED', () => age < 45 && random() < 0.45, approver === 'priya' && !form.isSensitive))
      return;
    if (
      !step('approve', approver, {
        approvalComment: pick(approvalComments),
        signature: demoPeople.find(({ key }) => key === approver)!.name,
      })
    )
      return;
    if (age < 120 && random() < 0.02)
      step('reopen', 'priya', { reason: 'New information from the clinic; the rating has to be looked at again.' });
  };

  const report = (
    form: Form,
    month: YearMonth,
    facts: {
      description: string;
      immediateActions: string | null;
      answers: readonly AnswerValue[];
      injured?: NonNullable<ReportIncidentRequest['injuredPersons']>;
      severity: readonly [number, number];
    },
  ) => {
    const occurred = momentIn(month);
    if (!occurred) return;
    const reporter = pick(reporters);
    const worksite = demoWorksites.find(({ key }) => key === reporter.worksite)!;
    const local = new Intl.DateTimeFormat('en-CA', {
      timeZone: worksite.timeZone,
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
    }).formatToParts(occurred);
    const part = Object.fromEntries(local.map(({ type, value }) => [type, value]));
    const incident = incidents++;
    const reportedAt = new Date(occurred.getTime() + between(10, 240) * 60_000);
    steps.push({
      kind: 'report',
      at: reportedAt,
      by: reporter.key,
      incident,
      report: {
        formGuid: form.formGuid,
        formVersion: form.version,
        worksite: reporter.worksite,
        group: reporter.group,
        occurrenceDate: `${part.year}-${part.month}-${part.day}`,
        occurrenceTime: `${part.hour}:${part.minute}`,
        description: facts.description,
        immediateActions: facts.immediateActions,
        components: answersTo(form, facts.answers),
        ...(facts.injured && { injuredPersons: facts.injured }),
      },
    });
    follow(incident, form, reporter, reportedAt, between(...facts.severity), between(1, 4));
  };

  const injury = (month: YearMonth, wanted: (classification: Classification) => boolean) => {
    const story = pick(injuries.filter(({ classification }) => wanted(classification)));
    const [nature, bodyPart, source, event] = story.codes;
    const lost = story.classification === 'LOST_TIME';
    report(injuryForm, month, {
      description: fill(story.text),
      immediateActions: story.actions,
      answers: [lost, /lost\./.test(story.text), pick(['FIRST_AIDER', 'CO_WORKER', 'CLINIC']), false, story.task],
      severity: lost ? [4, 5] : story.classification === 'FIRST_AID' ? [1, 2] : [2, 4],
      injured: [
        {
          name: pick(injuredNames),
          personType: story.personType ?? (random() < 0.2 ? 'CONTRACTOR' : 'EMPLOYEE'),
          classification: story.classification,
          nature,
          bodyPart,
          source,
          event,
          treatment: story.treatment ?? null,
          daysAway: lost ? between(4, 40) : null,
          daysRestricted: story.classification === 'RESTRICTED' ? between(3, 14) : null,
        },
      ],
    });
  };

  const isRecordable = (classification: Classification) =>
    classification === 'MEDICAL_AID' || classification === 'RESTRICTED';
  for (let index = 0; index <= MONTHS; index += 1) {
    const month = addMonths(thisMonth, index - MONTHS);
    for (let count = lostTime[index] ?? 0; count > 0; count -= 1)
      injury(month, (classification) => classification === 'LOST_TIME');
    for (let count = (recordable[index] ?? 1) - (lostTime[index] ?? 0); count > 0; count -= 1)
      injury(month, isRecordable);
    for (let count = between(1, 3); count > 0; count -= 1)
      injury(month, (classification) => classification === 'FIRST_AID');
    for (let count = vehicles[index] ?? 1; count > 0; count -= 1) {
      const story = pick(vehicleIncidents);
      report(motorVehicleForm, month, {
        description: fill(story.text),
        immediateActions: story.actions,
        answers: [story.what, pick(units), between(0, 9) * 10],
        severity: [1, 4],
      });
    }
    for (let count = between(6, 11); count > 0; count -= 1) {
      const story = pick(nearMisses);
      report(nearMissForm, month, {
        description: fill(story.text),
        immediateActions: story.actions,
        answers: [pick(['FIRST_AID', 'MEDICAL_TREATMENT', 'SERIOUS_INJURY', 'FATALITY']), random() < 0.3],
        severity: [1, 5],
      });
    }
    for (let count = between(14, 20) + Math.floor(index / 3); count > 0; count -= 1) {
      const story = pick(observations);
      report(safetyObservationForm, month, {
        description: fill(story.text),
        immediateActions: story.actions,
        answers: [story.what, random() < 0.8],
        severity: story.what === 'SAFE_BEHAVIOUR' ? [0, 0] : [1, 2],
      });
    }
    for (let count = between(7, 10); count > 0; count -= 1) {
      const topic = pick(talks);
      report(toolboxTalkForm, month, {
        description: `Toolbox talk: ${topic.toLowerCase()}.`,
        immediateActions: null,
        answers: [topic, between(4, 19)],
        severity: [0, 0],
      });
    }
    if (index < MONTHS - 1) {
      const hours = 226_000 + index * 550 + between(-6_000, 6_000);
      steps.push({
        kind: 'metrics',
        month,
        by: 'daniel',
        at: new Date(Date.parse(`${addMonths(month, 1)}-03T16:00:00Z`)),
        figures: {
          employeeHours: Math.round(hours * 0.78) + 0.5,
          contractorHours: Math.round(hours * 0.22),
          employeeKms: 318_000 + between(-14_000, 14_000),
          contractorKms: 94_000 + between(-6_000, 6_000),
          employeeCount: 1_080 + index * 3,
          contractorCount: 310 + between(-9, 9),
        },
      });
    }
  }
  const year = Number(thisMonth.slice(0, 4));
  for (const [each, limits] of [
    [year - 1, { trif: 2.2, ltif: 0.7, mvif: 2.6 }],
    [year, { trif: 2, ltif: 0.6, mvif: 2.4 }],
  ] as const) {
    steps.push({
      kind: 'load-lines',
      by: 'priya',
      at: new Date(Date.parse(`${each}-01-06T15:30:00Z`)),
      year: each,
      limits,
    });
  }
  return steps
    .filter(({ at }) => at.getTime() <= now.getTime())
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map((step, index) => ({ ...step, name: `step ${index}` }));
}
