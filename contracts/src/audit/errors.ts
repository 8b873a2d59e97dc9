import { notFound } from '../errors/error-entry.ts';

export const auditErrors = {
  RecordNotFound: notFound('Record'),
} as const;
