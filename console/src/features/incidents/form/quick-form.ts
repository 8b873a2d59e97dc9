import type { FormSummary } from '@plimsoll/contracts/forms/form';

/** Whether an event may be told in a minute: somebody looks at what was left open. */
export const isQuickForm = ({ eventWorkflow }: Pick<FormSummary, 'eventWorkflow'>): boolean => eventWorkflow !== 'NONE';
