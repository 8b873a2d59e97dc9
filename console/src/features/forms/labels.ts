import type { KeptFormSummary, QuestionType } from '@plimsoll/contracts/forms/form';

/** Status of a form as one word. */
export const statusLabel = ({
  state,
  isHidden,
  isBuiltIn,
}: Pick<KeptFormSummary, 'state' | 'isHidden' | 'isBuiltIn'>): string => {
  if (isBuiltIn) return isHidden ? 'Hidden' : 'Offered';
  return { DRAFT: 'Draft', PUBLISHED: 'Published', ARCHIVED: 'Archived' }[state];
};

export const versionLabel = ({
  version,
  hasUnpublishedChanges,
}: Pick<KeptFormSummary, 'version' | 'hasUnpublishedChanges'>): string =>
  version === 0 ? 'Not published yet' : `Version ${version}${hasUnpublishedChanges ? ', with changes' : ''}`;

export const workflowLabels = {
  NONE: 'Closed when it is reported',
  REVIEW: 'Review',
  REVIEW_AND_APPROVAL: 'Review and approval',
} as const;

export const typeLabels: Readonly<Record<QuestionType, string>> = {
  TEXT: 'Short text',
  LONG_TEXT: 'Long text',
  INTEGER: 'Whole number',
  DECIMAL: 'Number',
  YES_NO: 'Yes or no',
  CHOICE: 'One choice',
  MULTI_CHOICE: 'Several choices',
  DATE: 'Date',
  TIME: 'Time',
  DATE_TIME: 'Date and time',
  PERSON: 'Person',
  INJURED_PERSONS: 'People who were hurt',
  LOCATION: 'Place',
  RISK: 'Risk',
  SIGNATURE: 'Signature',
  ATTACHMENT: 'Photos and files',
  INFO: 'Words to read',
};

export const countedEvents = (count: number): string =>
  `${count.toLocaleString('en-CA')} ${count === 1 ? 'event' : 'events'}`;
