import { notFound } from '../errors/error-entry.ts';

export const importErrors = {
  ImportNotFound: notFound('Import'),
} as const;
