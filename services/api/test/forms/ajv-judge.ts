import { Ajv2020 } from 'ajv/dist/2020.js';
import { answersSchema } from '@plimsoll/contracts/forms/answers-schema';
import type { AnswersJudge } from '@plimsoll/contracts/forms/asked-questions';
import type { Form } from '@plimsoll/contracts/forms/form';

/** Validates answers with Ajv, which shares no code with ours, by the schema that is published. */
export function ajvJudge(form: Pick<Form, 'groups'>, schema: object = answersSchema(form)): AnswersJudge {
  const ajv = new Ajv2020({ allErrors: false, ownProperties: true, strictTypes: false, strictRequired: false });
  const whole = ajv.compile(schema);
  const { properties } = schema as { readonly properties: Readonly<Record<string, object>> };
  return {
    accepts: (answers) => whole(answers),
    refused: (answers) =>
      Object.keys(answers).filter((name) => !ajv.validate(properties[name] ?? false, answers[name])),
  };
}
