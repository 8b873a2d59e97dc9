import { USUAL_FILE_LIMIT_BYTES } from '@plimsoll/contracts/attachments/file-types';
import { alarmSettingsQuery } from '../api/alarm-queries.ts';
import type { Answer } from '../api/operation.ts';
import { storedPerson } from './device-key.ts';
import { formQuery, formsQuery } from '../api/form-queries.ts';
import { membersQuery } from '../api/member-queries.ts';
import { queryClient } from '../api/query-client.ts';
import { sealedDrafts } from '../forms/sealed-drafts.ts';
import { startAs } from '../session/session.ts';
import { startupQuery } from '../session/startup-query.ts';

/**
 * Data needed to report offline: the user, the organization and its locations, the forms. No token, no event, no other
 * person.
 */
interface StoredBootstrap {
  startup: Answer<'getStartup'>;
  forms: Answer<'listForms'>;
  versions: readonly Answer<'getForm'>[];
  /** The user's own membership, for the default group. */
  self?: Answer<'listMemberships'>;
  /** What raises an alarm: which questions quick reports ask. */
  alarms?: Answer<'getAlarmSettings'> | undefined;
}

/** Forms of earlier versions asked for all of these. */
const asksAll = { asksPeopleHurt: true, asksOtherPeople: true, asksRating: true };

const bootstrapKey = (person: string, organizationGuid = ''): string => `start:${person}:${organizationGuid}`;

/** Stores at most this many forms. */
const MAX_FORMS = 60;

/**
 * Stores what is needed to report in an organization without a network, encrypted. Cached queries are not requested
 * again.
 */
export async function storeBootstrap(person: string, organizationGuid: string): Promise<void> {
  const [startup, forms] = await Promise.all([
    queryClient.fetchQuery(startupQuery(organizationGuid)),
    queryClient.fetchQuery(formsQuery(organizationGuid)),
  ]);
  const versions: Answer<'getForm'>[] = [];
  // One after the other, since nobody is waiting.
  for (const { formGuid } of forms.items.slice(0, MAX_FORMS))
    versions.push(await queryClient.fetchQuery(formQuery(organizationGuid, formGuid)));
  const self = await queryClient.fetchQuery(membersQuery(organizationGuid, { memberGuid: person }));
  // Without them the form asks less.
  const alarms = await queryClient.fetchQuery(alarmSettingsQuery(organizationGuid)).catch(() => undefined);
  const value: StoredBootstrap = { startup, forms, versions, self, alarms };
  await sealedDrafts.set(bootstrapKey(person, organizationGuid), { value, savedAt: new Date().toISOString() });
}

/**
 * Opens the offline data of the user who is signed in on this device. Null if there is none.
 * @param choose picks an organization from the stored ones.
 */
export async function openStoredBootstrap(
  choose: (guids: readonly string[], person: string) => string | null,
): Promise<Answer<'getStartup'> | null> {
  const person = await storedPerson();
  if (!person) return null;
  const prefix = bootstrapKey(person);
  const stored = await sealedDrafts.list(prefix).catch(() => []);
  const guid = choose(
    stored.map(({ key }) => key.slice(prefix.length)),
    person,
  );
  const found = stored.find(({ key }) => key === prefix + guid)?.value as StoredBootstrap | undefined;
  if (!guid || !found) return null;
  startAs(person);
  // An earlier version did not store the file limit.
  const startup = { ...found.startup, fileLimitBytes: found.startup.fileLimitBytes ?? USUAL_FILE_LIMIT_BYTES };
  queryClient.setQueryData(startupQuery(guid).queryKey, startup);
  // Nor how often a form is used and what it asks for.
  const items = found.forms.items.map((form) => ({ ...asksAll, ...form, eventCount: form.eventCount ?? 0 }));
  queryClient.setQueryData(formsQuery(guid).queryKey, { ...found.forms, items });
  for (const version of found.versions)
    queryClient.setQueryData(formQuery(guid, version.formGuid).queryKey, { ...asksAll, ...version });
  if (found.self) queryClient.setQueryData(membersQuery(guid, { memberGuid: person }).queryKey, found.self);
  if (found.alarms) queryClient.setQueryData(alarmSettingsQuery(guid).queryKey, found.alarms);
  // When the network is back, everything is refetched when it is next used.
  addEventListener('online', () => void queryClient.invalidateQueries(), { once: true });
  return startup;
}
