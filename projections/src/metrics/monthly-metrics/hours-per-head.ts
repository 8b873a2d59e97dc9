import type { MonthlyFigures } from '@plimsoll/contracts/metrics/events';
import type { MonthlyMetrics } from '@plimsoll/contracts/metrics/http';

/** Monthly hours per head that need no warning. */
const PLAUSIBLE_HOURS_PER_HEAD = { low: 40, high: 375 } as const;

type Counted = Pick<MonthlyFigures, 'employeeHours' | 'contractorHours' | 'employeeCount' | 'contractorCount'>;

/** Warns of hours per head outside 40 to 375, without refusing them. Without heads there is no ratio. */
export function hoursPerHeadWarnings(figures: Counted): MonthlyMetrics['warnings'] {
  const perHead = [
    { field: 'employeeHours', hours: figures.employeeHours, heads: figures.employeeCount },
    { field: 'contractorHours', hours: figures.contractorHours, heads: figures.contractorCount },
  ] as const;
  return perHead
    .filter(({ heads }) => heads > 0)
    .map(({ field, hours, heads }) => ({ field, hoursPerHead: hours / heads }))
    .filter(
      ({ hoursPerHead }) => hoursPerHead < PLAUSIBLE_HOURS_PER_HEAD.low || hoursPerHead > PLAUSIBLE_HOURS_PER_HEAD.high,
    );
}
