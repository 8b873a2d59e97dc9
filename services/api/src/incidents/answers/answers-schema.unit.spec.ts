import { answersSchema } from '@plimsoll/contracts/forms/answers-schema';
import { isShown, questionsOf, verdictsOn, type GivenAnswers } from '@plimsoll/contracts/forms/asked-questions';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { questionTypes, type Form, type Question } from '@plimsoll/contracts/forms/form';
import { MAX_QUESTIONS } from '@plimsoll/contracts/forms/form-errors';
import { judgeOf } from '@plimsoll/contracts/forms/judge-answers';
import fc from 'fast-check';
import { cpuMsOf } from '../../../test/cpu-time.ts';
import { ajvJudge } from '../../../test/forms/ajv-judge.ts';

const guidOf = (place: number): string => `01900000-0000-7000-8000-${String(place).padStart(12, '0')}`;
const group = nearMissForm.groups[0]!;
const formOf = (questions: readonly Partial<Question>[]): Form => ({
  ...nearMissForm,
  groups: [
    {
      ...group,
      questions: questions.map((own, index) => ({
        ...group.questions[0]!,
        options: [],
        min: null,
        max: null,
        showIf: null,
        required: false,
        ...own,
        questionGuid: guidOf(index),
        sortOrder: index,
      })),
    },
  ],
});

/** The schema as it was published first: every conditional question repeats the conditions of its whole chain. */
function schemaBefore(form: Form): object {
  const schema = answersSchema(form) as { readonly allOf?: readonly { readonly if: object }[] };
  const questions = questionsOf(form);
  const own = new Map<Question, object>();
  const sometimes = [...questions.values()].filter(({ showIf }) => showIf && questions.has(showIf.question));
  sometimes.forEach((question, index) => own.set(question, schema.allOf![index]!.if));
  const conditionsOf = (question: Question, below: readonly string[] = []): object[] => {
    const parent = question.showIf && questions.get(question.showIf.question);
    if (!parent || below.includes(question.questionGuid)) return [];
    return [...conditionsOf(parent, [...below, question.questionGuid]), own.get(question)!];
  };
  return {
    ...schema,
    ...(schema.allOf && {
      allOf: schema.allOf.map((each, index) => ({ ...each, if: { allOf: conditionsOf(sometimes[index]!) } })),
    }),
  };
}

const bound = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.integer({ min: -1, max: 3 }));
const options = fc.subarray(['A', 'B', 'C']).map((values) => values.map((value) => ({ value, label: value })));
const showIf = (place: number) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    {
      weight: 3,
      arbitrary: fc.record({
        question: fc.nat({ max: place + 1 }).map(guidOf),
        operator: fc.constantFrom('EQUALS', 'NOT_EQUALS', 'INCLUDES'),
        value: fc.constantFrom<string | number | boolean>('A', 'B', 1, true, false),
      }),
    },
  );
const question = (place: number) =>
  fc.record({
    type: fc.oneof(fc.constantFrom('YES_NO', 'CHOICE', 'MULTI_CHOICE', 'INTEGER'), fc.constantFrom(...questionTypes)),
    required: fc.boolean(),
    options,
    min: bound,
    max: bound,
    showIf: showIf(place),
  }) as fc.Arbitrary<Partial<Question>>;
const form = fc
  .integer({ min: 1, max: 6 })
  .chain((length) => fc.tuple(...Array.from({ length }, (_, place) => question(place))))
  .map(formOf);
const value = fc.constantFrom<GivenAnswers[string]>(
  'A',
  'B',
  true,
  false,
  1,
  0,
  2.5,
  -1,
  'AB😀',
  ['A'],
  ['A', 'B'],
  ['A', 'A'],
  ['D'],
  guidOf(3),
  [guidOf(3)],
  'related/1',
  ['injured/2'],
  '2026-03-02',
  '2023-02-29',
  '14:30',
  '2026-03-02T14:30',
  { severity: 1, likelihood: 2 },
  { severity: 6, likelihood: 2 },
  { name: 'Anna' },
  { name: ' ' },
  { name: 'Anna', drawing: 'M1 2' },
  'x'.repeat(1_001),
);
const answers = fc.dictionary(fc.nat({ max: 6 }).map(guidOf), value, { maxKeys: 6 });

