import { errorsOf, fieldsOf, hoursQuestion, mergeFields, requestOf, type MonthFields } from './month-fields.ts';

const typed: MonthFields = {
  employeeHours: '186,400.25',
  employeeKms: '321000',
  employeeCount: '1150',
  contractorHours: '52300',
  contractorKms: '94100.5',
  contractorCount: '309',
  notes: ' From payroll ',
};

describe('the figures of a month', () => {
  it('are sent as numbers, however they were typed', () => {
    expect(errorsOf(typed)).toEqual([]);
    expect(requestOf(typed)).toEqual({
      employeeHours: 186_400.25,
      employeeKms: 321_000,
      employeeCount: 1150,
      contractorHours: 52_300,
      contractorKms: 94_100.5,
      contractorCount: 309,
      notes: 'From payroll',
    });
  });

  it('are empty, not zero, until they are entered; only the hours of employees are required', () => {
    const empty = fieldsOf({ figures: null, notes: null });
    expect(new Set(Object.values(empty))).toEqual(new Set(['']));
    expect(errorsOf(empty)).toEqual([{ field: 'employeeHours', message: 'Please enter a number' }]);
    const hoursAlone = { ...empty, employeeHours: '1600' };
    expect(errorsOf(hoursAlone)).toEqual([]);
    expect(requestOf(hoursAlone)).toMatchObject({
      employeeHours: 1600,
      employeeKms: 0,
      contractorHours: 0,
      contractorCount: 0,
    });
  });

  it('have two decimals; head counts have none', () => {
    expect(errorsOf({ ...typed, employeeHours: '1.255', employeeCount: '11.5' })).toEqual([
      { field: 'employeeHours', message: 'Must have at most 2 decimal places' },
      { field: 'employeeCount', message: 'Number cannot include decimal places' },
    ]);
  });
});

describe('hours per person', () => {
  it.each([
    ['40', '1', null],
    ['39.9', '1', 'That is 39.9 hours for one employee; 40 to 375 is usual in a month.'],
    ['375', '1', null],
    ['186400', '11', 'That is 16,945.5 hours for each of 11 employees; 40 to 375 is usual in a month.'],
    ['186400', '0', null],
    ['', '11', null],
    ['abc', '11', null],
  ])('%s hours for %s people are questioned outside of 40 to 375', (hours, heads, text) => {
    expect(hoursQuestion(hours, heads, 'employees')).toBe(text);
  });
});

describe('a month that someone else saved first', () => {
  it('merges changes of one side, and reports fields that both changed as conflicts', () => {
    const theirs = { ...typed, employeeHours: '180000', contractorKms: '95000', employeeKms: '321000.00' };
    const mine = { ...typed, employeeHours: '186400', notes: 'Mine' };
    const merged = mergeFields(typed, theirs, mine);
    expect(merged.fields).toEqual({ ...typed, employeeHours: '186400', contractorKms: '95000', notes: 'Mine' });
    expect(merged.conflicts).toEqual([{ field: 'employeeHours', mine: '186400', theirs: '180000' }]);
  });
});
