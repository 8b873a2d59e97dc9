import { conflict, notFound } from '../errors/error-entry.ts';

export const formErrors = {
  FormNotFound: notFound('Form'),
  CategoryNotFound: notFound('Category'),
  FormStateConflict: conflict('The form’s current state does not allow this'),
} as const;
