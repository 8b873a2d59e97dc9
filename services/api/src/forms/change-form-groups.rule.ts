import { isDeepStrictEqual } from 'node:util';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { formGroupsChanged, GroupFact } from '@plimsoll/contracts/forms/events';
import { tooManyText } from '@plimsoll/contracts/errors/field-texts';
import { conditionErrors, MAX_GROUPS, type FormError } from '@plimsoll/contracts/forms/form-errors';
import type { ChangeGroupsRequest } from '@plimsoll/contracts/forms/requests';
import { groupsAfter, type PublishedForm } from '@plimsoll/contracts/forms/published-form';
import type { Decision } from '../commands/decision.ts';
import { refuseForm } from './form.ts';
import { listTexts, orderAfter } from './order.ts';

/**
 * Adds, changes, removes and reorders groups atomically; the questions of a removed group are removed with it. Refuses
 * unknown or duplicate groups, an incomplete order, and changes that break a condition.
 */
export function changeFormGroups(
  { add = [], change = [], remove = [], order }: ChangeGroupsRequest,
  { content }: PublishedForm,
  newGuid: () => string,
): Decision<EventOf<typeof formGroupsChanged>> {
  const before = new Map(content.groups.map((group) => [group.groupGuid, group]));
  const errors: FormError[] = [];
  const added: GroupFact[] = add.map(({ groupGuid, title, instructions }) => ({
    groupGuid: groupGuid ?? newGuid(),
    title,
    instructions: instructions ?? null,
  }));
  for (const [index, { groupGuid }] of added.entries())
    if (before.has(groupGuid) || added.findIndex((other) => other.groupGuid === groupGuid) < index)
      errors.push({ field: `add.${index}.groupGuid`, message: listTexts.twice });
  for (const [index, { groupGuid }] of change.entries())
    if (!before.has(groupGuid) || remove.includes(groupGuid))
      errors.push({ field: `change.${index}.groupGuid`, message: listTexts.unknown });
  for (const [index, guid] of remove.entries())
    if (!before.has(guid)) errors.push({ field: `remove.${index}`, message: listTexts.unknown });
  if (errors.length > 0) return refuseForm(errors);

  const changed = change.map(({ groupGuid, title, instructions }): GroupFact => {
    const { title: old, instructions: had } = before.get(groupGuid)!;
    return { groupGuid, title: title ?? old, instructions: instructions === undefined ? had : instructions };
  });
  const after = orderAfter(
    [...before.keys()],
    added.map(({ groupGuid }) => groupGuid),
    remove,
    order,
  );
  if (!after) return refuseForm([{ field: 'order', message: listTexts.notWhole }]);
  if (after.length > MAX_GROUPS) return refuseForm([{ field: 'add', message: tooManyText(MAX_GROUPS) }]);
  const data = { set: [...added, ...changed], removed: [...new Set(remove)], order: after };
  const groups = groupsAfter(content.groups, data);
  const broken = conditionErrors({ groups });
  if (broken.length > 0) return refuseForm(broken);
  return isDeepStrictEqual(groups, content.groups) ? [] : [{ type: 'FormGroupsChanged', data }];
}
