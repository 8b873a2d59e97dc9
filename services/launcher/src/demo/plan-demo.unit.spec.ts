import { reportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { planDemo } from './plan-demo.ts';

const now = new Date('2026-11-21T18:00:00Z');
const plan = planDemo(now);

describe("the demo's two years", () => {
  test('the same moment gives the same plan', () => {
    expect(planDemo(now)).toEqual(plan);
  });

  test('nothing lies ahead, and time only goes forward', () => {
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

  test('every report is one that the API would take', () => {
    for (const step of plan) {
      if (step.kind !== 'report') continue;
      const { worksite: _, group: __, ...request } = step.report;
      expect(reportIncidentRequest.safeParse(request).error?.issues).toBeUndefined();
    }
  });

  test('26 months have incidents, and 25 of them figures', () => {
    expect(new Set(plan.flatMap((step) => (step.kind === 'report' ? [step.at.toISOString().slice(0, 7)] : []))).size).toBeGreaterThanOrEqual(26);
    expect(plan.filter(({ kind }) => kind === 'metrics')).toHaveLength(25);
  });
});
