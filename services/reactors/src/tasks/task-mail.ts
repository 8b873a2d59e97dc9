import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { Member } from '@plimsoll/projections/members/member-list/query';
import { defineMail, type MailTemplate } from '../mail/define-mail.ts';
import { findOrganization, memberRecipient } from '../mail/recipients.ts';
import { UNWANTED, wantsSingleMails } from '../notifications/email-preferences.ts';
import { hasModule, MODULE_OFF } from '../notifications/find-subscriber.ts';
import { unsubscribeLinks } from '../notifications/unsubscribe-links.ts';
import { composeTaskMail, type TaskMailKind } from './compose-task-mail.ts';
import { lastAssignment, loadTask, type LoadedTask, type TaskIds } from './load-task.ts';

/** Overdue by this many days, managers are notified too. */
const MANAGERS_AFTER_DAYS = 14;

/** Managers of a person's group who see the incident; the admins if there are none. */
function managersOf(person: Member | undefined, { members, incident }: LoadedTask): readonly Member[] {
  const group = person?.reportingGroupGuid ?? null;
  const managers =
    group === null
      ? []
      : members.filter(
          (member) =>
            member.reportingGroupGuid === group &&
            member.userGroupNames.includes('Manager') &&
            member.userGuid !== person!.userGuid &&
            incident.isSeenBy(member),
        );
  return managers.length > 0 ? managers : members.filter(({ isAdmin }) => isAdmin);
}

/** Recipients: the next actor; if they left, the creator; if both left, the admins. */
function recipientsOf(kind: TaskMailKind, { step = 0 }: TaskIds, loaded: LoadedTask): readonly Member[] {
  const { task, members, events } = loaded;
  const member = (guid: string) => members.find(({ userGuid }) => userGuid === guid);
  const admins = members.filter(({ isAdmin }) => isAdmin);
  if (kind === 'ACTION_VERIFICATION') {
    const isOwn = task.verifierGuid === task.completedByGuid;
    const next = isOwn
      ? undefined
      : (member(task.verifierGuid) ??
        (task.createdByGuid === task.completedByGuid ? undefined : member(task.createdByGuid)));
    return next ? [next] : admins.filter(({ userGuid }) => userGuid !== task.completedByGuid);
  }
  const responsible = member(task.responsibleGuid);
  const next = responsible ?? member(task.createdByGuid);
  const recipients = next ? [next] : admins;
  // Nobody gets a mail about their own action.
  if (kind === 'ACTION_ASSIGNED')
    return recipients.filter(({ userGuid }) => userGuid !== lastAssignment(events).metadata.actor.userGuid);
  return step >= MANAGERS_AFTER_DAYS
    ? [...new Map([...recipients, ...managersOf(responsible, loaded)].map((one) => [one.userGuid, one])).values()]
    : recipients;
}

/** The description, unless the incident is sensitive or it names an injured person: mails are not encrypted. */
function publicDescription({ task: { description }, incident: { form, facts } }: LoadedTask): string | null {
  const names = facts.injuredPersons.map(({ name }) => name.toLowerCase());
  return form.isSensitive || description === ERASED || names.some((name) => description.toLowerCase().includes(name))
    ? null
    : description;
}

/** Declares a mail about a corrective action. */
export const defineTaskMail = (kind: TaskMailKind): MailTemplate =>
  defineMail<TaskIds & { readonly recipient: string }>({
    kind,
    recipients: async (ids, context) => {
      const loaded = await loadTask(kind, ids, context);
      return typeof loaded === 'string' ? [] : recipientsOf(kind, ids, loaded).map(({ userGuid }) => userGuid);
    },
    write: async (ids, context) => {
      const { tenant, task: guid, recipient } = ids;
      const { log, reader, publicUrl } = context;
      const loaded = await loadTask(kind, ids, context);
      if (typeof loaded === 'string') return loaded;
      const person = recipientsOf(kind, ids, loaded).find(({ userGuid }) => userGuid === recipient);
      if (!person) return 'It is not theirs to know any more';
      const organization = await findOrganization(reader, tenant);
      if (!organization || !hasModule(organization, 'events')) return MODULE_OFF;
      const to = await memberRecipient(reader, person);
      if (typeof to === 'string') return to;
      if (!(await wantsSingleMails(log, recipient, 'CORRECTIVE_ACTION'))) return UNWANTED;
      const { task, incident, members } = loaded;
      const isOthers = kind !== 'ACTION_VERIFICATION' && task.responsibleGuid !== recipient;
      return {
        to,
        ...composeTaskMail(kind, {
          event: incident.isSeenBy(person) ? { number: incident.number, formName: incident.form.name } : null,
          description: publicDescription(loaded),
          day: kind === 'ACTION_VERIFICATION' ? task.verifyBy! : task.dueDate,
          responsible: isOthers
            ? (members.find(({ userGuid }) => userGuid === task.responsibleGuid)?.name ?? 'somebody who left')
            : null,
          link: `${publicUrl}/corrective-actions/${guid}?organizationGuid=${tenant}`,
          unsubscribe: unsubscribeLinks(context, recipient, 'CORRECTIVE_ACTION'),
        }),
      };
    },
  });
