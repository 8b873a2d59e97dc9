import { MAX_NOTIFICATIONS, type Notification } from '@plimsoll/contracts/notifications/notification';
import { isOverdue, monthsWithoutFigures, orderNotifications } from './order-notifications.ts';

describe('months without figures', () => {
  test('are asked for from the 1st of the next month on, the newest first', () => {
    expect(monthsWithoutFigures('2026-04-20', '2026-06-30', new Set())).toEqual(['2026-05', '2026-04']);
    expect(monthsWithoutFigures('2026-04-20', '2026-07-01', new Set())).toEqual(['2026-06', '2026-05', '2026-04']);
  });

  test('begin with the month in which the organization was created', () => {
    expect(monthsWithoutFigures('2026-06-01', '2026-06-30', new Set())).toEqual([]);
    expect(monthsWithoutFigures('2026-06-30', '2026-07-01', new Set())).toEqual(['2026-06']);
  });

  test('go back twelve months at most, over the end of the year', () => {
    const months = monthsWithoutFigures('2019-01-01', '2026-03-15', new Set());
    expect(months).toHaveLength(12);
    expect([months[0], months[11]]).toEqual(['2026-02', '2025-03']);
  });

  test('leave out those that have figures', () => {
    expect(monthsWithoutFigures('2026-01-01', '2026-05-02', new Set(['2026-03', '2026-01']))).toEqual([
      '2026-04',
      '2026-02',
    ]);
  });
});

const today = '2026-07-15';
const review: Extract<Notification, { type: 'REVIEW' | 'APPROVAL' }> = {
  type: 'REVIEW',
  eventId: 'a',
  number: 9,
  heading: 'A sling slipped',
  formName: 'Injury',
  occurrenceDate: '2026-07-01',
  regionGuid: null,
  regionName: null,
  isOverdue: false,
};
const approval: Extract<Notification, { type: 'REVIEW' | 'APPROVAL' }> = {
  ...review,
  type: 'APPROVAL',
  number: 10,
  occurrenceDate: '2026-06-01',
};
const month = (yearMonth: string): Notification => ({ type: 'MONTHLY_REPORTING', month: yearMonth, isOverdue: true });
const action = (dueDate: string): Notification => ({
  type: 'CORRECTIVE_ACTION',
  eventId: 'b',
  number: 7,
  heading: 'The blade was bare',
  taskId: dueDate,
  taskDescription: 'Guard the blade',
  dueDate,
  isOverdue: dueDate < today,
});

test('overdue tasks come first, so that the first five show them however much is due later', () => {
  const later = ['2026-08-01', '2026-08-02', '2026-08-03', '2026-08-04', '2026-08-05', '2026-08-06'].map(action);
  const { items } = orderNotifications([...later, action('2026-07-02'), review, month('2026-06')], today);
  expect(items.slice(0, 5).map((item) => ('dueDate' in item ? item.dueDate : 'month' in item && item.month))).toEqual([
    '2026-06',
    '2026-07-02',
    '2026-08-06',
    '2026-08-05',
    '2026-08-04',
  ]);
});

test('after what is overdue the latest date comes first; an entry without one counts as today', () => {
  const list = orderNotifications(
    [approval, month('2026-05'), action('2026-08-01'), review, month('2026-06'), action('2026-07-10')],
    today,
  );
  expect(
    list.items.map((item) => ('dueDate' in item ? item.dueDate : 'month' in item ? item.month : item.number)),
  ).toEqual(['2026-06', '2026-05', '2026-07-10', '2026-08-01', 9, 10]);
  expect(list).toMatchObject({ totalCount: 6, overdueCount: 3 });
});

test('of very many the first are named, and all of them are counted', () => {
  const many = [
    ...Array.from({ length: MAX_NOTIFICATIONS + 50 }, (_, number) => ({ ...review, number })),
    month('2026-05'),
  ];
  const list = orderNotifications(many, today);
  expect(list).toMatchObject({ totalCount: MAX_NOTIFICATIONS + 51, overdueCount: 1 });
  expect(list.items).toHaveLength(MAX_NOTIFICATIONS);
  expect(list.items.slice(0, 2)).toEqual([month('2026-05'), { ...review, number: MAX_NOTIFICATIONS + 49 }]);
});

test('those of one day have the highest number first, whatever order they came in', () => {
  const same = [9, 11, 10].map((number) => ({ ...review, number }));
  expect(orderNotifications(same, today).items.map((item) => 'number' in item && item.number)).toEqual([11, 10, 9]);
});

test('a monthly entry is always overdue, a corrective action after its due date, what an event asks for never', () => {
  expect(isOverdue({ type: 'MONTHLY_REPORTING' }, today)).toBe(true);
  expect(isOverdue({ type: 'CORRECTIVE_ACTION', dueDate: '2026-07-14' }, today)).toBe(true);
  expect(isOverdue({ type: 'CORRECTIVE_ACTION', dueDate: today }, today)).toBe(false);
  expect(isOverdue({ type: 'REVIEW' }, today)).toBe(false);
  expect(isOverdue({ type: 'APPROVAL' }, today)).toBe(false);
  expect(isOverdue({ type: 'EVENT_RETURNED' }, today)).toBe(false);
  expect(isOverdue({ type: 'EVENT_WITHOUT_REVIEWER' }, today)).toBe(false);
});
