import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { FormContent, formCreated } from '@plimsoll/contracts/forms/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { StoredForm } from './form.ts';

/** Maximum number of an organization's own forms. */
const MAX_FORMS = 500;

export interface NewForm {
  readonly name: string;
  readonly description: string | null;
  /** Form that it is a copy of; null for an empty form. */
  readonly copied: { readonly formGuid: string; readonly content: FormContent } | null;
}

const empty = {
  description: '',
  isLeading: false,
  isSensitive: false,
  trifContributor: false,
  ltifContributor: false,
  mvifContributor: false,
  requiresInjuredPersons: false,
  asksPeopleHurt: false,
  asksOtherPeople: false,
  asksRating: false,
  eventWorkflow: 'REVIEW_AND_APPROVAL',
  groups: [],
} as const;

/**
 * Creates a form, empty or as a copy. Refuses: DuplicateGuid, LimitReached.
 * @param existing number of the organization's own forms.
 */
export function createForm(
  formGuid: string,
  { name, description, copied }: NewForm,
  existing: number,
  stored: StoredForm,
  newGuid: () => string,
): Decision<EventOf<typeof formCreated>> {
  if (stored.kind !== 'NONE') return refuse('DuplicateGuid');
  if (existing >= MAX_FORMS) return refuse('LimitReached');
  const content = copied ? withOwnGuids(copied.content, newGuid) : { ...empty, groups: [] };
  return [
    {
      type: 'FormCreated',
      data: {
        formGuid,
        copyOf: copied?.formGuid ?? null,
        content: { ...content, name, description: description ?? content.description },
      },
    },
  ];
}

/** Copies a form's content with new guids, also in conditions, since an answer belongs to one form. */
function withOwnGuids(content: FormContent, newGuid: () => string): FormContent {
  const own = new Map(
    content.groups
      .flatMap(({ groupGuid, questions }) => [groupGuid, ...questions.map(({ questionGuid }) => questionGuid)])
      .map((guid) => [guid, newGuid()] as const),
  );
  return {
    ...content,
    groups: content.groups.map((group) => ({
      ...group,
      groupGuid: own.get(group.groupGuid)!,
      questions: group.questions.map((question) => ({
        ...question,
        questionGuid: own.get(question.questionGuid)!,
        groupGuid: own.get(group.groupGuid)!,
        showIf: question.showIf && {
          ...question.showIf,
          question: own.get(question.showIf.question) ?? question.showIf.question,
        },
      })),
    })),
  };
}
