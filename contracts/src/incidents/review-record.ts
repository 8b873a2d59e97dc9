import type { IncidentDetail } from './answers.ts';

type Steps = IncidentDetail['steps'];

/** What may be decided about a reviewed event, by the step that decides it. */
const decisions: Readonly<Record<string, string>> = {
  IncidentApproved: 'Approved',
  IncidentReturned: 'Returned',
  IncidentReopened: 'Reopened',
};

/** Labels of the section on the review and the approval, on the screen and in documents. */
export const reviewTexts = {
  title: 'Review and approval',
  rating: 'Rating',
  reviewed: 'Reviewed by',
  reviewComment: 'Comment of the review',
  decision: 'Decision',
  decidedBy: 'Decided by',
  decisionComment: 'Comment of the decision',
  signature: 'Signature',
  reviewDate: 'Date of the review',
  decisionDate: 'Date of the decision',
  notDecided: 'Not decided yet',
  notSigned: 'Not signed',
} as const;

/** Labels of the sentence to the reporter, on the screen and in documents. */
export const answerTexts = {
  title: 'Answer to the reporter',
  answeredBy: 'Answered by',
  answerDate: 'Date of the answer',
} as const;

export interface ReviewRecord {
  readonly review: Steps[number] | null;
  /** The latest decision after the review; null while it is awaited, and where none is needed. */
  readonly decision: (Steps[number] & { readonly text: string }) | null;
  /** Whether an approver still has to decide. */
  readonly isUndecided: boolean;
}

/** The latest review of an event and what was decided then; null before its first review. */
export function reviewRecordOf({ steps, workflow }: Pick<IncidentDetail, 'steps' | 'workflow'>): ReviewRecord | null {
  const review = steps.findLast(({ type }) => type === 'IncidentReviewed') ?? null;
  const decided = steps.findLast(({ type, revision }) => type in decisions && revision > (review?.revision ?? 0));
  const decision = decided && (review || decided.type === 'IncidentApproved') ? decided : null;
  if (!review && !decision) return null;
  return {
    review,
    decision: decision && { ...decision, text: decisions[decision.type]! },
    isUndecided: !decision && workflow === 'REVIEW_AND_APPROVAL',
  };
}
