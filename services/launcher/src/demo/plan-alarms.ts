import { alarmQuestions, builtInForms, nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { AlarmLevel } from '@plimsoll/contracts/alarms/rules';
import { levelOf, rulesMet, shippedAlarmSettings } from '@plimsoll/contracts/alarms/settings';
import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import { alertedInOrder } from './call-lists.ts';
import { demoPeople, demoWorksites } from './cast.ts';
import type { AlarmAnswer, DemoStep, UnnamedStep } from './demo-step.ts';
import { workflowOf } from './plan-answers.ts';
import { calledOffReasons, couldHaveKilled } from './stories.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
/** Age in days of reports that may have an alarm: facts of more than 30 days before raise none. */
const RECENT_DAYS = { youngest: 1, oldest: 28 } as const;
/** Number of a near miss that is added; above those of the other plans. */
const ADDED_NUMBER = 2_000_000;

type Report = Extract<DemoStep, { kind: 'report' }>;

export interface AlarmsInput {
  /** The end of the demo's two years. */
  readonly now: Date;
  readonly random: () => number;
  /** Everything else that happens in them. */
  readonly plan: readonly DemoStep[];
}

/**
 * Adds alarms to a plan: one that is answered after seven minutes, one that is called off, a notice, and a drill that
 * is answered after four minutes. None stays open. Alarms are about the newest reports that meet a rule; where none
 * meets one of level ALARM, someone is called for in a report.
 */
export function planAlarms({ now, random, plan }: AlarmsInput): DemoStep[] {
  const recent = recentReports(now, plan);
  const noticed = recent.find((report) => levelMet(report) === 'NOTICE') ?? addedNearMiss(now);
  const others = recent.filter((report) => report !== noticed);
  const answered = others.find((report) => levelMet(report) === 'ALARM') ?? others.find(isLagging);
  const calledOff = others.find((report) => report !== answered && isLagging(report) && nobodyWasHurt(report));
  const reason = calledOffReasons[Math.floor(random() * calledOffReasons.length)]!;
  const urgent = new Set(
    [answered, calledOff].filter((report) => report !== undefined && levelMet(report) !== 'ALARM'),
  );
  const added: UnnamedStep[] = [
    ...(answered ? alarmOf(answered, 7, { command: 'acknowledge' }) : []),
    ...(calledOff ? alarmOf(calledOff, 12, { command: 'call-off', reason }) : []),
    judgedAfter(noticed),
    drillOf(now),
  ];
  return [
    ...plan.map((step) =>
      step.kind === 'report' && urgent.has(step) ? { ...step, report: { ...step.report, isUrgent: true } } : step,
    ),
    ...(plan.includes(noticed) ? [] : [noticed]),
    ...added
      .sort((one, other) => one.at.getTime() - other.at.getTime())
      .map((step, index): DemoStep => ({ ...step, name: `alarm ${index}` })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Reports with a workflow of the last weeks that nobody deletes, newest first. */
function recentReports(now: Date, plan: readonly DemoStep[]): Report[] {
  const age = ({ at }: DemoStep) => (now.getTime() - at.getTime()) / DAY;
  const deleted = new Set(
    plan.flatMap((step) => (step.kind === 'follow-up' && step.command === 'delete' ? [step.incident] : [])),
  );
  return plan
    .filter(
      (step): step is Report =>
        step.kind === 'report' &&
        workflowOf(step.report) !== 'NONE' &&
        !deleted.has(step.incident) &&
        age(step) >= RECENT_DAYS.youngest &&
        age(step) <= RECENT_DAYS.oldest,
    )
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}

/** The level of the alarm that a report raises by the shipped rules; null if it raises none. */
export function levelMet({ report }: Pick<Report, 'report'>): AlarmLevel | null {
  const { injuredPersons, components, isUrgent = false, formGuid } = report;
  const facts = {
    injuredPersons: (injuredPersons ?? []).map(({ classification = null, nature = null, event = null }) => ({
      classification,
      nature,
      event,
    })),
    components,
    isCalled: isUrgent,
    severity: null,
    likelihood: null,
  };
  const met = rulesMet(facts, { formGuid }, shippedAlarmSettings);
  return met.length === 0 ? null : levelOf(met);
}

const lagging = new Set(builtInForms.flatMap(({ isLeading, formGuid }) => (isLeading ? [] : [formGuid])));
const isLagging = ({ report }: Report): boolean => lagging.has(report.formGuid);
const nobodyWasHurt = ({ report }: Report): boolean => (report.injuredPersons ?? []).length === 0;

/** The product judges a report as soon as it has it. */
const judgedAfter = ({ incident, at }: Report): UnnamedStep => ({
  kind: 'judge-alarm',
  incident,
  at: new Date(at.getTime() + 2_000),
});

/** An alarm that the first person who is alerted answers so many minutes after it was raised. */
function alarmOf(report: Report, minutes: number, answer: AlarmAnswer): UnnamedStep[] {
  const raised = judgedAfter(report);
  return [
    raised,
    {
      kind: 'answer-alarm',
      incident: report.incident,
      by: alertedInOrder(report.report).find((person) => person !== report.by)!,
      at: new Date(raised.at.getTime() + minutes * MINUTE),
      answer,
    },
  ];
}

/** A drill nine days ago, in the morning of the yard. */
function drillOf(now: Date): UnnamedStep {
  const at = new Date(Math.floor((now.getTime() - 9 * DAY) / DAY) * DAY + 16 * 60 * MINUTE);
  const worksite = 'acheson';
  return {
    kind: 'drill',
    worksite,
    by: 'priya',
    at,
    answer: { by: alertedInOrder({ worksite })[0]!, at: new Date(at.getTime() + 4 * MINUTE) },
  };
}

/** A near miss that could have killed, for a plan whose last weeks have none. */
function addedNearMiss(now: Date): Report {
  const reporter = demoPeople.find(({ key }) => key === 'tyler')!;
  const worksite = demoWorksites.find(({ key }) => key === reporter.worksite)!;
  const occurred = new Date(Math.floor((now.getTime() - 6 * DAY) / DAY) * DAY + 17 * 60 * MINUTE);
  const { date: occurrenceDate, time } = localDateTime(occurred, worksite.timeZone);
  const [group] = nearMissForm.groups;
  return {
    kind: 'report',
    name: 'alarm near miss',
    by: reporter.key,
    at: new Date(occurred.getTime() + 20 * MINUTE),
    incident: ADDED_NUMBER,
    report: {
      formGuid: nearMissForm.formGuid,
      formVersion: nearMissForm.version,
      worksite: reporter.worksite,
      group: reporter.group,
      occurrenceDate,
      occurrenceTime: time.slice(0, 5),
      description: couldHaveKilled.text,
      immediateActions: couldHaveKilled.actions,
      components: [
        {
          groupGuid: group!.groupGuid,
          answers: [{ questionGuid: alarmQuestions.worstThatCouldHappen, value: 'FATALITY' }],
        },
      ],
    },
  };
}
