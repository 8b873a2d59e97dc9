import { reportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import type { DemoStep } from './demo-step.ts';
import { levelMet, planAlarms } from './plan-alarms.ts';
import { closingSteps, planAnswers } from './plan-answers.ts';
import { planDemo } from './plan-demo.ts';
import { planEvidence } from './plan-evidence.ts';
import { seededRandom } from './random.ts';

const now = new Date('2026-11-21T18:00:00Z');
const plan = planDemo(now);

describe("the demo's two years", () => {
  test('the same moment gives the same plan', () => {
    expect(planDemo(now)).toEqual(plan);
  });

  test('no step is in the future, and steps are in chronological order', () => {
    const times = plan.map(({ at }) => at.getTime());
    expect(Math.max(...times)).toBeLessThanOrEqual(now.getTime());
    expect([...times].sort((one, other) => one - other)).toEqual(times);
  });

  test('nobody acts on an incident before it is reported', () => {
    const reported = new Set<number>();
    for (const step of plan) {
      if (step.kind === 'report') reported.add(step.incident);
      if (step.kind === 'follow-up') expect(reported.has(step.incident)).toBe(true);
    }
  });

  /** The state that a step leaves an incident in; incidents without one of these steps are closed by their form. */
  const stateAfter: Readonly<Record<string, string>> = {
    'request-review': 'REVIEW_REQUESTED',
    return: 'RETURNED',
    review: 'REVIEWED',
    'request-approval': 'APPROVAL_REQUESTED',
    approve: 'APPROVED',
  };
  const DAY = 86_400_000;

  test('at any time of filling, each waiting state has an incident, and two wait for the admin’s approval', () => {
    for (let days = 0.5; days < 800; days += 53.3) {
      const moment = new Date(now.getTime() + days * DAY);
      const states = new Map<number, string>();
      const approvals = new Map<number, boolean>();
      for (const step of planDemo(moment)) {
        if (step.kind === 'report') states.set(step.incident, 'REPORTED');
        if (step.kind === 'follow-up') states.set(step.incident, stateAfter[step.command] ?? 'OTHER');
        if (step.kind === 'follow-up' && step.command === 'request-approval')
          approvals.set(step.incident, step.person === 'priya');
      }
      expect([moment, [...new Set(states.values())]]).toEqual([
        moment,
        expect.arrayContaining(['REPORTED', ...Object.values(stateAfter)]),
      ]);
      const forAdmin = [...approvals].filter(
        ([incident, admin]) => admin && states.get(incident) === 'APPROVAL_REQUESTED',
      );
      expect([moment, forAdmin.length >= 2]).toEqual([moment, true]);
    }
  });

  test('every report is one that the API would take', () => {
    for (const step of plan) {
      if (step.kind !== 'report') continue;
      const { worksite: _, group: __, ...request } = step.report;
      expect(reportIncidentRequest.safeParse(request).error?.issues).toBeUndefined();
    }
  });

  test('26 months have incidents, and 25 of them figures', () => {
    expect(
      new Set(plan.flatMap((step) => (step.kind === 'report' ? [step.at.toISOString().slice(0, 7)] : []))).size,
    ).toBeGreaterThanOrEqual(26);
    expect(plan.filter(({ kind }) => kind === 'metrics')).toHaveLength(25);
  });
});

describe.each(['2026-11-21T18:00:00Z', '2027-01-03T02:00:00Z', '2027-02-10T18:00:00Z', '2028-02-29T12:00:00Z'])(
  'the additional evidence, at %s',
  (moment) => {
    const end = new Date(moment);
    const base = planDemo(end);
    const steps = planEvidence(end, base);

    test('the same moment gives the same steps, in the order of time, none ahead and none with a name of the other plan', () => {
      expect(planEvidence(end, base)).toEqual(steps);
      expect(steps.every(({ at }, index) => at <= end && (index === 0 || at >= steps[index - 1]!.at))).toBe(true);
      expect(new Set([...base, ...steps].map(({ name }) => name)).size).toBe(base.length + steps.length);
    });

    test('nobody acts on an event, or takes a photo of it, before it is reported', () => {
      const reportedAt = new Map(
        [...base, ...steps].flatMap((step) => (step.kind === 'report' ? [[step.incident, step.at] as const] : [])),
      );
      for (const step of steps)
        if ('incident' in step) expect(reportedAt.get(step.incident)!.getTime()).toBeLessThanOrEqual(step.at.getTime());
    });

    test('nine actions go each way that there is, and each event has at most one', () => {
      const made = steps.filter((step) => step.kind === 'task' && step.change.command === 'create');
      expect(made).toHaveLength(9);
      expect(new Set(made.map((step) => 'incident' in step && step.incident)).size).toBe(9);
    });

    test('the lowered limit was set before', () => {
      const lowered = steps.filter(({ kind }) => kind === 'load-lines');
      expect(lowered.length).toBeGreaterThan(0);
      for (const step of lowered)
        expect(
          base.some(
            (before) =>
              before.kind === 'load-lines' &&
              step.kind === 'load-lines' &&
              before.year === step.year &&
              before.at < step.at,
          ),
        ).toBe(true);
    });
  },
);

const DAY_MS = 86_400_000;
type Report = Extract<DemoStep, { kind: 'report' }>;

/** Moments a while apart, at different times of the day and the month. */
const moments = Array.from({ length: 20 }, (_, index) => new Date(now.getTime() + index * 38.37 * DAY_MS));
/** The plan of each moment, made once. */
const plans = new Map(moments.map((end) => [end, planDemo(end)]));

describe("the demo's alarms", () => {
  const alarmsAt = (end: Date, before = plans.get(end) ?? plan) =>
    planAlarms({ now: end, random: seededRandom(5), plan: before });
  const reportOf = (steps: readonly DemoStep[], incident: number): Report =>
    steps.find((step): step is Report => step.kind === 'report' && step.incident === incident)!;
  const answersIn = (steps: readonly DemoStep[]) => steps.filter((step) => step.kind === 'answer-alarm');
  const drillIn = (steps: readonly DemoStep[]) => steps.find((step) => step.kind === 'drill')!;
  const minutesAfter = (later: Date, earlier: Date) => (later.getTime() - earlier.getTime()) / 60_000;

  test('the same moment and numbers give the same alarms', () => {
    expect(alarmsAt(now)).toEqual(alarmsAt(now));
  });

  test('at any time of filling one is answered after seven minutes, one is called off with a reason, and one is a notice', () => {
    for (const end of moments) {
      const steps = alarmsAt(end);
      const judged = steps.filter((step) => step.kind === 'judge-alarm');
      const levels = judged.map(({ incident }) => levelMet(reportOf(steps, incident)));
      expect([end, levels.toSorted()]).toEqual([end, ['ALARM', 'ALARM', 'NOTICE']]);
      expect(
        answersIn(steps)
          .map(({ answer }) => answer.command)
          .sort(),
      ).toEqual(['acknowledge', 'call-off']);
      for (const step of answersIn(steps)) {
        const { at } = judged.find(({ incident }) => incident === step.incident)!;
        expect(minutesAfter(step.at, at)).toBe(step.answer.command === 'acknowledge' ? 7 : 12);
        if (step.answer.command === 'call-off') expect(step.answer.reason).toMatch(/\w/);
      }
      // A notice needs no answer, so that no alarm is left open.
      const unanswered = judged.filter(({ incident }) => !answersIn(steps).some((step) => step.incident === incident));
      expect(unanswered.map(({ incident }) => levelMet(reportOf(steps, incident)))).toEqual(['NOTICE']);
    }
  });

  test('they are about reports of the last 28 days, each is raised after its report, and no step is ahead', () => {
    for (const end of moments) {
      const steps = alarmsAt(end);
      expect(steps.every(({ at }, index) => at <= end && (index === 0 || at >= steps[index - 1]!.at))).toBe(true);
      expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length);
      for (const step of steps) {
        if (step.kind !== 'judge-alarm') continue;
        const report = reportOf(steps, step.incident);
        expect(report.at < step.at).toBe(true);
        expect((end.getTime() - report.at.getTime()) / DAY_MS).toBeLessThanOrEqual(28);
      }
    }
  });

  test('nobody answers an alarm that they raised', () => {
    for (const end of moments) {
      const steps = alarmsAt(end);
      for (const step of answersIn(steps)) expect(step.by).not.toBe(reportOf(steps, step.incident).by);
      expect(drillIn(steps).answer.by).not.toBe(drillIn(steps).by);
    }
  });

  test('a drill is answered after four minutes', () => {
    const { at, answer } = drillIn(alarmsAt(now));
    expect(minutesAfter(answer.at, at)).toBe(4);
  });

  test('where no report of the last weeks meets the rule of a notice, a near miss that does is added', () => {
    const without = plan.filter((step) => step.kind !== 'report' || levelMet(step) !== 'NOTICE');
    const steps = alarmsAt(now, without);
    const added = steps.filter((step): step is Report => step.kind === 'report' && levelMet(step) === 'NOTICE');
    expect(added).toHaveLength(1);
    const { worksite: _, group: __, ...request } = added[0]!.report;
    expect(reportIncidentRequest.safeParse(request).error?.issues).toBeUndefined();
    expect(steps.some((step) => step.kind === 'judge-alarm' && step.incident === added[0]!.incident)).toBe(true);
  });

  test('apart from calls for someone nothing else of the plan changes', () => {
    const steps = alarmsAt(now);
    const called = steps.filter((step): step is Report => step.kind === 'report' && step.report.isUrgent === true);
    expect(called.length).toBeLessThanOrEqual(2);
    const before = steps
      .filter(({ kind }) => !['judge-alarm', 'answer-alarm', 'drill'].includes(kind))
      .map((step) => {
        if (step.kind !== 'report') return step;
        const { isUrgent: _, ...report } = step.report;
        return { ...step, report };
      });
    expect(before).toEqual(plan);
  });
});

describe("the demo's answers to reporters", () => {
  const answersAt = (end: Date) => {
    const incidents = plans.get(end)!;
    const before = [...incidents, ...planEvidence(end, incidents)];
    return { before, steps: planAnswers({ now: end, random: seededRandom(5), plan: before }) };
  };

  test('half of the steps that closed an event in the last 60 days have one, and no other step', () => {
    for (const end of moments) {
      const { before, steps } = answersAt(end);
      const isRecent = ({ at }: DemoStep) => end.getTime() - at.getTime() <= 60 * DAY_MS;
      const recent = closingSteps(steps).filter(isRecent);
      const answered = steps.filter((step) => step.kind === 'follow-up' && 'answer' in step.with);
      expect(recent.length).toBeGreaterThan(10);
      expect(answered).toHaveLength(Math.ceil(recent.length / 2));
      expect(answered.every((step) => recent.some((one) => one === step))).toBe(true);
      expect(steps.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
    }
  });
});
