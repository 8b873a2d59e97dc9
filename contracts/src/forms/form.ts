import { z } from 'zod';
import { answerValue } from './answer-value.ts';
import { guid } from '../ids.ts';
import { eventWorkflows } from '../organizations/events.ts';

export const questionTypes = [
  'TEXT', 'LONG_TEXT', 'INTEGER', 'DECIMAL', 'YES_NO', 'CHOICE', 'MULTI_CHOICE', 'DATE', 'TIME', 'DATE_TIME', 'PERSON',
  'INJURED_PERSONS', 'LOCATION', 'RISK', 'SIGNATURE', 'ATTACHMENT', 'INFO',
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
  showIf: z.object({ question: guid, operator: z.enum(['EQUALS', 'NOT_EQUALS', 'INCLUDES']), value: answerValue }).nullable(),
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

export const formStates = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const;

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
});
export type FormSummary = z.output<typeof formSummary>;

export const form = formSummary.extend({ groups: z.array(questionGroup) });
export type Form = z.output<typeof form>;

/** Sorted by name, whatever the case. */
export const formList = z.object({ items: z.array(formSummary), totalCount: z.int() });
