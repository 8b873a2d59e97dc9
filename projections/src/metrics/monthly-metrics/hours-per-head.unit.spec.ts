import { hoursPerHeadWarnings } from './hours-per-head.ts';

const none = { employeeHours: 0, contractorHours: 0, employeeCount: 0, contractorCount: 0 };

test('40 and 375 hours a head are plausible, less and more are questioned', () => {
  expect(
    hoursPerHeadWarnings({ employeeHours: 400, employeeCount: 10, contractorHours: 375, contractorCount: 1 }),
  ).toEqual([]);
  expect(hoursPerHeadWarnings({ ...none, employeeHours: 399.99, employeeCount: 10 })).toEqual([
    { field: 'employeeHours', hoursPerHead: 39.999 },
  ]);
  expect(hoursPerHeadWarnings({ ...none, contractorHours: 376, contractorCount: 1 })).toEqual([
    { field: 'contractorHours', hoursPerHead: 376 },
  ]);
});

test('heads without hours are questioned, hours without heads cannot be', () => {
  expect(hoursPerHeadWarnings({ ...none, employeeCount: 5 })).toEqual([{ field: 'employeeHours', hoursPerHead: 0 }]);
  expect(hoursPerHeadWarnings({ ...none, employeeHours: 5_000 })).toEqual([]);
});
