import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { KeptForm } from '@plimsoll/contracts/forms/form';
import type {
  ChangeFormRequest,
  ChangeGroupsRequest,
  ChangeQuestionsRequest,
} from '@plimsoll/contracts/forms/requests';
import { useCommand } from '../../../lib/api/command.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { formDraftQuery } from '../public/form-drafts.ts';
import { ApiProblem, errorText } from '../../../lib/api/problem.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { changeForm, changeFormGroups, changeFormQuestions, changeFormWorkflow } from '../api.ts';

/** One change of the draft. */
export type Change =
  | { readonly what: 'details'; readonly body: ChangeFormRequest }
  | { readonly what: 'workflow'; readonly body: { eventWorkflow: KeptForm['eventWorkflow'] } }
  | { readonly what: 'groups'; readonly body: ChangeGroupsRequest }
  | { readonly what: 'questions'; readonly body: ChangeQuestionsRequest };

export type SaveState = 'SAVED' | 'SAVING' | 'NOT_SAVED';

/** A change that was rejected because the form has changed since, with the current form. */
export interface Clash {
  readonly change: Change;
  readonly theirs: KeptForm;
}

/**
 * Saves changes of a form one after the other, each based on the revision of the previous one. Errors are shown at
 * their fields, which retry with their next change.
 */
export function useBuilder(form: KeptForm) {
  const { organization } = useStarted();
  const client = useQueryClient();
  const commands = {
    details: useCommand(changeForm),
    workflow: useCommand(changeFormWorkflow),
    groups: useCommand(changeFormGroups),
    questions: useCommand(changeFormQuestions),
  };
  const [state, setState] = useState<SaveState>('SAVED');
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const [clash, setClash] = useState<Clash | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const newest = formDraftQuery(organization.guid, form.formGuid);

  /** Shows errors at their fields. The first is also shown above, as are errors of the whole form. */
  const showErrors = (error: unknown) => {
    const beside = error instanceof ApiProblem ? error.fieldErrors : [];
    setErrors(new Map(beside.map(({ field, message }) => [field, message])));
    setProblem(beside[0]?.message ?? errorText(error));
  };

  const send = async (change: Change): Promise<boolean> => {
    const { revision } = client.getQueryData(newest.queryKey) ?? form;
    const target = { params: { guid: form.formGuid }, query: { organizationGuid: organization.guid } };
    const sent = { key: newGuid(), revision };
    try {
      if (change.what === 'details') await commands.details.send({ asked: { ...target, body: change.body }, ...sent });
      else if (change.what === 'workflow')
        await commands.workflow.send({ asked: { ...target, body: change.body }, ...sent });
      else if (change.what === 'groups')
        await commands.groups.send({ asked: { ...target, body: change.body }, ...sent });
      else await commands.questions.send({ asked: { ...target, body: change.body }, ...sent });
      setErrors(new Map());
      setProblem(null);
      return true;
    } catch (error) {
      if (error instanceof ApiProblem && error.className === 'StaleRevision')
        setClash({ change, theirs: await client.fetchQuery(newest) });
      showErrors(error);
      return false;
    }
  };

  /** Queues a change. Resolves to whether it was saved. */
  const save = (change: Change): Promise<boolean> => {
    waiting.current += 1;
    setState('SAVING');
    const saved = queue.current.then(() => send(change));
    queue.current = saved;
    return saved.then((isSaved) => {
      waiting.current -= 1;
      if (waiting.current === 0) setState(isSaved ? 'SAVED' : 'NOT_SAVED');
      return isSaved;
    });
  };

  return {
    state,
    errors,
    problem,
    clash,
    save,
    showErrors,
    /** Saves my change over the version of the others. */
    keepMine: () => {
      const mine = clash?.change;
      setClash(null);
      setProblem(null);
      return mine ? save(mine) : Promise.resolve(true);
    },
    /** Discards my change and continues with the version of the others. */
    takeTheirs: () => {
      setClash(null);
      setProblem(null);
      setState('SAVED');
    },
  };
}

export type Builder = ReturnType<typeof useBuilder>;
