import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { AlarmSettingsAnswer } from '@plimsoll/contracts/alarms/answers';
import { setAlarmSettingsRequest } from '@plimsoll/contracts/alarms/requests';
import { alarmSettingsQuery } from '../../../lib/api/alarm-queries.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import type { FormError } from '../../../ui/inputs/ErrorSummary.tsx';
import { setAlarmSettings } from '../api.ts';

export type SettingsRequest = z.input<typeof setAlarmSettingsRequest>;

/** The whole settings as a request that changes nothing. */
const requestOf = ({
  rules,
  ownRules,
  nextAfterMinutes,
  everyoneAfterMinutes,
  firstSteps,
  isFirstStepsShipped,
}: AlarmSettingsAnswer): SettingsRequest => ({
  rules: rules.map(({ name: _, ...rule }) => rule),
  ownRules: ownRules.map(({ isStale: _, ...rule }) => rule),
  nextAfterMinutes,
  everyoneAfterMinutes,
  firstSteps: isFirstStepsShipped ? null : firstSteps,
});

interface SettingsChange<Fields> {
  start: Fields;
  /** The part of the settings that is replaced. */
  change: (fields: Fields, settings: SettingsRequest) => Partial<SettingsRequest>;
  check?: (fields: Fields) => readonly FormError[];
  /** The dialog's name for a field of the request; null if it does not show it. */
  place?: (field: string) => string | null;
  done: string;
  onClose: () => void;
}

/**
 * Form of a dialog that changes a part of the alarm settings, which are saved as a whole. If someone else has changed
 * them meanwhile, saving once more applies the change to theirs.
 */
export function useSettingsForm<Fields extends FieldValues>(
  given: AlarmSettingsAnswer,
  { start, change, check, place = (field) => field, done, onClose }: SettingsChange<Fields>,
) {
  const { organization } = useStarted();
  const client = useQueryClient();
  const { send } = useCommand(setAlarmSettings);
  // A refetch would bring a revision that the user has not seen.
  const [settings, setSettings] = useState(given);
  const [isNewer, setNewer] = useState(false);
  const form = useDialogForm<Fields, SettingsRequest, AlarmSettingsAnswer>(setAlarmSettingsRequest, {
    start,
    bodyOf: (fields) => {
      const before = requestOf(settings);
      return { ...before, ...change(fields, before) };
    },
    ...(check && { check }),
    place,
    send: (body, key) =>
      send({ asked: { params: { orgGuid: organization.guid }, body }, key, revision: settings.revision }),
    onStale: async () => {
      setSettings(await client.fetchQuery({ ...alarmSettingsQuery(organization.guid), staleTime: 0 }));
      setNewer(true);
    },
    onDone: () => {
      showAlert({ type: 'success', title: done });
      onClose();
    },
  });
  const notice = isNewer && (
    <Banner tone="warning" live>
      Someone changed the alarm settings since you opened them. Save again to add your change to theirs.
    </Banner>
  );
  return { form, notice };
}
