import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import type { Fault } from '../incidents/fault.ts';

/** What must be done is done today or later. */
export const dueFaults = (dueDate: string | null | undefined, today: string): Fault[] =>
  dueDate && dueDate < today ? [{ field: 'dueDate', className: 'MalformedDate', message: fieldTexts.inPast }] : [];

/** People of an action are members. */
export const memberFaults = (
  people: Readonly<Record<string, string | null | undefined>>,
  members: ReadonlySet<string>,
): Fault[] =>
  Object.entries(people).flatMap(([field, guid]) =>
    guid && !members.has(guid) ? [{ field, className: 'MissingMember' as const }] : [],
  );
