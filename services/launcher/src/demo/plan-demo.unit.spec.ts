import { reportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { planDemo } from './plan-demo.ts';
import { planEvidence } from './plan-evidence.ts';

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
