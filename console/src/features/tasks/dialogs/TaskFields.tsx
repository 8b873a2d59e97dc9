import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readableAddress } from '../../../lib/format/addresses.ts';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import type { TaskDetail } from '@plimsoll/contracts/tasks/answers';
import {
  controlTypes,
  taskPriorities,
  type ControlType,
  type TaskPriority,
} from '@plimsoll/contracts/tasks/vocabulary';
import { useChosen, type CommandForm } from '../../../lib/forms/command-form.ts';
import { membersQuery } from '../../../lib/api/member-queries.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { todayIn } from '../../../lib/format/time.ts';
import { ChoiceField } from '../../../ui/inputs/ChoiceField.tsx';
import type { FormError } from '../../../ui/inputs/ErrorSummary.tsx';
import { FindField, type Findable } from '../../../ui/inputs/FindField.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { SelectField } from '../../../ui/inputs/SelectField.tsx';
import { DateField, TextArea } from '../../../ui/inputs/TextField.tsx';
import { controlLabels, fieldLabels, priorityLabels } from '../labels.ts';

/** Field values of an action. */
export interface TaskFieldValues {
  description: string;
  dueDate: string;
  responsibleGuid: string;
  verifierGuid: string;
  priority: TaskPriority;
  controlType: ControlType | null;
  rootCause: string;
}

export const emptyTask: TaskFieldValues = {
  description: '',
  dueDate: '',
  responsibleGuid: '',
  verifierGuid: '',
  priority: 'MEDIUM',
  controlType: null,
  rootCause: '',
};

export const fieldValuesOf = ({
  description,
  dueDate,
  responsible,
  verifier,
  priority,
  controlType,
  rootCause,
}: TaskDetail): TaskFieldValues => ({
  description,
  dueDate,
  responsibleGuid: responsible.userGuid,
  verifierGuid: verifier.userGuid,
  priority,
  controlType,
  rootCause: rootCause ?? '',
});

/** Fields of both requests; people who are not chosen are omitted. */
export const requestFields = ({
  description,
  dueDate,
  responsibleGuid,
  verifierGuid,
  priority,
  controlType,
  rootCause,
}: TaskFieldValues) => ({
  description: description.trim(),
  dueDate,
  ...(responsibleGuid && { responsibleGuid }),
  ...(verifierGuid && { verifierGuid }),
  priority,
  controlType,
  rootCause: rootCause.trim() || null,
});

/**
 * Errors of a due date.
 * @param before the previous due date, which is valid even if it has passed.
 */
export function dueErrors(dueDate: string, today: string, before = ''): FormError[] {
  if (!dueDate) return [{ field: 'dueDate', message: fieldTexts.dueDateMissing }];
  return dueDate < today && dueDate !== before ? [{ field: 'dueDate', message: fieldTexts.inPast }] : [];
}

export const taskErrors = (
  { description, dueDate, responsibleGuid }: TaskFieldValues,
  today: string,
  before?: string,
): FormError[] => [
  ...(description.trim() ? [] : [{ field: 'description', message: fieldTexts.descriptionMissing }]),
  ...dueErrors(dueDate, today, before),
  ...(responsibleGuid ? [] : [{ field: 'responsibleGuid', message: fieldTexts.responsibleMissing }]),
];

/** People who can be chosen: the members, and those who are already named. */
function useAssignablePeople(named: readonly TaskDetail['responsible'][]): {
  people: readonly Findable[];
  isPending: boolean;
} {
  const { organization, user } = useStarted();
  const { data, isPending } = useQuery(membersQuery(organization.guid));
  const people = useMemo(() => {
    const members =
      data?.items.map(({ userAccount: { guid, name, primaryEmailAddress } }) => ({
        value: guid,
        label: guid === user.guid ? `${name} (you)` : name,
        hint: readableAddress(primaryEmailAddress),
      })) ?? [];
    const former = new Map(
      named
        .filter(({ userGuid }) => data && !members.some(({ value }) => value === userGuid))
        .map(({ userGuid, name }) => [userGuid, name]),
    );
    return [...members, ...[...former].map(([value, label]) => ({ value, label }))];
  }, [data, user.guid, named]);
  return { people, isPending };
}

const nobody: readonly TaskDetail['responsible'][] = [];
const priorities = taskPriorities.map((value) => ({ value, label: priorityLabels[value] }));
const controls = controlTypes.map((value) => ({ value, ...controlLabels[value] }));

/** Fields of an action. */
export function TaskFields({
  form,
  named = nobody,
}: {
  form: CommandForm<TaskFieldValues>;
  named?: readonly TaskDetail['responsible'][];
}) {
  const { organization } = useStarted();
  const { people, isPending } = useAssignablePeople(named);
  const isNew = named.length === 0;
  return (
    <FieldStack>
      <TextArea label={fieldLabels.description} {...form.typed('description')} />
      <DateField
        label={fieldLabels.dueDate}
        min={isNew ? todayIn(organization.timeZone) : undefined}
        {...form.typed('dueDate')}
      />
      <FindField
        label={fieldLabels.responsible}
        options={people}
        loading={isPending}
        {...useChosen(form, 'responsibleGuid')}
      />
      <FindField
        label={fieldLabels.verifier}
        optional={isNew}
        hint={isNew ? 'Left out, it is you. Nobody checks what they completed themselves.' : undefined}
        options={people}
        loading={isPending}
        {...useChosen(form, 'verifierGuid')}
      />
      <ChoiceField label={fieldLabels.priority} options={priorities} {...useChosen(form, 'priority')} />
      <SelectField
        label={fieldLabels.controlType}
        optional
        placeholder="Not said"
        options={controls}
        {...useChosen(form, 'controlType')}
      />
      <TextArea label={fieldLabels.rootCause} optional rows={2} {...form.typed('rootCause')} />
    </FieldStack>
  );
}
