import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  columnLabel,
  importFields,
  mappingByNames,
  QUESTION_OF_HEADING,
  questionsByText,
  questionsForColumns,
  type DateForm,
} from '@plimsoll/contracts/imports/fields';
import { importFieldTexts } from '@plimsoll/contracts/imports/import-texts';
import type { NumberForm } from '@plimsoll/contracts/imports/numbers';
import { formQuery, formsQuery } from '../../lib/api/form-queries.ts';
import { useStarted } from '../../lib/session/startup.ts';
import type { SentTable } from './send-table.ts';

/** How many forms are looked at for the questions that columns of a table with several forms may answer. */
const MAX_FORMS = 20;

/** What a person says about the columns of a table, and what is suggested until they do. */
export function useMapping({ sent, reading }: SentTable) {
  const { organization } = useStarted();
  const forms = useQuery(formsQuery(organization.guid));
  const [formGuid, setFormGuid] = useState<string | null>(null);
  const [formColumn, setFormColumn] = useState<string | null>(null);
  const [idColumn, setIdColumn] = useState(sent.mapping.idColumn);
  const [chosen, setChosen] = useState<Readonly<Record<string, string | null>>>({});
  const [dates, setDates] = useState<DateForm>('ISO');
  const [numbers, setNumbers] = useState<NumberForm | null>(sent.numbers);
  const [leavesQuestionsOpen, setLeavesQuestionsOpen] = useState(false);
  const [isHistory, setHistory] = useState(false);

  const { data: form = null } = useQuery({
    ...formQuery(organization.guid, formGuid ?? ''),
    enabled: formGuid !== null,
  });
  const named = useQueries({
    queries: (formColumn === null ? [] : (forms.data?.items ?? []))
      .slice(0, MAX_FORMS)
      .map((each) => formQuery(organization.guid, each.formGuid)),
  }).flatMap(({ data }) => data ?? []);
  const texts = named.map(questionsByText);
  const suggested = mappingByNames(sent.columns, form).columns;
  const suggestionOf = (column: string): string | null =>
    suggested[column] ??
    (texts.some((questions) => questions.find(sent.columns[Number(column)]!) !== null) ? QUESTION_OF_HEADING : null);

  const columns = sent.columns.map((_, index) => ({ column: String(index), label: columnLabel(sent.columns, index) }));
  const ofFields = columns.filter(({ column }) => column !== idColumn && column !== formColumn);
  const targetOf = (column: string): string | null =>
    Object.hasOwn(chosen, column) ? chosen[column]! : suggestionOf(column);
  const targets = ofFields.flatMap(({ column }) => {
    const target = targetOf(column);
    return target === null ? [] : [[column, target] as const];
  });
  const questions = form ? questionsForColumns(form) : [];
  const answered = new Set(targets.map(([, target]) => target));

  return {
    ...{ forms: forms.data?.items ?? [], formGuid, setFormGuid, formColumn, setFormColumn, idColumn, setIdColumn },
    ...{ dates, setDates, numbers, setNumbers, leavesQuestionsOpen, setLeavesQuestionsOpen, isHistory, setHistory },
    /** All columns, and those that may contain a field or an answer. */
    columns,
    ofFields,
    targetOf,
    choose: (column: string, target: string | null) => setChosen((before) => ({ ...before, [column]: target })),
    options: [
      ...importFields.map((field) => ({ value: field as string, label: importFieldTexts[field] })),
      ...questions.map(({ questionGuid, text }) => ({ value: questionGuid as string, label: text })),
      ...(formColumn === null ? [] : [{ value: QUESTION_OF_HEADING, label: 'The question with this text' }]),
    ],
    /** Required questions that no column answers and that are always asked; with several forms they are not known. */
    openQuestions: questions.filter(
      ({ questionGuid, required, showIf }) => required && showIf === null && !answered.has(questionGuid),
    ),
    mayLeaveOpen: form !== null || formColumn !== null,
    request: {
      formGuid,
      formColumn,
      idColumn,
      columns: Object.fromEntries(targets),
      dates,
      ...(numbers !== null && { numbers }),
      ...reading,
      leavesQuestionsOpen,
      isHistory,
    },
  };
}