test('the schema accepts what it accepted when it repeated the conditions of a chain, and our validator what Ajv does', () => {
  let accepted = 0;
  fc.assert(
    fc.property(form, fc.array(answers, { minLength: 6, maxLength: 6 }), (some, given) => {
      const [before, now, ours] = [ajvJudge(some, schemaBefore(some)), ajvJudge(some), judgeOf(some)];
      for (const each of given) {
        const verdict = now.accepts(each);
        expect({ before: before.accepts(each), ours: ours.accepts(each) }).toEqual({ before: verdict, ours: verdict });
        expect(ours.refused(each)).toEqual(now.refused(each));
        if (verdict) accepted += 1;
      }
    }),
    { numRuns: 60 },
  );
  // Answers that are drawn without looking at the form are seldom accepted: these are made for it.
  fc.assert(
    fc.property(form, fc.infiniteStream(value), (some, values) => {
      const questions = questionsOf(some);
      const [before, ours] = [ajvJudge(some, schemaBefore(some)), judgeOf(some)];
      const given: Record<string, GivenAnswers[string]> = {};
      for (const each of questions.values()) {
        const next = values.next().value as GivenAnswers[string];
        if (
          isShown(each, questions, ({ questionGuid }) => given[questionGuid]) &&
          ours.refused({ [each.questionGuid]: next }).length === 0
        )
          given[each.questionGuid] = next;
      }
      const verdict = before.accepts(given);
      if (verdict) accepted += 1;
      expect(ours.accepts(given)).toBe(verdict);
    }),
    { numRuns: 60 },
  );
  expect(accepted).toBeGreaterThan(20);
});

describe('a form whose questions each depend on the one before', () => {
  const chain = (length: number) =>
    formOf(
      Array.from({ length }, (_, place) => ({
        type: 'YES_NO' as const,
        required: true,
        showIf: place === 0 ? null : { question: guidOf(place - 1), operator: 'EQUALS' as const, value: true },
      })),
    );
  const all = (length: number) => Object.fromEntries(Array.from({ length }, (_, place) => [guidOf(place), true]));

  test('has a schema whose size grows with the number of questions', () => {
    const size = (length: number) => JSON.stringify(answersSchema(chain(length))).length;
    expect(size(400) / size(100)).toBeLessThan(4.5);
  });

  test('is judged within milliseconds, also one from before chains had a limit, whatever the answers are', async () => {
    const deep = chain(MAX_QUESTIONS);
    const questions = questionsOf(deep);
    const took = await cpuMsOf(() => {
      const judge = judgeOf(deep);
      expect([...verdictsOn(all(MAX_QUESTIONS), questions, judge)]).toEqual([]);
      const { [guidOf(250)]: _, ...without } = all(MAX_QUESTIONS);
      expect([...verdictsOn(without, questions, judge).values()]).toEqual([
        'MISSING',
        ...Array<string>(249).fill('NOT_ASKED'),
      ]);
      const refused = Object.fromEntries([...questions.keys()].map((guid) => [guid, 'yes']));
      expect(verdictsOn(refused, questions, judge).size).toBe(MAX_QUESTIONS);
    });
    expect(took).toBeLessThan(500);
  });

  test('is judged quickly with as many choices as a form may have', async () => {
    const wide = formOf(
      Array.from({ length: MAX_QUESTIONS }, () => ({
        type: 'MULTI_CHOICE' as const,
        options: Array.from({ length: 200 }, (_, at) => ({ value: `V${at}`, label: `V${at}` })),
      })),
    );
    const given = Object.fromEntries(
      [...questionsOf(wide).keys()].map((guid) => [guid, Array.from({ length: 200 }, (_, at) => `V${199 - at}`)]),
    );
    expect(await cpuMsOf(() => expect(judgeOf(wide).accepts(given)).toBe(true))).toBeLessThan(500);
  });
});
