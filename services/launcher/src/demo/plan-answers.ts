import { builtInForms } from '@plimsoll/contracts/forms/built-in-forms';
import type { Form } from '@plimsoll/contracts/forms/form';
import type { DemoStep } from './demo-step.ts';
import { CUSTOM_FORM } from './own-form.ts';
import { answersToReporters } from './stories.ts';

const DAY = 86_400_000;
/** Events that were closed in so many last days have answers. */
const ANSWERED_DAYS = 60;

const workflows = new Map<string, Form['eventWorkflow']>([
  ...builtInForms.map(({ formGuid, eventWorkflow }) => [formGuid, eventWorkflow] as const),
  [CUSTOM_FORM, 'REVIEW'],
]);

/** The workflow of a report in the demo, by its form. */
export const workflowOf = ({ formGuid }: { readonly formGuid: string }): Form['eventWorkflow'] =>
  workflows.get(formGuid)!;

export interface AnswersInput {
  /** The end of the demo's two years. */
  readonly now: Date;
  readonly random: () => number;
  readonly plan: readonly DemoStep[];
}

/** Adds a sentence to the reporter to every second step that closes an event within the last 60 days. */
export function planAnswers({ now, random, plan }: AnswersInput): DemoStep[] {
  const closing = closingSteps(plan).filter(({ at }) => now.getTime() - at.getTime() <= ANSWERED_DAYS * DAY);
  const answered = new Set<DemoStep>(closing.filter((_, index) => index % 2 === 0));
  return plan.map((step) =>
    step.kind === 'follow-up' && answered.has(step)
      ? {
          ...step,
          with: { ...step.with, answer: answersToReporters[Math.floor(random() * answersToReporters.length)]! },
        }
      : step,
  );
}

/** Approvals, and reviews of events that need no approval, in the order of the plan. */
export function closingSteps(plan: readonly DemoStep[]): Extract<DemoStep, { kind: 'follow-up' }>[] {
  const reviewedOnly = new Set(
    plan.flatMap((step) => (step.kind === 'report' && workflowOf(step.report) === 'REVIEW' ? [step.incident] : [])),
  );
  return plan.filter(
    (step): step is Extract<DemoStep, { kind: 'follow-up' }> =>
      step.kind === 'follow-up' &&
      (step.command === 'approve' || (step.command === 'review' && reviewedOnly.has(step.incident))),
  );
}
