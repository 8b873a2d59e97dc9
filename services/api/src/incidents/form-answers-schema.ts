import type { Form, Question } from '@plimsoll/contracts/forms/form';

/** 'YYYY-MM-DD', 'HH:MM', and 'YYYY-MM-DDTHH:MM', as the clocks at the place show it. */
export const DAY = 'day';
export const LOCAL_TIME = 'local-time';
export const LOCAL_DATE_TIME = 'local-date-time';

const text = (maximum: number) => ({ type: 'string', maxLength: maximum });

/** A JSON Schema for the answers to a form's questions: an object with a value for each question that is answered. */
export const answersSchema = (form: Form) => ({
  type: 'object',
  properties: Object.fromEntries(form.groups.flatMap((group) => group.questions).map((question) => [question.questionGuid, answerSchema(question)])),
  additionalProperties: false,
});

/** `min` and `max` bound numbers, the length of texts and how many are chosen. */
function answerSchema(question: Question): object {
  const { min, max } = question;
  const among = question.options.length > 0 ? { enum: question.options.map(({ value }) => value) } : { not: {} };
  const bounds = (lowest: string, highest: string) => ({ ...(min !== null && { [lowest]: min }), ...(max !== null && { [highest]: max }) });
  switch (question.type) {
    case 'TEXT': return { ...text(1000), ...bounds('minLength', 'maxLength') };
    case 'LONG_TEXT': return { ...text(100_000), ...bounds('minLength', 'maxLength') };
    case 'INTEGER': return { type: 'integer', ...bounds('minimum', 'maximum') };
    case 'DECIMAL': return { type: 'number', ...bounds('minimum', 'maximum') };
    case 'YES_NO': return { type: 'boolean' };
    case 'CHOICE': return { type: 'string', ...among };
    case 'MULTI_CHOICE': return { type: 'array', uniqueItems: true, items: { type: 'string', ...among }, ...bounds('minItems', 'maxItems') };
    case 'DATE': return { type: 'string', format: DAY };
    case 'TIME': return { type: 'string', format: LOCAL_TIME };
    case 'DATE_TIME': return { type: 'string', format: LOCAL_DATE_TIME };
    case 'PERSON': return text(200);
    case 'INJURED_PERSONS': case 'ATTACHMENT': return { type: 'array', uniqueItems: true, items: text(1000) };
    case 'LOCATION': return text(1000);
    case 'RISK': return { type: 'integer', minimum: 0, maximum: 25 };
    case 'SIGNATURE': return text(100_000);
    case 'INFO': return false as unknown as object;
  }
}
