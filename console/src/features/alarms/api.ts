import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlarmState } from '@plimsoll/contracts/alarms/progress';
import { command, useCommand } from '../../lib/api/command.ts';
import type { QueryId } from '../../lib/api/operation.ts';
import { ApiProblem, errorText } from '../../lib/api/problem.ts';
import { query } from '../../lib/api/query.ts';
import { showAlert } from '../../lib/format/alerts.ts';
import { newGuid } from '../../lib/format/ids.ts';
import { useRefetchOnConflict } from '../../lib/api/refetch-on-conflict.ts';
import { useStarted } from '../../lib/session/startup.ts';
import { answeredByOther, pressTexts } from './labels.ts';

interface ListParameters {
  state: AlarmState | undefined;
  limit: number;
  offset: number;
}

/** Query for a page of alarms, the newest first. The previous page stays visible while the next one loads. */
export const alarmsQuery = (orgGuid: string, parameters: ListParameters) =>
  query('listAlarms', { params: { orgGuid }, query: parameters }, { placeholderData: keepPreviousData });

const stale = ['getAlarm', 'listAlarms', 'listNotifications'] as const satisfies QueryId[];
const acknowledgeAlarm = command('acknowledgeAlarm', { staleAfter: stale });
const takeOverAlarm = command('takeOverAlarm', { staleAfter: stale });
export const callOffAlarm = command('callOffAlarm', { staleAfter: stale });
export const raiseAlarm = command('raiseAlarm', { staleAfter: stale });
export const startAlarmDrill = command('startAlarmDrill', { staleAfter: stale });
export const setAlarmSettings = command('setAlarmSettings', { staleAfter: ['getAlarmSettings'] });

/**
 * Answers an alarm at the press of a button. If someone else has answered meanwhile, it says who and refetches what is
 * shown.
 */
export function useAnswerAlarm(what: 'acknowledge' | 'take-over') {
  const { organization } = useStarted();
  const sent = { acknowledge: useCommand(acknowledgeAlarm), 'take-over': useCommand(takeOverAlarm) };
  const refetch = useRefetchOnConflict(...stale);
  const [busy, setBusy] = useState(false);
  const press = async (alarmGuid: string) => {
    if (busy) return;
    setBusy(true);
    try {
      const asked = { params: { orgGuid: organization.guid, alarmGuid } };
      await sent[what].send({ asked, key: newGuid() }).catch(refetch);
      showAlert({ type: 'success', title: pressTexts.done });
    } catch (error) {
      const heldBy = error instanceof ApiProblem ? error.heldBy : null;
      showAlert(
        heldBy
          ? { type: 'warning', title: answeredByOther(heldBy) }
          : { type: 'error', title: pressTexts.refused, subtitle: errorText(error) },
      );
    } finally {
      setBusy(false);
    }
  };
  return { busy, press };
}
