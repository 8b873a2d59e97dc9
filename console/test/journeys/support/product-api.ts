import { randomUUID } from 'node:crypto';
import type { Form, FormSummary } from '@plimsoll/contracts/forms/form';
import type { IncidentDetail, IncidentList } from '@plimsoll/contracts/incidents/answers';
import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import type { LoadLinesAnswer, MonthlyMetrics } from '@plimsoll/contracts/metrics/http';
import type { NotificationList } from '@plimsoll/contracts/notifications/notification';
import type { Membership, Startup } from '@plimsoll/contracts/organizations/answers';
import { newestWrite, rememberWrite } from './own-writes.ts';
import { password, people, productUrl, type Who } from './people.ts';

export type FormName = 'Injury' | 'Near miss' | 'Motor vehicle incident' | 'Safety observation' | 'Toolbox talk';

export interface ReportedEvent {
  eventId: string;
  number: number;
  heading: string;
}

interface Sent {
  method?: string;
  body?: unknown;
  revision?: number;
}

/** The API as a user of the demo, for the preparation of journeys. */
export class ProductApi {
  private constructor(
    readonly who: Who,
    private token: string,
    readonly organizationGuid: string,
  ) {}

  static async signIn(who: Who): Promise<ProductApi> {
    const api = new ProductApi(who, await tokenFor(who), '');
    const { memberships } = await api.call<Startup>('/startup');
    return new ProductApi(who, api.token, memberships[0]!.organizationGuid);
  }

  async call<Answer>(path: string, { method = 'GET', body, revision }: Sent = {}): Promise<Answer> {
    const atLeast = method === 'GET' ? newestWrite(this.organizationGuid) : undefined;
    const send = () =>
      fetch(`${productUrl}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(atLeast && { 'at-least': atLeast }),
          ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
          ...(revision !== undefined && { 'if-match': `"${revision}"` }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    let response = await send();
    if (response.status === 401) {
      this.token = await tokenFor(this.who);
      response = await send();
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    rememberWrite(method, response.headers.get('position'));
    return (await response.json()) as Answer;
  }

  private ours(path: string, search: Record<string, string> = {}): string {
    return `${path}?${new URLSearchParams({ organizationGuid: this.organizationGuid, ...search })}`;
  }

  /** Guid of a user among those who hold a permission, by their name. */
  async guidOf(who: Who, permission = who === 'admin' ? 'APPROVE_EVENTS' : 'REVIEW_EVENTS'): Promise<string> {
    const { items } = await this.call<{ items: Membership[] }>(this.ours('/org-memberships', { permission }));
    return items.find(({ userAccount }) => userAccount.name === people[who].name)!.userAccount.guid;
  }

  async form(name: FormName): Promise<Form> {
    const { items } = await this.call<{ items: FormSummary[] }>(this.ours('/forms'));
    return this.call<Form>(this.ours(`/forms/${items.find((form) => form.name === name)!.formGuid}`));
  }

  async startup(): Promise<Startup> {
    return this.call<Startup>(this.ours('/startup'));
  }

  /** Reports an event at Acheson Yard, with the first option of each required question. */
  async report(
    formName: FormName,
    { description, ...rest }: { description: string } & Partial<ReportIncidentRequest>,
  ): Promise<ReportedEvent> {
    const form = await this.form(formName);
    const { organization } = await this.startup();
    const body: ReportIncidentRequest = {
      formGuid: form.formGuid,
      formVersion: form.version,
      description,
      occurrenceDate: daysAgo(40),
      worksiteGuid: organization!.worksites.find(({ name }) => name === 'Acheson Yard')!.guid,
      reportingGroupGuid: organization!.reportingGroups[0]!.guid,
      injuredPersons: form.requiresInjuredPersons
        ? [{ name: 'Wes Harding', personType: 'CONTRACTOR', classification: 'FIRST_AID' }]
        : [],
      components: requiredAnswers(form),
      ...rest,
    };
    const { eventId, number } = await this.call<{ eventId: string; number: number }>(this.ours('/reported-events'), {
      method: 'POST',
      body,
    });
    await this.settle(eventId);
    return { eventId, number, heading: description };
  }

  event(eventId: string): Promise<IncidentDetail> {
    return this.call<IncidentDetail>(this.ours(`/reported-events/${eventId}`));
  }

  events(filter: Record<string, unknown>, limit = 10): Promise<IncidentList> {
    return this.call<IncidentList>(
      this.ours('/reported-events', { filter: JSON.stringify(filter), limit: String(limit) }),
    );
  }

  notifications(): Promise<NotificationList> {
    return this.call<NotificationList>(this.ours('/dashboard/notifications'));
  }

  /** Sends a workflow command for the newest revision. */
  async command(eventId: string, verb: string, body: unknown = {}): Promise<void> {
    const { revision } = await this.event(eventId);
    await this.call(this.ours(`/reported-events/${eventId}/${verb}`), {
      method: 'POST',
      body: verb === 'restore' ? undefined : body,
      revision,
    });
    await this.settle(eventId).catch(() => undefined);
  }

  async amend(eventId: string, body: Partial<ReportIncidentRequest>): Promise<void> {
    const { revision } = await this.event(eventId);
    await this.call(this.ours(`/reported-events/${eventId}`), { method: 'PATCH', body, revision });
    await this.settle(eventId);
  }

  month(yearMonth: string): Promise<MonthlyMetrics> {
    return this.call(`/orgs/${this.organizationGuid}/reporting-metrics/${yearMonth}`);
  }

  limits(year: number): Promise<LoadLinesAnswer> {
    return this.call(`/orgs/${this.organizationGuid}/load-lines/${year}`);
  }

  /** Waits until the read models include the last write, since browsers do not know of this worker's writes. */
  private async settle(eventId: string): Promise<void> {
    await Promise.all([
      this.event(eventId),
      this.call(this.ours('/reported-events', { limit: '1' })),
      this.notifications(),
    ]);
  }
}

/** The first option of each required question. */
export const requiredAnswers = (form: Form): ReportIncidentRequest['components'] =>
  form.groups
    .map(({ groupGuid, questions }) => ({
      groupGuid,
      answers: questions
        .filter(({ required }) => required)
        .map(({ questionGuid, type, options }) => ({ questionGuid, value: firstAnswer(type, options) })),
    }))
    .filter(({ answers }) => answers.length > 0);

function firstAnswer(type: string, options: readonly { value: string }[]): string | number | boolean {
  if (type === 'YES_NO') return false;
  if (type === 'INTEGER') return 6;
  return options[0]?.value ?? 'Lifting';
}

async function tokenFor(who: Who): Promise<string> {
  const response = await fetch(`${productUrl}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: people[who].email, password }),
  });
  if (!response.ok) throw new Error(`${who} cannot sign in: ${response.status}`);
  return ((await response.json()) as { jwt: string }).jwt;
}

/** A day in the past as 'YYYY-MM-DD'. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A month in the past as 'YYYY-MM'. */
export function monthsAgo(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15)).toISOString().slice(0, 7);
}
