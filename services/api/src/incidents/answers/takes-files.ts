import type { Form } from '@plimsoll/contracts/forms/form';

/** Whether a form has this question, and files answer it. */
export const takesFiles = ({ groups }: Form, questionGuid: string): boolean =>
  groups.some(({ questions }) =>
    questions.some((question) => question.questionGuid === questionGuid && question.type === 'ATTACHMENT'),
  );
