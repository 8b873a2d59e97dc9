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

/** One change of the working copy. */
export type Change =
  | { readonly what: 'details'; readonly body: ChangeFormRequest }
  | { readonly what: 'workflow'; readonly body: { eventWorkflow: KeptForm['eventWorkflow'] } }
  | { readonly what: 'groups'; readonly body: ChangeGroupsRequest }
  | { readonly what: 'questions'; readonly body: ChangeQuestionsRequest };

export type SaveState = 'SAVED' | 'SAVING' | 'NOT_SAVED';

/** A change that somebody else was faster than: what it would have been saved upon, and what is there now. */
export interface Clash {
  readonly change: Change;
  readonly theirs: KeptForm;
}

/**
 * Saves each change of a form as it is made, one after the other, upon the revision that the one before left. What is refused
 * is told beside what it is about and tried again with the next change there.
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

  /** Faults stand beside what they are about; the first is said above as well, as are those that are about the form. */
  const tell = (error: unknown) => {
    const beside = error instanceof ApiProblem ? error.fieldErrors : [];
    setErrors(new Map(beside.map(({ field, message }) => [field, message])));
    setProblem(beside[0]?.message ?? errorText(error));
  };

  const send = async (change: Change): Promise<boolean> => {
    const { revision } = client.getQueryData(newest.queryKey) ?? form;
    const asked = { params: { guid: form.formGuid }, query: { organizationGuid: organization.guid } };
    const sent = { key: newGuid(), revision };
    try {
      if (change.what === 'details') await commands.details.send({ asked: { ...asked, body: change.body }, ...sent });
      else if (change.what === 'workflow')
        await commands.workflow.send({ asked: { ...asked, body: change.body }, ...sent });
      else if (change.what === 'groups')
        await commands.groups.send({ asked: { ...asked, body: change.body }, ...sent });
      else await commands.questions.send({ asked: { ...asked, body: change.body }, ...sent });
      setErrors(new Map());
      setProblem(null);
      return true;
    } catch (error) {
      if (error instanceof ApiProblem && error.className === 'StaleRevision')
        setClash({ change, theirs: await client.fetchQuery(newest) });
      tell(error);
      return false;
    }
  };

  /** Tells whether it was saved. */
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
    faults: errors,
    problem,
    clash,
    save,
    tell,
    /** Saves mine upon what the others have saved. */
    keepMine: () => {
      const mine = clash?.change;
      setClash(null);
      setProblem(null);
      return mine ? save(mine) : Promise.resolve(true);
    },
    /** Goes on with what the others have saved. */
    takeTheirs: () => {
      setClash(null);
      setProblem(null);
      setState('SAVED');
    },
  };
}

export type Builder = ReturnType<typeof useBuilder>;
