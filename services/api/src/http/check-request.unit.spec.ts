import type { Route } from '@plimsoll/contracts/http/route';
import { routes } from '@plimsoll/contracts/http/routes';
import type { OperationId } from './route-of.ts';
import type { FieldError } from '@plimsoll/contracts/errors/problem';
import { refuse } from '../commands/decision.ts';
import { checkRequest } from './check-request.ts';
import { problemOf } from './problems/problem-of.ts';
import { fieldError } from '../commands/field-error.ts';

const guid = '019a0000-0000-7000-8000-000000000001';
const routeOf = (operationId: OperationId) => routes.find((route) => route.operationId === operationId)! as Route;
const check = (operationId: OperationId, parts: { params?: unknown; query?: unknown; body?: unknown }) => {
  const checked = checkRequest(routeOf(operationId), { params: {}, query: {}, body: undefined, ...parts });
  return 'fieldErrors' in checked
    ? checked.fieldErrors.map((error) => [error.field, error.className, error.message])
    : checked;
};
const report = {
  formGuid: guid,
  formVersion: 1,
  occurrenceDate: '2026-04-28',
  description: 'Fell.',
  components: [{ groupGuid: guid, answers: [] }],
};
const metrics = {
  employeeHours: 1,
  contractorHours: 1,
  employeeKms: 1,
  contractorKms: 1,
  employeeCount: 1,
  contractorCount: 1,
};
const month = { orgGuid: guid, yearMonth: '2026-04' };

describe('a request that is not as its route says', () => {
  test.each([
    [
      'a missing description',
      { description: undefined },
      ['description', 'MalformedDescription', 'Please enter a description'],
    ],
    [
      'a blank description',
      { description: '  ' },
      ['description', 'MalformedDescription', 'Please enter a description'],
    ],
    [
      'a long location',
      { location: 'x'.repeat(1001) },
      ['location', 'MalformedLocation', 'Must have at most 1,000 characters'],
    ],
    [
      'a day that does not exist',
      { occurrenceDate: '2026-02-30' },
      ['occurrenceDate', 'MalformedDate', 'Must be a date, YYYY-MM-DD'],
    ],
    ['a region that is no guid', { regionGuid: 'north' }, ['regionGuid', 'MalformedRegion', 'Must be a UUID']],
    [
      'a nameless injured person',
      { injuredPersons: [{ name: '', personType: 'EMPLOYEE' }] },
      ['injuredPersons.0.name', 'MalformedName', "Full name can't be blank"],
    ],
    [
      'a crooked e-mail address',
      { relatedPersons: [{ name: 'A', emailAddress: 'a@' }] },
      ['relatedPersons.0.emailAddress', 'MalformedEmailAddress', 'Email address is invalid'],
    ],
    [
      'a time of 25 hours',
      { occurrenceTime: '25:00' },
      ['occurrenceTime', 'MalformedEventField', 'Must be a time of day, HH:MM'],
    ],
    [
      'a type that does not exist',
      { injuredPersons: [{ name: 'A', personType: 'GHOST' }] },
      ['injuredPersons.0.personType', 'MalformedEventField', 'Must be one of EMPLOYEE, CONTRACTOR, VISITOR, PUBLIC'],
    ],
    ['an unknown field', { colour: 'red' }, ['colour', 'MalformedRequest', 'This field is not known']],
    [
      'components that are no list',
      { components: 'all' },
      ['components', 'EmptyEventComponentsArray', 'Must be a list'],
    ],
    [
      'a reviewer',
      { reviewerGuid: guid },
      ['reviewerGuid', 'AssignedReviewerPresent', 'A reviewer is assigned by requesting a review, not here'],
    ],
  ])('names %s', (_, change, error) => {
    expect(check('reportIncident', { body: { ...report, ...change } })).toEqual([error]);
  });

  test.each([
    ['-1', -1, 'Must be zero or greater'],
    ['1.005', 1.005, 'Must have at most 2 decimal places'],
    ['10,000,001', 10_000_001, 'The value you specified is too large'],
    ['words', 'many', 'Numeric characters only'],
  ])('refuses %s as hours', (_, employeeHours, message) => {
    expect(check('recordMonthlyMetrics', { params: month, body: { ...metrics, employeeHours } })).toEqual([
      ['employeeHours', 'MalformedReportingHours', message],
    ]);
  });

  test('refuses half a person', () => {
    expect(check('recordMonthlyMetrics', { params: month, body: { ...metrics, employeeCount: 1.5 } })).toEqual([
      ['employeeCount', 'MalformedRequest', 'Number cannot include decimal places'],
    ]);
  });

  test('refuses a month that does not exist', () => {
    expect(check('getMonthlyMetrics', { params: { ...month, yearMonth: '2026-13' } })).toEqual([
      ['yearMonth', 'MalformedYearMonth', 'Must be a month, YYYY-MM'],
    ]);
  });

  test('does not move an event to another organization', () => {
    expect(check('amendIncident', { params: { eventId: guid }, body: { organizationGuid: guid } })).toEqual([
      ['organizationGuid', 'OrganizationGuidPresent', 'An event cannot be moved to another organization'],
    ]);
  });

  test('names unknown and doubled parameters of the address', () => {
    expect(check('listIncidents', { query: { limit: ['1', '2'], colour: 'red' } })).toEqual([
      ['limit', 'MalformedRequest', 'Must be given only once'],
      ['colour', 'MalformedRequest', 'This field is not known'],
    ]);
  });

  test('keeps pages between 1 and 100', () => {
    expect(check('listIncidents', { query: { limit: '1000000000' } })).toEqual([
      ['limit', 'MalformedRequest', 'The value you specified is too large'],
    ]);
    expect(check('listIncidents', { query: { limit: '0' } })).toEqual([
      ['limit', 'MalformedRequest', 'Must be 1 or greater'],
    ]);
  });

  test('refuses a body where none belongs', () => {
    expect(check('restoreIncident', { params: { eventId: guid }, body: { force: true } })).toEqual([
      ['force', 'MalformedRequest', 'This field is not known'],
    ]);
  });
});

