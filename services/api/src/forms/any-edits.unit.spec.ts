import type { FormEvent } from '@plimsoll/contracts/forms/events';
import type { AnswerValue } from '@plimsoll/contracts/forms/answer-value';
import { isShown, questionsOf, verdictsOn } from '@plimsoll/contracts/forms/asked-questions';
import { questionTypes, type Form, type Question } from '@plimsoll/contracts/forms/form';
import { beginsForm, formAfter, shownForm, type PublishedForm } from '@plimsoll/contracts/forms/published-form';
import { changeQuestionsRequest } from '@plimsoll/contracts/forms/requests';
import fc from 'fast-check';
import { guidOf } from '../../test/incidents/sample-incident.ts';
import { isRefusal, type Decision } from '../commands/decision.ts';
import { ajvJudge } from '../../test/forms/ajv-judge.ts';
import { changeFormGroups } from './change-form-groups.rule.ts';
import { changeFormQuestions } from './change-form-questions.rule.ts';
import { publishForm } from './publish-form.rule.ts';

const values = ['A', 'B', 'C'];
/** Index into the existing items; sometimes of none. */
const place = fc.oneof({ weight: 12, arbitrary: fc.nat({ max: 11 }) }, fc.constant(-1));
const mostly = <Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 8, arbitrary: usual }, odd);
const bound = mostly<number | null>(
  fc.constant(null),
  fc.oneof(fc.integer({ min: -3, max: 5 }), fc.double({ min: -3, max: 5, noNaN: true })),
);
const options = mostly(
  fc.constantFrom(['A', 'B'], values),
  fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 }),
).map((chosen) => chosen.map((value) => ({ value, label: value })));
const conditionTypes = ['YES_NO', 'CHOICE', 'MULTI_CHOICE', 'INTEGER'] as const;
const showIf = fc.oneof(
  fc.constant(null),
  fc.record({
    at: place,
    fits: mostly(fc.constant(true), fc.constant(false)),
    operator: fc.constantFrom('EQUALS', 'NOT_EQUALS', 'INCLUDES'),
    value: fc.oneof(fc.boolean(), fc.integer({ min: -1, max: 3 }), fc.constantFrom(...values)),
  }),
);
const asked = {
  type: fc.oneof(fc.constantFrom(...conditionTypes), fc.constantFrom(...questionTypes)),
  text: mostly(fc.constant('Who was there?'), fc.constant('')),
  required: fc.boolean(),
  options,
  min: bound,
  max: bound,
  showIf,
};

/** An edit of a form, valid or not. */
const edit = fc.oneof(
  fc.record({ kind: fc.constant('ADD_GROUP' as const) }),
  fc.record({ kind: fc.constant('REMOVE_GROUP' as const), at: place }),
  fc.record({ kind: fc.constant('TURN_GROUPS' as const) }),
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('ADD' as const), into: place, asked: fc.record(asked) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('CHANGE' as const),
      at: place,
      asked: fc.record(asked, { requiredKeys: [] }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('REMOVE' as const), at: place }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('SHUFFLE' as const), by: fc.infiniteStream(fc.nat({ max: 1000 })) }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('PUBLISH' as const) }) },
  fc.record({ kind: fc.constant('DISCARD' as const) }),
);
type Edit = typeof edit extends fc.Arbitrary<infer One> ? One : never;

let made = 1000;
const newGuid = () => guidOf((made += 1));

function decide(form: PublishedForm, one: Edit): Decision<FormEvent> {
  const groups = form.content.groups.map(({ groupGuid }) => groupGuid);
  const questions = form.content.groups.flatMap((group) => group.questions.map(({ questionGuid }) => questionGuid));
  const among = (guids: readonly string[], at: number) =>
    guids[at < 0 ? -1 : at % Math.max(guids.length, 1)] ?? guidOf(999);
  const types = new Map(
    form.content.groups.flatMap((group) =>
      group.questions.map(({ questionGuid, type }) => [questionGuid, type] as const),
    ),
  );
  const fitting = (question: string) => {
    const type = types.get(question);
    return type === 'YES_NO'
      ? { operator: 'EQUALS', value: true }
      : type === 'INTEGER'
        ? { operator: 'NOT_EQUALS', value: 1 }
        : type === 'CHOICE'
          ? { operator: 'EQUALS', value: 'A' }
          : { operator: 'INCLUDES', value: 'A' };
  };
  const resolved = <Asked extends { showIf?: { at: number; fits: boolean; operator: string; value: unknown } | null }>({
    showIf: condition,
    ...rest
  }: Asked) => {
    if (!condition) return { ...rest, ...(condition === null && { showIf: null }) };
    const question = among(questions, condition.at);
    const { operator, value } = condition.fits ? fitting(question) : condition;
    return { ...rest, showIf: { question, operator, value } };
  };
  const change = (body: unknown) =>
    changeFormQuestions(changeQuestionsRequest.parse(JSON.parse(JSON.stringify(body))), form, newGuid);
  switch (one.kind) {
    case 'ADD_GROUP':
      return changeFormGroups({ add: [{ title: 'Group' }] }, form, newGuid);
    case 'REMOVE_GROUP':
      return changeFormGroups({ remove: [among(groups, one.at)] }, form, newGuid);
    case 'TURN_GROUPS':
      return changeFormGroups({ order: groups.toReversed() }, form, newGuid);
    case 'ADD':
      return change({ add: [{ groupGuid: among(groups, one.into), ...resolved(one.asked) }] });
    case 'CHANGE':
      return change({ change: [{ questionGuid: among(questions, one.at), ...resolved(one.asked) }] });
    case 'REMOVE':
      return change({ remove: [among(questions, one.at)] });
    case 'SHUFFLE': {
      const order = groups.map((groupGuid) => ({ groupGuid, questionGuids: [] as string[] }));
      const left = [...questions];
      while (left.length > 0 && order.length > 0) {
        const by = one.by.next().value as number;
        order[by % order.length]!.questionGuids.push(...left.splice(by % left.length, 1));
      }
      return change({ order });
    }
    case 'PUBLISH':
      return publishForm(form);
    case 'DISCARD':
      return form.published ? [{ type: 'FormChangesDiscarded', data: { version: form.version } }] : [];
  }
}

