import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';
import { eventWorkflows } from '../organizations/events.ts';
import { formCommands } from './form-states.ts';

export const questionTypes = [
  'TEXT',
  'LONG_TEXT',
  'INTEGER',
  'DECIMAL',
  'YES_NO',
  'CHOICE',
  'MULTI_CHOICE',
  'DATE',
  'TIME',
  'DATE_TIME',
  'PERSON',
  'INJURED_PERSONS',
  'LOCATION',
  'RISK',
  'SIGNATURE',
  'ATTACHMENT',
  'INFO',
] as const;
export type QuestionType = (typeof questionTypes)[number];

export const question = z.object({
  questionGuid: guid,
  groupGuid: guid,
  type: z.enum(questionTypes),
  text: z.string(),
  moreInfo: z.string().nullable(),
  required: z.boolean(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  min: z.number().nullable(),
  max: z.number().nullable(),
  dateLimit: z.enum(['PAST_ONLY', 'FUTURE_ONLY']).nullable(),
  showIf: z
    .object({
      question: guid,
      operator: z.enum(['EQUALS', 'NOT_EQUALS', 'INCLUDES']),
      value: z.union([z.boolean(), z.number(), z.string()]),
    })
    .nullable(),
  sortOrder: z.int(),
});
export type Question = z.output<typeof question>;

export const questionGroup = z.object({
  groupGuid: guid,
  title: z.string(),
  instructions: z.string().nullable(),
  sortOrder: z.int(),
  questions: z.array(question),
});

const formStates = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const;

export const formSummary = z.object({
  formGuid: guid,
  version: z.int(),
  name: z.string(),
  description: z.string(),
  state: z.enum(formStates),
  isBuiltIn: z.boolean(),
  isLeading: z.boolean(),
  isSensitive: z.boolean(),
  eventWorkflow: z.enum(eventWorkflows),
  trifContributor: z.boolean(),
  ltifContributor: z.boolean(),
  mvifContributor: z.boolean(),
  /** An event by this form must have at least one injured person. */
  requiresInjuredPersons: z.boolean(),
  /** Whether a report may name people who were hurt. */
  asksPeopleHurt: z.boolean(),
  /** Whether a report may name others, such as witnesses. */
  asksOtherPeople: z.boolean(),
  /** Whether a review rates severity and likelihood. */
  asksRating: z.boolean(),
});
export type FormSummary = z.output<typeof formSummary>;

export const form = formSummary.extend({ groups: z.array(questionGroup) });
export type Form = z.output<typeof form>;

/** A form that may be used to report, with the number of events that are not deleted, also those one does not see. */
export const offeredForm = formSummary.extend({ eventCount: z.int() });
export type OfferedForm = z.output<typeof offeredForm>;

/** Sorted by name, whatever the case. */
export const formList = z.object({ items: z.array(offeredForm), totalCount: z.int() });

/** The state of an organization's form. `version` is the newest published one, 0 before the first. */
const standing = {
  revision: z.int(),
  state: z.enum(formStates),
  version: z.int(),
  hasUnpublishedChanges: z.boolean(),
  /** Of a built-in form that the organization does without. */
  isHidden: z.boolean(),
};

/** What every accepted command on a form answers. */
export const formCommandAnswer = z.object({ formGuid: guid, ...standing });

/** A form in the list of form managers. */
export const keptFormSummary = formSummary.extend({ ...standing, categoryGuids: z.array(guid), eventCount: z.int() });
export type KeptFormSummary = z.output<typeof keptFormSummary>;
export const keptFormList = z.object({ items: z.array(keptFormSummary), totalCount: z.int() });

/** The working copy, with its versions, the newest first. */
export const keptForm = keptFormSummary.extend({
  groups: z.array(questionGroup),
  /** Commands that are allowed now. */
  allowedCommands: z.array(z.enum(formCommands)),
  versions: z.array(
    z.object({
      version: z.int(),
      publishedAt: z.string(),
      publishedBy: z.object({ userGuid: z.string(), name: z.string() }).nullable(),
    }),
  ),
});
export type KeptForm = z.output<typeof keptForm>;

/** A JSON Schema, draft 2020-12. */
export const formSchema = z.looseObject({ $schema: z.string() });

export const formCategory = z.object({
  categoryGuid: guid,
  title: z.string(),
  formGuids: z.array(guid),
  revision: z.int(),
});
export type FormCategory = z.output<typeof formCategory>;
export const formCategoryList = z.object({ items: z.array(formCategory), totalCount: z.int() });
export const categoryCommandAnswer = z.object({ categoryGuid: guid, revision: z.int() });
