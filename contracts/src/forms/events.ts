import { z } from 'zod';
import { defineEvent, plain, type EventOf } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { eventWorkflows } from '../organizations/events.ts';
import { safeText } from '../kernel/values/text.ts';
import { questionTypes } from './form.ts';

const words = (maximum: number) => plain(safeText.max(maximum), 'the words of a form');

/** A form's properties other than its questions, and how it is reported on. */
const details = {
  name: words(200),
  description: words(2000),
  isLeading: z.boolean(),
  isSensitive: z.boolean(),
  trifContributor: z.boolean(),
  ltifContributor: z.boolean(),
  mvifContributor: z.boolean(),
  requiresInjuredPersons: z.boolean(),
  /** Whether a report may name people who were hurt. */
  asksPeopleHurt: z.boolean(),
  /** Whether a report may name others, such as witnesses. */
  asksOtherPeople: z.boolean(),
  /** Whether a review rates severity and likelihood. */
  asksRating: z.boolean(),
} as const;

/** Earlier forms asked for all of these, and stored versions keep their meaning. */
const asksAll = { asksPeopleHurt: true, asksOtherPeople: true, asksRating: true };
const contentAsksAll = (before: { readonly content: object }) => ({
  ...before,
  content: { ...before.content, ...asksAll },
});
const asItWas = (before: unknown) => before;

export const questionFact = z.strictObject({
  questionGuid: guid,
  groupGuid: guid,
  type: z.enum(questionTypes),
  text: words(1000),
  moreInfo: words(5000).nullable(),
  required: z.boolean(),
  options: z.array(z.strictObject({ value: words(300), label: words(300) })),
  min: z.number().nullable(),
  max: z.number().nullable(),
  dateLimit: z.enum(['PAST_ONLY', 'FUTURE_ONLY']).nullable(),
  showIf: z
    .strictObject({
      question: guid,
      operator: z.enum(['EQUALS', 'NOT_EQUALS', 'INCLUDES']),
      value: z.union([z.boolean(), z.number(), words(300)]),
    })
    .nullable(),
});
export type QuestionFact = z.output<typeof questionFact>;

const groupFact = z.strictObject({ groupGuid: guid, title: words(200), instructions: words(5000).nullable() });
export type GroupFact = z.output<typeof groupFact>;

/** A form as it is worked on: groups and questions in their order. */
export const formContent = z.strictObject({
  ...details,
  eventWorkflow: z.enum(eventWorkflows),
  groups: z.array(z.strictObject({ ...groupFact.shape, questions: z.array(questionFact) })),
});
export type FormContent = z.output<typeof formContent>;

/** Stream: the form's guid. */
export const formCreated = defineEvent(
  'FormCreated',
  z.strictObject({ formGuid: guid, copyOf: guid.nullable(), content: formContent }),
  [contentAsksAll],
);
/** What was changed, and nothing else. */
export const formDetailsChanged = defineEvent('FormDetailsChanged', z.strictObject(details).partial(), [asItWas]);
export const formWorkflowChanged = defineEvent(
  'FormWorkflowChanged',
  z.strictObject({ eventWorkflow: z.enum(eventWorkflows) }),
);
/** Groups that were added or changed, those that went with their questions, and the order that all have then. */
export const formGroupsChanged = defineEvent(
  'FormGroupsChanged',
  z.strictObject({ set: z.array(groupFact), removed: z.array(guid), order: z.array(guid) }),
);
/** The same of questions; the order is that of every group. */
export const formQuestionsChanged = defineEvent(
  'FormQuestionsChanged',
  z.strictObject({
    set: z.array(questionFact),
    removed: z.array(guid),
    order: z.array(z.strictObject({ groupGuid: guid, questionGuids: z.array(guid) })),
  }),
);
/** A version, whole: it never changes. */
export const formPublished = defineEvent(
  'FormPublished',
  z.strictObject({ version: z.int().positive(), content: formContent }),
  [contentAsksAll],
);
/** The working copy is again what version `version` is. */
export const formChangesDiscarded = defineEvent(
  'FormChangesDiscarded',
  z.strictObject({ version: z.int().positive() }),
);
export const formArchived = defineEvent('FormArchived', z.strictObject({}));
export const formRestored = defineEvent('FormRestored', z.strictObject({}));
/** Of a draft that was never published. */
export const formRemoved = defineEvent('FormRemoved', z.strictObject({}));
/** A built-in form that the organization does without. Stream: the built-in form's guid. */
export const builtInFormHidden = defineEvent('BuiltInFormHidden', z.strictObject({}));
export const builtInFormOffered = defineEvent('BuiltInFormOffered', z.strictObject({}));

/** Stream: the category's guid. */
export const formCategoryCreated = defineEvent(
  'FormCategoryCreated',
  z.strictObject({ categoryGuid: guid, title: words(200) }),
);
export const formCategoryRenamed = defineEvent('FormCategoryRenamed', z.strictObject({ title: words(200) }));
export const formCategoryRemoved = defineEvent('FormCategoryRemoved', z.strictObject({}));
export const formPutInCategory = defineEvent('FormPutInCategory', z.strictObject({ formGuid: guid }));
export const formTakenFromCategory = defineEvent('FormTakenFromCategory', z.strictObject({ formGuid: guid }));

export const formEvents = [
  formCreated,
  formDetailsChanged,
  formWorkflowChanged,
  formGroupsChanged,
  formQuestionsChanged,
  formPublished,
  formChangesDiscarded,
  formArchived,
  formRestored,
  formRemoved,
  builtInFormHidden,
  builtInFormOffered,
  formCategoryCreated,
  formCategoryRenamed,
  formCategoryRemoved,
  formPutInCategory,
  formTakenFromCategory,
] as const;
export type FormEvent = EventOf<(typeof formEvents)[number]>;
