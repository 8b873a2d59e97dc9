import type { Side, TwoVersions } from '../../../lib/forms/edit-form.ts';
import type { EventFields } from './fields/event-fields.ts';
import type { AnswerField } from './fields/questions.ts';

/** Conflict in a field of the form; an answer's field is 'answers.{questionGuid}'. */
export type Conflict = TwoVersions;

export interface Merged {
  fields: EventFields;
  conflicts: Conflict[];
  /** Fields that only the others have changed, whose version is taken. */
  taken: string[];
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The parts of a place are merged as one field. */
const placeOf = ({ worksite, regionGuid, location }: EventFields) => ({ worksite, regionGuid, location });

/**
 * Merges my changes with those that others have saved meanwhile. If only one side changed a field, its version is
 * taken; if both did and differ, mine is used for now and the conflict is listed.
 */
export function mergeEdits(base: EventFields, theirs: EventFields, mine: EventFields): Merged {
  const conflicts: Conflict[] = [];
  const taken: string[] = [];
  const mergeField = <Value>(field: string, before: Value, other: Value, own: Value): Value => {
    if (same(before, other) || same(other, own)) return own;
    if (same(before, own)) {
      taken.push(field);
      return other;
    }
    conflicts.push({ field, mine: own, theirs: other });
    return own;
  };
  const pick = <Key extends keyof EventFields>(field: Key): EventFields[Key] =>
    mergeField(field, base[field], theirs[field], mine[field]);
  const questions = new Set([base, theirs, mine].flatMap(({ answers }) => Object.keys(answers)));
  const fields: EventFields = {
    description: pick('description'),
    occurrenceDate: pick('occurrenceDate'),
    occurrenceTime: pick('occurrenceTime'),
    ...mergeField('worksite', placeOf(base), placeOf(theirs), placeOf(mine)),
    reportingGroupGuid: pick('reportingGroupGuid'),
    onBehalfOfUserGuid: mine.onBehalfOfUserGuid,
    reviewerGuid: mine.reviewerGuid,
    immediateActions: pick('immediateActions'),
    isUrgent: mine.isUrgent,
    photos: mine.photos,
    injuredPersons: pick('injuredPersons'),
    relatedPersons: pick('relatedPersons'),
    answers: Object.fromEntries(
      [...questions].map((guid) => [
        guid,
        mergeField(`answers.${guid}`, base.answers[guid], theirs.answers[guid], mine.answers[guid]),
      ]),
    ),
  };
  return { fields, conflicts, taken };
}

/** Replaces a field by one side of a conflict. */
export function takeSide(fields: EventFields, conflict: Conflict, side: Side): EventFields {
  const { field, [side]: value } = conflict;
  if (field === 'worksite') return { ...fields, ...(value as ReturnType<typeof placeOf>) };
  if (field.startsWith('answers.'))
    return { ...fields, answers: { ...fields.answers, [field.slice('answers.'.length)]: value as AnswerField } };
  return { ...fields, [field]: value };
}
