import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';
import { eventWorkflows } from '../organizations/events.ts';
import { safeText } from '../kernel/values/text.ts';
import { MAX_GROUPS, MAX_OPTIONS, MAX_QUESTIONS } from './form-errors.ts';
import { questionTypes } from './form.ts';

const name = safeText.trim().min(1).max(200);
const flag = z.boolean().optional();

/**
 * POST /forms. Without formGuid the server makes one; with copyOf it begins as the copy of any form, as that is worked
 * on.
 */
export const createFormRequest = z.strictObject({
  organizationGuid: guid.optional(),
  formGuid: guid.optional(),
  name,
  description: safeText.trim().max(2000).optional(),
  copyOf: guid.optional(),
});

/** PATCH /forms/{guid}: omitted fields stay unchanged. */
export const changeFormRequest = z.strictObject({
  name: name.optional(),
  description: safeText.trim().max(2000).optional(),
  isLeading: flag,
  isSensitive: flag,
  trifContributor: flag,
  ltifContributor: flag,
  mvifContributor: flag,
  requiresInjuredPersons: flag,
  asksPeopleHurt: flag,
  asksOtherPeople: flag,
  asksRating: flag,
});
export type ChangeFormRequest = z.output<typeof changeFormRequest>;

export const changeWorkflowRequest = z.strictObject({ eventWorkflow: z.enum(eventWorkflows) });

const group = { title: safeText.trim().max(200), instructions: safeText.trim().max(5000).nullable().optional() };

/** All of it or nothing; `order` names every group that there is then. */
export const changeGroupsRequest = z.strictObject({
  add: z
    .array(z.strictObject({ groupGuid: guid.optional(), ...group }))
    .max(MAX_GROUPS)
    .optional(),
  change: z
    .array(z.strictObject({ groupGuid: guid, ...group }).partial({ title: true }))
    .max(MAX_GROUPS)
    .optional(),
  remove: z.array(guid).max(MAX_GROUPS).optional(),
  order: z.array(guid).max(MAX_GROUPS).optional(),
});
export type ChangeGroupsRequest = z.output<typeof changeGroupsRequest>;

const bound = z.number().min(-1e12).max(1e12).nullable();
const question = {
  type: z.enum(questionTypes),
  text: safeText.trim().max(1000),
  moreInfo: safeText.trim().max(5000).nullable().optional(),
  required: flag,
  options: z
    .array(z.strictObject({ value: safeText.trim().min(1).max(300), label: safeText.trim().max(300) }))
    .max(MAX_OPTIONS)
    .optional(),
  min: bound.optional(),
  max: bound.optional(),
  dateLimit: z.enum(['PAST_ONLY', 'FUTURE_ONLY']).nullable().optional(),
  showIf: z
    .strictObject({
      question: guid,
      operator: z.enum(['EQUALS', 'NOT_EQUALS', 'INCLUDES']),
      value: z.union([z.boolean(), z.number(), safeText.max(300)]),
    })
    .nullable()
    .optional(),
};

/** All of it or nothing; `order` names every group and every question that there is then. */
export const changeQuestionsRequest = z.strictObject({
  add: z
    .array(z.strictObject({ questionGuid: guid.optional(), groupGuid: guid, ...question }))
    .max(MAX_QUESTIONS)
    .optional(),
  change: z
    .array(z.strictObject({ questionGuid: guid, ...question }).partial({ type: true, text: true }))
    .max(MAX_QUESTIONS)
    .optional(),
  remove: z.array(guid).max(MAX_QUESTIONS).optional(),
  order: z
    .array(z.strictObject({ groupGuid: guid, questionGuids: z.array(guid).max(MAX_QUESTIONS) }))
    .max(MAX_GROUPS)
    .optional(),
});
export type ChangeQuestionsRequest = z.output<typeof changeQuestionsRequest>;

export const categoryRequest = z.strictObject({ title: name });
export const categoryFormRequest = z.strictObject({
  organizationGuid: guid.optional(),
  operation: z.enum(['ADD', 'REMOVE']),
});
