import type { Notification } from '@plimsoll/contracts/notifications/notification';
import { endOfWeek, groupToDo } from './to-do-groups.ts';

const guid = '01900000-0000-7000-8000-000000000001';
const action = (dueDate: string, isOverdue = false): Notification => ({
  type: 'CORRECTIVE_ACTION',
  eventId: guid,
  number: 1,
  heading: 'A sling slipped',
  taskId: guid,
  taskDescription: dueDate,
  dueDate,
  isOverdue,
});
const review: Notification = {
  type: 'REVIEW',
  eventId: guid,
  number: 1,
  heading: 'A sling slipped',
  formName: 'Near miss',
  occurrenceDate: '2026-11-18',
  regionGuid: null,
  regionName: null,
  isOverdue: false,
};
const month: Notification = { type: 'MONTHLY_REPORTING', month: '2026-10', isOverdue: true };

test('a week ends with its Sunday', () => {
  expect(['2026-11-16', '2026-11-21', '2026-11-22', '2026-11-23'].map(endOfWeek)).toEqual([
    '2026-11-22',
    '2026-11-22',
    '2026-11-22',
    '2026-11-29',
  ]);
});

test('tasks are grouped by due date, earliest first; tasks without one are waiting', () => {
  const groups = groupToDo(
    [
      action('2026-11-23'),
      review,
      action('2026-11-22'),
      action('2026-11-19'),
      action('2026-11-18', true),
      month,
      action('2026-11-02', true),
    ],
    '2026-11-19',
  );
  const named = Object.fromEntries(
    Object.entries(groups).map(([group, items]) => [
      group,
      items.map((item) => ('dueDate' in item ? item.dueDate : item.type)),
    ]),
  );
  expect(named).toEqual({
    overdue: ['MONTHLY_REPORTING', '2026-11-02', '2026-11-18'],
    thisWeek: ['2026-11-19', '2026-11-22'],
    later: ['2026-11-23'],
    waiting: ['REVIEW'],
  });
});
