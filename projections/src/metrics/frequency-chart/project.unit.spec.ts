import fc from 'fast-check';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { PageRows } from '../../runner/follow/page-rows.ts';
import { frequencyCases, frequencyChart, frequencyMonths, type FrequencyMonth } from './project.ts';

const reporterGuid = '01990000-0000-7000-8000-00000000000a';
const incident = (number: number) => `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const injury = {
  isSensitive: true,
  isLeading: false,
  trifContributor: true,
  ltifContributor: false,
  mvifContributor: false,
};
const observation = { ...injury, isSensitive: false, isLeading: true };

type Step = { of: number; type: string; data?: object };
const reported = (of: number, occurrenceDate: string, form: object = injury, injuredPersons: object[] = []): Step => ({
  of,
  type: 'IncidentReported',
  data: { reporterGuid, occurrenceDate, form, injuredPersons },
});
const amended = (of: number, data: object): Step => ({ of, type: 'IncidentAmended', data });
const deleted = (of: number): Step => ({ of, type: 'IncidentDeleted', data: {} });
const restored = (of: number): Step => ({ of, type: 'IncidentRestored', data: {} });
const person = (classification: string | null, name = 'Ann') => ({
  name,
  personType: 'EMPLOYEE',
  classification,
  daysAway: 3,
});

function recorded(steps: readonly Step[]): RecordedEvent[] {
  const revisions = new Map<number, number>();
  return steps.map(({ of, type, data }, at) => {
    const revision = (revisions.get(of) ?? 0) + 1;
    revisions.set(of, revision);
    return {
      stream: { kind: 'incident', guid: incident(of) },
      revision,
      position: at + 1,
      type,
      data,
    } as unknown as RecordedEvent;
  });
}

/** Folds events in pages of one size, as a new projector does. */
function fold(events: readonly RecordedEvent[], pageSize = events.length || 1): PageRows {
  const rows = new PageRows();
  for (let at = 0; at < events.length; at += pageSize) {
    const page = events.slice(at, at + pageSize);
    for (const need of frequencyChart.needs(page)) rows.load(need, []);
    frequencyChart.project(page, rows);
  }
  return rows;
}

const months = (steps: readonly Step[]): Record<string, Omit<FrequencyMonth, 'month'>> =>
  Object.fromEntries(
    fold(recorded(steps))
      .all(frequencyMonths)
      .map(({ month, ...counts }) => [month, counts]),
  );
const counts = (trif_cases: number, ltif_cases: number, lagging: number, leading = 0) => ({
  trif_cases,
  ltif_cases,
  mvif_cases: 0,
  leading_events: leading,
  lagging_events: lagging,
});

test('an incident counts from its report on, in the month it occurred in', () => {
  expect(
    months([reported(1, '2026-03-31'), reported(2, '2026-04-01'), reported(3, '2026-04-30', observation)]),
  ).toEqual({ '2026-03': counts(1, 0, 1), '2026-04': counts(1, 0, 1, 1) });
});

test('a deleted incident does not count; a restored one does, as before', () => {
  expect(months([reported(1, '2026-03-01'), deleted(1)])).toEqual({});
  expect(months([reported(1, '2026-03-01'), reported(2, '2026-03-02'), deleted(1), restored(1)])).toEqual({
    '2026-03': counts(2, 0, 2),
  });
});

test('an amended date moves the incident to another month, over the end of a year as well', () => {
  expect(months([reported(1, '2026-01-01'), amended(1, { occurrenceDate: '2025-12-31' })])).toEqual({
    '2025-12': counts(1, 0, 1),
  });
});

test('a reclassified person restates their month', () => {
  const steps = [
    reported(1, '2026-03-01', injury, [person('MEDICAL_AID')]),
    amended(1, { injuredPersons: [person('LOST_TIME'), person('FIRST_AID')] }),
  ];
  expect(months(steps.slice(0, 1))).toEqual({ '2026-03': counts(1, 0, 1) });
  expect(months(steps)).toEqual({ '2026-03': counts(1, 1, 1) });
  expect(months([...steps, amended(1, { description: 'Corrected' })])).toEqual({ '2026-03': counts(1, 1, 1) });
});

test("nobody's name is kept", () => {
  const rows = fold(recorded([reported(1, '2026-03-01', injury, [person('LOST_TIME', 'Ann Ekström')])]));
  expect(JSON.stringify(rows.get(frequencyCases, incident(1)))).not.toContain('Ekström');
});

test('an event of an incident that nobody reported is an error', () => {
  expect(() => fold(recorded([deleted(7)]))).toThrow(/never began/);
});

const anyStep = fc.record({
  of: fc.integer({ min: 1, max: 4 }),
  kind: fc.integer({ min: 0, max: 3 }),
  month: fc.integer({ min: 10, max: 12 }),
  classification: fc.constantFrom(null, 'FIRST_AID', 'MEDICAL_AID', 'LOST_TIME'),
});

/** Any possible history. */
const histories = fc.array(anyStep, { minLength: 1, maxLength: 40 }).map((drawn) => {
  const state = new Map<number, 'there' | 'deleted'>();
  return drawn.flatMap(({ of, kind, month, classification }): Step[] => {
    const now = state.get(of);
    if (!now) {
      state.set(of, 'there');
      return [
        reported(
          of,
          `2026-${month}-05`,
          kind === 0 ? observation : injury,
          classification ? [person(classification)] : [],
        ),
      ];
    }
    if (now === 'deleted') {
      state.set(of, 'there');
      return [restored(of)];
    }
    if (kind === 3) {
      state.set(of, 'deleted');
      return [deleted(of)];
    }
    return [
      amended(of, kind === 1 ? { occurrenceDate: `2026-${month}-20` } : { injuredPersons: [person(classification)] }),
    ];
  });
});

const sorted = (rows: readonly FrequencyMonth[]) =>
  [...rows].sort((one, other) => one.month.localeCompare(other.month));

test('the sums are those of the rows, whatever the size of the pages', () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: 1, max: 7 }), (steps, pageSize) => {
      const events = recorded(steps);
      const rows = fold(events, pageSize);
      const sums = new Map<string, FrequencyMonth>();
      for (const stream of new Set(events.map((event) => event.stream.guid))) {
        const row = rows.get(frequencyCases, stream)!;
        const sum = sums.get(row.month) ?? {
          month: row.month,
          trif_cases: 0,
          ltif_cases: 0,
          mvif_cases: 0,
          leading_events: 0,
          lagging_events: 0,
        };
        for (const count of ['trif_cases', 'ltif_cases', 'mvif_cases', 'leading_events', 'lagging_events'] as const)
          sum[count] += row[count];
        sums.set(row.month, sum);
      }
      const counted = [...sums.values()].filter(
        ({ leading_events, lagging_events }) => leading_events + lagging_events > 0,
      );
      expect(sorted(rows.all(frequencyMonths))).toEqual(sorted(counted));
    }),
  );
});

test('an event that is delivered again changes nothing', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      const events = recorded(steps);
      const once = fold(events);
      const thrice = fold([...events, ...events, ...events], 5);
      expect(sorted(thrice.all(frequencyMonths))).toEqual(sorted(once.all(frequencyMonths)));
    }),
  );
});
