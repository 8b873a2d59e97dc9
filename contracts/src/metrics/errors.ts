import { bad } from '../errors/error-entry.ts';

export const metricsErrors = {
  MalformedReportingHours: bad('Hours must be zero or greater, with at most two decimal places'),
  MalformedReportingKms: bad('Kilometres must be zero or greater, with at most two decimal places'),
} as const;
