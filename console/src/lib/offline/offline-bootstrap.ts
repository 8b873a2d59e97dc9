import { USUAL_FILE_LIMIT_BYTES } from '@plimsoll/contracts/attachments/file-types';
import type { Answer } from '../api/operation.ts';
import { keptPerson } from './device-key.ts';
import { formQuery, formsQuery } from '../api/form-queries.ts';
import { membersQuery } from '../api/member-queries.ts';
import { queryClient } from '../api/query-client.ts';
import { sealedDrafts } from '../forms/sealed-drafts.ts';
import { startAs } from '../session/session.ts';
import { startupQuery } from '../session/startup-query.ts';

/** All that a report is made with: who one is, the places, the forms that are offered. No token, no event, no other person. */
interface StoredBootstrap {
  startup: Answer<'getStartup'>;
  forms: Answer<'listForms'>;
  versions: readonly Answer<'getForm'>[];
  /** One's own membership, for the group that is offered. */
  self?: Answer<'listMemberships'>;
}

const bootstrapKey = (person: string, organizationGuid = ''): string => `start:${person}:${organizationGuid}`;

/** Of more forms than these nobody chooses while they are in the field. */
const MAX_FORMS = 60;

/** Keeps what is needed to report here without a network, sealed; what is known already is not asked for. */
export async function storeBootstrap(person: string, organizationGuid: string): Promise<void> {
  const [startup, forms] = await Promise.all([
    queryClient.fetchQuery(startupQuery(organizationGuid)),
    queryClient.fetchQuery(formsQuery(organizationGuid)),
  ]);
  const versions: Answer<'getForm'>[] = [];
  // One after the other: nobody waits for them.
  for (const { formGuid } of forms.items.slice(0, MAX_FORMS))
    versions.push(await queryClient.fetchQuery(formQuery(organizationGuid, formGuid)));
  const self = await queryClient.fetchQuery(membersQuery(organizationGuid, { memberGuid: person }));
  const value: StoredBootstrap = { startup, forms, versions, self };
  await sealedDrafts.set(bootstrapKey(person, organizationGuid), { value, savedAt: new Date().toISOString() });
}

/**
 * Opens what an earlier start has kept for whoever is signed in on this device. @param choose which organization opens, of
 * those that are kept. Null where there is nothing to open.
 */
export async function openStoredBootstrap(
  choose: (guids: readonly string[], person: string) => string | null,
): Promise<Answer<'getStartup'> | null> {
  const person = await keptPerson();
  if (!person) return null;
  const prefix = bootstrapKey(person);
  const kept = await sealedDrafts.list(prefix).catch(() => []);
  const guid = choose(
    kept.map(({ key }) => key.slice(prefix.length)),
    person,
  );
  const found = kept.find(({ key }) => key === prefix + guid)?.value as StoredBootstrap | undefined;
  if (!guid || !found) return null;
  startAs(person);
  // One that an earlier version has kept does not say how large a file may be.
  const startup = { ...found.startup, fileLimitBytes: found.startup.fileLimitBytes ?? USUAL_FILE_LIMIT_BYTES };
  queryClient.setQueryData(startupQuery(guid).queryKey, startup);
  queryClient.setQueryData(formsQuery(guid).queryKey, found.forms);
  for (const version of found.versions) queryClient.setQueryData(formQuery(guid, version.formGuid).queryKey, version);
  if (found.self) queryClient.setQueryData(membersQuery(guid, { memberGuid: person }).queryKey, found.self);
  // With a network again all of it is asked anew when it is next needed.
  addEventListener('online', () => void queryClient.invalidateQueries(), { once: true });
  return startup;
}
