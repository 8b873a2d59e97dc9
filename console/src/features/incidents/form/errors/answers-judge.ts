import { Validator } from '@cfworker/json-schema';
import { answersSchema, propertiesSchema } from '@plimsoll/contracts/forms/answers-schema';
import type { AnswersJudge } from '@plimsoll/contracts/forms/asked-questions';
import type { Form } from '@plimsoll/contracts/forms/form';

/**
 * Validates answers by interpreting the schema. Compiled validators are generated code, which the console's Content
 * Security Policy blocks.
 */
export function interpretingJudge(form: Pick<Form, 'groups'>): AnswersJudge {
  const whole = new Validator(answersSchema(form), '2020-12', true);
  const part = new Validator(propertiesSchema(form), '2020-12', true);
  return {
    accepts: (answers) => whole.validate(answers).valid,
    firstRefused: (answers) =>
      part
        .validate(answers)
        .errors.find(({ keyword }) => keyword === 'properties')
        ?.error.match(/^Property "([^"]+)"/)?.[1] ?? null,
  };
}

const known = new WeakMap<Form, AnswersJudge>();

/** The validator of a form, created once. */
export function judgeOf(form: Form): AnswersJudge {
  const judge = known.get(form) ?? interpretingJudge(form);
  known.set(form, judge);
  return judge;
}