describe('of many errors a hundred are listed, and that there are more', () => {
  const manyKeys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 1]));
  const wrong = { questionGuid: 'none', value: {} };
  const tell = (fieldErrors: readonly FieldError[]) =>
    problemOf(refuse('MalformedRequest', { fieldErrors }), 'id').fieldErrors;

  test.each([
    ['120,888 unknown keys', { ...report, ...manyKeys(120_888) }],
    ['900 unknown keys', { ...report, ...manyKeys(900) }],
    [
      '30,000 faulty answers',
      {
        ...report,
        components: Array.from({ length: 60 }, () => ({
          groupGuid: guid,
          answers: Array.from({ length: 500 }, () => wrong),
        })),
      },
    ],
  ])('%s', (_, body) => {
    const checked = checkRequest(routeOf('reportIncident'), { params: {}, query: {}, body });
    const { fieldErrors } = checked as { fieldErrors: readonly FieldError[] };
    expect(fieldErrors).toHaveLength(101);
    const listed = tell(fieldErrors);
    expect(listed).toHaveLength(101);
    expect(listed.at(-1)).toEqual({
      field: '',
      className: 'MalformedRequest',
      message: 'Only the first 100 faults are listed',
    });
    expect(listed.slice(0, -1).every(({ field }) => field !== '')).toBe(true);
  });

  test('a hundred are named, and nothing is said of others', () => {
    const fieldErrors = Array.from({ length: 100 }, (_, index) => fieldError(`key${index}`, 'MalformedRequest'));
    expect(tell(fieldErrors)).toEqual(fieldErrors);
  });
});

test('a request that is as its route says comes back with defaults and trimmed text', () => {
  expect(check('reportIncident', { body: { ...report, description: ' Fell. ' } })).toMatchObject({
    body: { ...report, description: 'Fell.' },
  });
  expect(check('listIncidents', { query: {} })).toMatchObject({
    query: { limit: 10, offset: 0, sortBy: 'OCCURRENCE_DATE' },
  });
});
