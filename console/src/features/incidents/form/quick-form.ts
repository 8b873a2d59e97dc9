import type { FormSummary } from '@plimsoll/contracts/forms/form';

/** Whether a form allows quick reports: only with a review, in which the skipped questions are answered. */
export const isQuickForm = ({ eventWorkflow }: Pick<FormSummary, 'eventWorkflow'>): boolean => eventWorkflow !== 'NONE';
