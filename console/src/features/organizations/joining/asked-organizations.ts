import { now } from '../../../lib/clock.ts';
import { lastSignedIn } from '../../../lib/session.ts';
import { sealedDrafts } from '../../../lib/sealed-drafts.ts';

/** An organization that somebody has asked to let them join, from this device. */
export interface AskedOrganization {
  guid: string;
  name: string;
  /** When: an instant. */
  askedAt: string;
}

const keyOf = (): string => `dialog:${lastSignedIn()}:asked`;

/** Those that were asked from this device within 30 days and answered nothing that it knows of; none where it cannot tell. */
export async function askedOrganizations(): Promise<readonly AskedOrganization[]> {
  const kept = await sealedDrafts.get(keyOf()).catch(() => undefined);
  return (kept?.value as AskedOrganization[] | undefined) ?? [];
}

async function keep(asked: readonly AskedOrganization[]): Promise<void> {
  const savedAt = now().toISOString();
  await (asked.length > 0 ? sealedDrafts.set(keyOf(), { value: asked, savedAt }) : sealedDrafts.del(keyOf())).catch(() => undefined);
}

const without = (asked: readonly AskedOrganization[], guid: string) => asked.filter((each) => each.guid !== guid);

/** Keeps that an organization was asked. The request stands whether or not the device keeps it. */
export async function noteAsked(organization: Pick<AskedOrganization, 'guid' | 'name'>): Promise<void> {
  await keep([...without(await askedOrganizations(), organization.guid), { ...organization, askedAt: now().toISOString() }]);
}

export async function forgetAsked(guid: string): Promise<void> {
  await keep(without(await askedOrganizations(), guid));
}
