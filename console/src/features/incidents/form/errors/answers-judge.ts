import type { AnswersJudge } from '@plimsoll/contracts/forms/asked-questions';
import type { Form } from '@plimsoll/contracts/forms/form';
import { judgeOf as judgeBySchema } from '@plimsoll/contracts/forms/judge-answers';

const known = new WeakMap<Form, AnswersJudge>();

/** The validator of a form, created once. */
export function judgeOf(form: Form): AnswersJudge {
  const judge = known.get(form) ?? judgeBySchema(form);
  known.set(form, judge);
  return judge;
}
