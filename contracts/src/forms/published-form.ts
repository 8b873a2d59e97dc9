import type { FormContent, FormEvent } from './events.ts';
import type { Form, QuestionType } from './form.ts';

/** A form of an organization's own, as its log tells it. */
export interface PublishedForm {
  readonly state: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED' | 'REMOVED';
  /** The newest version; 0 while there is none. */
  readonly version: number;
  /** The working copy. */
  readonly content: FormContent;
  /** The newest version's; null while there is none. */
  readonly published: FormContent | null;
  /** The type of each question in a version. */
  readonly publishedTypes: Readonly<Record<string, QuestionType>>;
}

export const beginsForm = ({ content }: { readonly content: FormContent }): PublishedForm => ({
  state: 'DRAFT',
  version: 0,
  content,
  published: null,
  publishedTypes: {},
});

/** A form after one more event of its stream. */
export function formAfter(form: PublishedForm, event: FormEvent): PublishedForm {
  const { content } = form;
  switch (event.type) {
    case 'FormDetailsChanged':
      return { ...form, content: { ...content, ...(event.data as Partial<FormContent>) } };
    case 'FormWorkflowChanged':
      return { ...form, content: { ...content, eventWorkflow: event.data.eventWorkflow } };
    case 'FormGroupsChanged':
      return { ...form, content: { ...content, groups: groupsAfter(content.groups, event.data) } };
    case 'FormQuestionsChanged':
      return { ...form, content: { ...content, groups: questionsAfter(content.groups, event.data) } };
    case 'FormPublished': {
      const { version, content: published } = event.data;
      const types = Object.fromEntries(
        published.groups.flatMap(({ questions }) =>
          questions.map(({ questionGuid, type }) => [questionGuid, type] as const),
        ),
      );
      return {
        state: 'PUBLISHED',
        version,
        content: published,
        published,
        publishedTypes: { ...form.publishedTypes, ...types },
      };
    }
    case 'FormChangesDiscarded':
      return { ...form, content: form.published ?? content };
    case 'FormArchived':
      return { ...form, state: 'ARCHIVED' };
    case 'FormRestored':
      return { ...form, state: 'PUBLISHED' };
    case 'FormRemoved':
      return { ...form, state: 'REMOVED' };
    default:
      return form;
  }
}

type Groups = FormContent['groups'];
type ChangeOf<Type extends FormEvent['type']> = Extract<FormEvent, { type: Type }>['data'];

export function groupsAfter(
  groups: Groups,
  { set, order }: Pick<ChangeOf<'FormGroupsChanged'>, 'set' | 'order'>,
): Groups {
  const before = new Map(groups.map((group) => [group.groupGuid, group]));
  const changed = new Map(set.map((group) => [group.groupGuid, group]));
  return order.map((guid) => ({
    ...before.get(guid)!,
    ...changed.get(guid),
    questions: before.get(guid)?.questions ?? [],
  }));
}

export function questionsAfter(
  groups: Groups,
  { set, order }: Pick<ChangeOf<'FormQuestionsChanged'>, 'set' | 'order'>,
): Groups {
  const questions = new Map(
    [...groups.flatMap((group) => group.questions), ...set].map((question) => [question.questionGuid, question]),
  );
  const orders = new Map(order.map(({ groupGuid, questionGuids }) => [groupGuid, questionGuids]));
  return groups.map((group) => ({
    ...group,
    questions: (orders.get(group.groupGuid) ?? []).map((guid) => ({
      ...questions.get(guid)!,
      groupGuid: group.groupGuid,
    })),
  }));
}

/** A version, or the working copy, as a form is shown and answered. */
export const shownForm = (
  formGuid: string,
  version: number,
  state: Form['state'],
  { groups, ...details }: FormContent,
): Form => ({
  formGuid,
  version,
  state,
  isBuiltIn: false,
  ...details,
  groups: groups.map((group, sortOrder) => ({
    ...group,
    sortOrder,
    questions: group.questions.map((question, order) => ({ ...question, sortOrder: order })),
  })),
});

/** What a form is made of, as it is worked on. */
export function contentOf({
  formGuid: _,
  version: _version,
  state: _state,
  isBuiltIn: _builtIn,
  groups,
  ...details
}: Form): FormContent {
  const inOrder = <Item extends { sortOrder: number }>(items: readonly Item[]) =>
    items.toSorted((one, other) => one.sortOrder - other.sortOrder);
  return {
    ...details,
    groups: inOrder(groups).map(({ sortOrder: _order, ...group }) => ({
      ...group,
      questions: inOrder(group.questions).map(({ sortOrder: _own, ...question }) => question),
    })),
  };
}