/** A valid answer to a question. */
function answerTo({ type, options: offered, min, max }: Question): AnswerValue {
  const least = Math.max(1, Math.ceil(min ?? 1));
  switch (type) {
    case 'TEXT':
    case 'LONG_TEXT':
      return 'x'.repeat(least);
    case 'INTEGER':
      return min === null ? Math.floor(max ?? 0) : Math.ceil(min);
    case 'DECIMAL':
      return min ?? max ?? 0;
    case 'YES_NO':
      return true;
    case 'CHOICE':
      return offered[0]!.value;
    case 'MULTI_CHOICE':
      return offered.slice(0, least).map(({ value }) => value);
    case 'DATE':
      return '2026-03-02';
    case 'TIME':
      return '14:30';
    case 'DATE_TIME':
      return '2026-03-02T14:30';
    case 'PERSON':
      return 'related/0';
    case 'INJURED_PERSONS':
      return ['injured/0'];
    case 'LOCATION':
      return guidOf(901);
    case 'RISK':
      return { severity: 1, likelihood: 2 };
    case 'SIGNATURE':
      return { name: 'Anna' };
    case 'ATTACHMENT':
      return [guidOf(902)];
    case 'INFO':
      return null;
  }
}

/** Whether the conditions of a form's questions form a cycle. */
function hasCycle(form: Form): boolean {
  const questions = questionsOf(form);
  return [...questions.values()].some((start) => {
    const seen = new Set<string>();
    for (let now: Question | undefined = start; now?.showIf; now = questions.get(now.showIf.question)) {
      if (seen.has(now.questionGuid)) return true;
      seen.add(now.questionGuid);
    }
    return false;
  });
}

test('no sequence of edits leaves a published form that cannot be answered, nor conditions in a circle; what is refused changes nothing', () => {
  let published = 0;
  let conditioned = 0;
  fc.assert(
    fc.property(fc.array(edit, { minLength: 5, maxLength: 60, size: 'max' }), (edits) => {
      const none = {
        name: 'Lost load',
        description: '',
        eventWorkflow: 'REVIEW',
        isLeading: false,
        isSensitive: false,
        trifContributor: false,
        ltifContributor: false,
        mvifContributor: false,
        requiresInjuredPersons: false,
        asksPeopleHurt: true,
        asksOtherPeople: true,
        asksRating: true,
      } as const;
      let form = beginsForm({
        content: { ...none, groups: [{ groupGuid: guidOf(1), title: 'First', instructions: null, questions: [] }] },
      });
      for (const one of edits) {
        const decision = decide(form, one);
        if (isRefusal(decision)) continue;
        for (const event of decision) form = formAfter(form, event);
        if (decision[0]?.type !== 'FormPublished') continue;
        published += 1;
        const version = shownForm(guidOf(1), form.version, 'PUBLISHED', form.published!);
        const questions = questionsOf(version);
        expect(hasCycle(version)).toBe(false);
        const judge = ajvJudge(version);
        const answers: Record<string, AnswerValue> = {};
        for (const each of questions.values())
          if (each.type !== 'INFO' && isShown(each, questions, (other) => answers[other.questionGuid]))
            answers[each.questionGuid] = answerTo(each);
        if ([...questions.values()].some((each) => each.showIf)) conditioned += 1;
        expect([...verdictsOn(answers, questions, judge)]).toEqual([]);
      }
    }),
    { numRuns: 150 },
  );
  // The test proves little unless many forms are published.
  expect(published).toBeGreaterThan(100);
  expect(conditioned).toBeGreaterThan(30);
});
