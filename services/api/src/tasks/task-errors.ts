import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import type { Error } from '../incidents/field-error.ts';

/** Error for a due date in the past. */
export const dueErrors = (dueDate: string | null | undefined, today: string): Error[] =>
  dueDate && dueDate < today ? [{ field: 'dueDate', className: 'MalformedDate', message: fieldTexts.inPast }] : [];

/** Errors for people who are not members. */
export const memberErrors = (
  people: Readonly<Record<string, string | null | undefined>>,
  members: ReadonlySet<string>,
): Error[] =>
  Object.entries(people).flatMap(([field, guid]) =>
    guid && !members.has(guid) ? [{ field, className: 'MissingMember' as const }] : [],
  );
