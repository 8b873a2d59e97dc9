import { conflict } from '../errors/error-entry.ts';

export const privacyErrors = {
  LegalHoldPrevents: conflict('A legal hold prevents this'),
} as const;
