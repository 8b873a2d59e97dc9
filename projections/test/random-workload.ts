import type { TestEvent } from './test-event-log.ts';
import type { PlanTerms } from '@plimsoll/contracts/billing/events';
import { demoCatalogue } from '@plimsoll/contracts/billing/demo-catalogue';
import { builtInForms } from '@plimsoll/contracts/forms/built-in-forms';
import { contentOf } from '@plimsoll/contracts/forms/published-form';
import type { attachmentAdded } from '@plimsoll/contracts/attachments/events';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { IncidentEvent, IncidentFacts } from '@plimsoll/contracts/incidents/events';
import type { IncidentState } from '@plimsoll/contracts/incidents/vocabulary';
import { regions } from '@plimsoll/contracts/organizations/regions';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { NewEvent } from '@plimsoll/event-store/port/event-store';

/** Returns a generator of reproducible numbers for a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Open {
  readonly stream: string;
  readonly reporter: string;
  readonly workflow: string;
  state: IncidentState | 'DELETED';
  before?: IncidentState;
  reviewer: string;
  approver: string;
  revision: number;
}

/** A seeded workload of one organization: its setup, then incidents that take every step of the workflow. */
export class RandomWorkload {
  readonly #random: () => number;
  readonly #people: string[] = [];
  readonly #worksites: string[] = [];
  readonly #groups: string[] = [];
  readonly #incidents: Open[] = [];
  /** Rounds and levels of alarms by their stream. */
  readonly #alarms = new Map<string, { readonly round: number; readonly level: 'ALARM' | 'NOTICE' }>();
  readonly #tasks: {
    readonly stream: string;
    readonly eventId: string;
    state: 'OPEN' | 'COMPLETED' | 'VERIFIED' | 'CANCELLED';
  }[] = [];
  readonly #periods = new Map<string, string>();
  readonly tenant: string;

  constructor(seed: number) {
    this.#random = seeded(seed);
    this.tenant = this.#guid();
  }

  /** The organization with its people, worksites and groups. */
  setUp(): TestEvent[] {
    const events: TestEvent[] = [
      this.#event(this.tenant, {
        type: 'OrganizationCreated',
        data: {
          organizationGuid: this.tenant,
          name: 'Northern Rigging',
          timeZone: 'America/Edmonton',
          sizeRange: 'ONE_TO_TEN',
          modules: ['dashboard', 'events'],
          username: null,
          founderGuid: null,
          currencyCode: 'CAD',
          channelPartner: null,
          utmCodes: null,
          onboardingStatus: 'ONBOARDED',
        },
      }),
    ];
    events.push(
      this.#event(this.tenant, { type: 'OrganizationModuleSwitched', data: { module: 'events', isEnabled: false } }),
    );
    events.push(
      this.#event(this.tenant, {
        type: 'OrganizationModuleSwitched',
        data: { module: 'credentials', isEnabled: true },
      }),
    );
    events.push(
      this.#event(this.tenant, { type: 'CustomerConfigChanged', data: { code: 'CONTRACTORS', isEnabled: true } }),
    );
    events.push(...this.#settling());
    for (const next of [undefined, 'LoadLineDismissed', 'LoadLineRearmed']) {
      const [line, notificationGuid] = [this.#guid(), this.#guid()];
      events.push(
        this.#event(line, {
          type: 'LoadLineCrossed',
          data: { metric: 'TRIF', month: '2026-03', figure: 3.918273645, limit: 3.5, notificationGuid },
        }),
      );
      if (next)
        events.push(
          this.#event(line, {
            type: next,
            data: {
              metric: 'TRIF',
              notificationGuid,
              ...(next === 'LoadLineRearmed' && { month: '2026-04', figure: 3.5, limit: 3.5 }),
            },
          }),
        );
    }
    for (let index = 0; index < 3; index++) {
      const worksiteGuid = this.#guid();
      this.#worksites.push(worksiteGuid);
      events.push(
        this.#event(worksiteGuid, {
          type: 'WorksiteCreated',
          data: {
            worksiteGuid,
            name: `Yard ${index}`,
            regionGuid: this.#one(regions).guid,
            address: null,
            timeZone: null,
            emergencyPhone: '911',
          },
        }),
      );
      const reportingGroupGuid = this.#guid();
      this.#groups.push(reportingGroupGuid);
      events.push(
        this.#event(reportingGroupGuid, {
          type: 'ReportingGroupCreated',
          data: { reportingGroupGuid, name: `Crew ${index}`, description: null },
        }),
      );
    }
    for (let index = 0; index < 6; index++) {
      const userGuid = this.#guid();
      const membership = this.#guid();
      this.#people.push(userGuid);
      events.push({
        ...this.#event(userGuid, {
          type: 'UserRegistered',
          data: {
            userGuid,
            name: `Person ${index}`,
            emailAddress: `Person.${index}@example.com`,
            currencyCode: 'CAD',
            channelPartner: null,
            utmCodes: null,
          },
        }),
        tenant: INSTALLATION_TENANT,
      });
      if (index % 2 === 0) events.push(...this.#accountChanges(userGuid, index));
      events.push(
        this.#event(membership, {
          type: 'MemberJoined',
          data: {
            userGuid,
            name: `Person ${index}`,
            emailAddress: `person.${index}@example.com`,
            isAdmin: index === 0,
            userGroups: ['Standard'],
            reportingGroupGuid: this.#one(this.#groups),
            through: null,
            isOnboarded: true,
          },
        }),
      );
      if (index % 3 === 1)
        events.push(
          this.#event(membership, {
            type: 'MemberPermissionsChanged',
            data: {
              userGuid,
              isAdmin: false,
              userGroups: ['Manager'],
              permissions: ['REVIEW_EVENTS', 'APPROVE_EVENTS'],
            },
          }),
        );
      if (index === 2)
        events.push(
          this.#event(membership, {
            type: 'MemberReportingGroupChanged',
            data: { userGuid, reportingGroupGuid: null },
          }),
          this.#event(membership, { type: 'MemberOnboardingChanged', data: { userGuid, isOnboarded: false } }),
        );
      if (index === 2)
        events.push(
          this.#event(membership, {
            type: 'MemberDetailsChanged',
            data: { userGuid, name: 'Another Name', emailAddress: `second.${index}@example.com`, accountRevision: 5 },
          }),
        );
      if (index >= 4)
        events.push(
          this.#event(membership, {
            type: 'MemberIndustriesChanged',
            data: { userGuid, industryGuids: [this.#guid()] },
          }),
        );
      if (index === 5) events.push(this.#event(membership, { type: 'MemberRemoved', data: { userGuid } }));
    }
    return [
      ...events,
      ...this.#joining(),
      ...this.#units(),
      ...this.#governing(),
      ...this.#forms(),
      ...this.#keys(),
      ...this.#views(),
      ...this.#billing(),
      ...this.#webhooks(),
      ...this.#kafka(),
      ...this.#bundles(),
      ...this.#erasures(),
      ...this.#auditors(),
    ];
  }

  /** The organization's settings, and its entry in the directory. */
  #settling(): TestEvent[] {
    const organizationGuid = this.tenant;
    const [here, there] = [regions[0]!.guid, regions[1]!.guid];
    const events: NewEvent[] = [
      { type: 'OrganizationRenamed', data: { name: 'Southern Rigging', entryRevision: 2 } },
      { type: 'OrganizationIdChanged', data: { username: 'southern-rigging', entryRevision: 3 } },
      { type: 'OrganizationSizeChanged', data: { sizeRange: 'OVER_TWO_HUNDRED' } },
      { type: 'OrganizationTimeZoneChanged', data: { timeZone: 'America/Toronto' } },
      { type: 'OrganizationOnboarded', data: {} },
      {
        type: 'ExternalSystemsChanged',
        data: { systems: [{ title: 'Courses', url: 'https://courses.example.com', kind: 'INTRAC' }] },
      },
      { type: 'LocationAdded', data: { regionGuid: here, industryGuids: [this.#guid()] } },
      { type: 'LocationAdded', data: { regionGuid: there, industryGuids: [] } },
      { type: 'LocationChanged', data: { regionGuid: there, industryGuids: [this.#guid()] } },
      { type: 'LocationRemoved', data: { regionGuid: here } },
      ...(this.#random() < 0.5
        ? [{ type: 'LocationAdded' as const, data: { regionGuid: here, industryGuids: [] } }]
        : []),
      { type: 'RegionSuggested', data: { name: 'Tierra del Fuego', suggestedByGuid: this.#guid() } },
      {
        type: 'SubscriptionStatusSet',
        data: { status: 'IN_FREE_TRIAL', freeTrialRemainingDays: 14, planName: 'Standard', nextBillingDate: null },
      },
    ];
    const entry: NewEvent[] = [
      {
        type: 'OrganizationRegistered',
        data: {
          organizationGuid,
          name: 'Northern Rigging',
          username: null,
          founderGuid: null,
          founding: null,
          utmCodes: null,
        },
      },
      { type: 'RegisteredNameChanged', data: { organizationGuid, name: 'Southern Rigging' } },
      { type: 'RegisteredIdChanged', data: { organizationGuid, username: 'southern-rigging' } },
    ];
    return [
      ...events.map((event) => this.#event(this.tenant, event)),
      ...entry.map((event) => ({ ...this.#event(organizationGuid, event), tenant: INSTALLATION_TENANT })),
    ];
  }

  /** Permissions of groups, and how people join. */
  #joining(): TestEvent[] {
    const roles = { isAdmin: false, userGroups: ['Standard' as const], reportingGroupGuid: this.#one(this.#groups) };
    const [group, first, second, asking] = [this.#guid(), this.#guid(), this.#guid(), this.#guid()];
    const [person, other] = [this.#one(this.#people), this.#one(this.#people)];
    const sent = (linkGuid: string) => ({
      type: 'InvitationSent' as const,
      data: { linkGuid, recipientName: 'Ann Ekström', recipientEmailAddress: 'Ann@example.com', ...roles },
    });
    return [
      this.#event(group, {
        type: 'UserGroupPermissionsChanged',
        data: { userGroup: 'Manager', permissions: ['REVIEW_EVENTS'] },
      }),
      this.#event(group, { type: 'UserGroupPermissionsChanged', data: { userGroup: 'Manager', permissions: [] } }),
      this.#event(first, sent(this.#guid())),
      this.#event(first, sent(this.#guid())),
      this.#event(first, { type: 'InvitationDeclined', data: { userGuid: person } }),
      this.#event(second, sent(this.#guid())),
      this.#event(
        second,
        this.#random() < 0.5
          ? { type: 'InvitationAccepted', data: { userGuid: person } }
          : { type: 'InvitationRevoked', data: {} },
      ),
      this.#event(asking, {
        type: 'MembershipRequested',
        data: { userGuid: other, name: 'Bo', emailAddress: 'bo@example.com', message: null },
      }),
      this.#event(
        asking,
        this.#random() < 0.5
          ? { type: 'MembershipRequestApproved', data: { userGuid: other, ...roles } }
          : { type: 'MembershipRequestWithdrawn', data: { userGuid: other } },
      ),
    ];
  }

  /** Changes of worksites and groups. A group that replaced others is archived itself. */
  #units(): TestEvent[] {
    const [worksite, gone, former] = [this.#worksites[0]!, this.#guid(), this.#guid()];
    const [crew, night, empty] = [this.#groups[0]!, this.#guid(), this.#guid()];
    const group = (reportingGroupGuid: string, name: string) =>
      this.#event(reportingGroupGuid, {
        type: 'ReportingGroupCreated',
        data: { reportingGroupGuid, name, description: null },
      });
    const place = (worksiteGuid: string, name: string) =>
      this.#event(worksiteGuid, {
        type: 'WorksiteCreated',
        data: { worksiteGuid, name, regionGuid: null, address: null, timeZone: null, emergencyPhone: null },
      });
    const archived = (guid: string, reassignedToGuid: string | null) =>
      this.#event(guid, { type: 'ReportingGroupArchived', data: { reassignedToGuid, memberCount: 1, eventCount: 2 } });
    this.#worksites.push(former);
    this.#groups.push(night);
    return [
      this.#event(worksite, { type: 'WorksiteRenamed', data: { name: 'Yard north' } }),
      this.#event(worksite, {
        type: 'WorksiteDetailsChanged',
        data: { regionGuid: regions[2]!.guid, address: 'Gate 2', timeZone: 'Australia/Perth', emergencyPhone: null },
      }),
      place(gone, 'Camp'),
      this.#event(gone, { type: 'WorksiteRemoved', data: {} }),
      place(former, 'Dock'),
      this.#event(former, { type: 'WorksiteArchived', data: { eventCount: 0 } }),
      this.#event(crew, { type: 'ReportingGroupRenamed', data: { name: 'Day crew' } }),
      this.#event(crew, { type: 'ReportingGroupDescriptionChanged', data: { description: 'By day' } }),
      group(night, 'Night crew'),
      archived(night, crew),
      group(empty, 'Nobody'),
      this.#event(empty, { type: 'ReportingGroupRemoved', data: {} }),
      archived(crew, this.#groups[1]!),
    ];
  }

  /** Sign-in, domains of the organization, and accesses of our staff. */
  #governing(): TestEvent[] {
    const organizationGuid = this.tenant;
    const provider = (entityId: string) => ({
      type: 'SsoProviderSet' as const,
      data: {
        providerGuid: this.#guid(),
        entityId,
        ssoUrl: 'https://provider.example.com/sso',
        certificates: ['MIIB'],
        joinAutomatically: false,
      },
    });
    const first = provider('https://provider.example.com');
    const own: NewEvent[] = [
      first,
      { type: 'SsoActivated', data: { providerGuid: first.data.providerGuid } },
      provider('https://another.example.com'),
      ...(this.#random() < 0.5 ? [{ type: 'SsoDeactivated' as const, data: {} }] : []),
    ];
    const [verified, removed, staff, access] = [this.#guid(), this.#guid(), this.#guid(), this.#guid()];
    const ofDomain = (stream: string, event: NewEvent): TestEvent => ({
      ...this.#event(stream, event),
      tenant: INSTALLATION_TENANT,
    });
    return [
      ...own.map((event) => this.#event(this.tenant, event)),
      ofDomain(verified, { type: 'OrganizationDomainAdded', data: { organizationGuid, domain: 'example.com' } }),
      ofDomain(verified, {
        type: 'OrganizationDomainVerified',
        data: { organizationGuid, domain: 'example.com', by: 'TXT_RECORD' },
      }),
      ofDomain(removed, { type: 'OrganizationDomainAdded', data: { organizationGuid, domain: 'example.org' } }),
      ofDomain(removed, { type: 'OrganizationDomainRemoved', data: { organizationGuid, domain: 'example.org' } }),
      this.#event(access, {
        type: 'StaffAccessBegan',
        data: { userGuid: staff, name: 'Sol Adler', reason: 'Asked by Ann', endsAt: '2026-09-30T12:00:00.000Z' },
      }),
      this.#event(access, { type: 'StaffAccessEnded', data: { userGuid: staff } }),
    ];
  }

  /** The organization's own forms in every state, switched-off features, and categories. */
  #forms(): TestEvent[] {
    const [own, draft, first, second] = [this.#guid(), this.#guid(), this.#guid(), this.#guid()];
    const [content, other] = [contentOf(this.#one(builtInForms)), contentOf(this.#one(builtInForms))];
    const [without, again] = [builtInForms[0]!.formGuid, builtInForms[1]!.formGuid];
    const [group, added] = [content.groups[0]!, { groupGuid: this.#guid(), title: 'Afterwards', instructions: null }];
    const changes: NewEvent[] = [
      { type: 'FormCreated', data: { formGuid: own, copyOf: null, content } },
      { type: 'FormDetailsChanged', data: { name: 'Crane check', isSensitive: true } },
      { type: 'FormWorkflowChanged', data: { eventWorkflow: other.eventWorkflow } },
      {
        type: 'FormPublished',
        data: {
          version: 1,
          content: { ...content, name: 'Crane check', isSensitive: true, eventWorkflow: other.eventWorkflow },
        },
      },
      {
        type: 'FormGroupsChanged',
        data: {
          set: [added],
          removed: [],
          order: [added.groupGuid, ...content.groups.map(({ groupGuid }) => groupGuid)],
        },
      },
      {
        type: 'FormQuestionsChanged',
        data: {
          set: [{ ...group.questions[0]!, text: 'What held it?' }],
          removed: [],
          order: [
            { groupGuid: added.groupGuid, questionGuids: [] },
            ...content.groups.map(({ groupGuid, questions }) => ({
              groupGuid,
              questionGuids: questions.map(({ questionGuid }) => questionGuid),
            })),
          ],
        },
      },
      ...(this.#random() < 0.5 ? [{ type: 'FormChangesDiscarded' as const, data: { version: 1 } }] : []),
      { type: 'FormArchived', data: {} },
      ...(this.#random() < 0.5 ? [{ type: 'FormRestored' as const, data: {} }] : []),
    ];
    return [
      this.#event(this.tenant, { type: 'CustomerConfigChanged', data: { code: 'CUSTOM_EVENTS', isEnabled: true } }),
      ...changes.map((event) => this.#event(own, event)),
      this.#event(draft, { type: 'FormCreated', data: { formGuid: draft, copyOf: own, content: other } }),
      this.#event(draft, { type: 'FormRemoved', data: {} }),
      this.#event(without, { type: 'BuiltInFormHidden', data: {} }),
      this.#event(again, { type: 'BuiltInFormHidden', data: {} }),
      this.#event(again, { type: 'BuiltInFormOffered', data: {} }),
      this.#event(first, { type: 'FormCategoryCreated', data: { categoryGuid: first, title: 'Lifting' } }),
      this.#event(first, { type: 'FormCategoryRenamed', data: { title: 'Hoisting' } }),
      this.#event(first, { type: 'FormPutInCategory', data: { formGuid: own } }),
      this.#event(first, { type: 'FormPutInCategory', data: { formGuid: without } }),
      this.#event(first, { type: 'FormTakenFromCategory', data: { formGuid: own } }),
      this.#event(second, { type: 'FormCategoryCreated', data: { categoryGuid: second, title: 'Driving' } }),
      this.#event(second, { type: 'FormCategoryRemoved', data: {} }),
    ];
  }

  /** An extended trial, for some what follows it, and sales. */
  #billing(): TestEvent[] {
    const stream = this.#guid();
    const { productGuid, productPlanGuid, ...rest } = demoCatalogue.plans[0]!;
    const { productKey, name: productName, modules } = demoCatalogue.products[0]!;
    const plan = {
      productGuid,
      productKey,
      productName,
      modules,
      productPlanGuid,
      billingInterval: rest.billingInterval,
      trialDays: rest.trialDays,
      needsBillingInfo: rest.needsBillingInfo,
      collectionMethods: rest.collectionMethods,
      tiers: rest.tiers,
      discounts: [],
    };
    const events: NewEvent[] = [
      {
        type: 'BillingOpened',
        data: {
          day: '2026-01-05',
          currency: 'CAD',
          timeZone: 'America/Edmonton',
          channelPartnerCode: null,
          trialDays: null,
          needsPaymentDetails: false,
          isTrialOffered: true,
        },
      },
      { type: 'PlanChosen', data: { day: '2026-01-05', plan, quantity: 1 + this.#below(20) } },
      { type: 'BillingDetailsChanged', data: { day: '2026-01-05', emailAddress: 'pay@example.com', address: null } },
      { type: 'TrialBegun', data: { day: '2026-01-05', endsOn: '2026-01-19' } },
      ...(this.#random() < 0.5
        ? [{ type: 'TrialExtended' as const, data: { day: '2026-01-10', endsOn: '2026-02-01' } }]
        : []),
      ...(this.#random() < 0.5
        ? [
            {
              type: 'PlanBought' as const,
              data: { day: '2026-01-12', plan, quantity: 20, collectionMethod: 'CHARGE_AUTOMATICALLY' as const },
            },
          ]
        : []),
      ...this.#buying(plan),
    ];
    const published = {
      ...this.#event(this.#guid(), { type: 'CataloguePublished' as const, data: { catalogue: demoCatalogue } }),
      tenant: INSTALLATION_TENANT,
    };
    return [...events.map((event) => this.#event(stream, event)), published];
  }

  /** A declined purchase and a paid one. */
  #buying(plan: PlanTerms): NewEvent[] {
    const [declined, bought, invoiceGuid, day] = [this.#guid(), this.#guid(), this.#guid(), '2026-01-12'];
    const address = {
      mailingAddress: '12 Quay Street',
      city: 'Calgary',
      province: 'AB',
      postalCode: 'T2P 1A1',
      country: 'CA',
    };
    const period = { from: day, to: '2026-02-12', first: day };
    const figures = {
      lines: [{ kind: 'PRICE' as const, from: day, to: '2026-02-12', cents: 4_900 }],
      subtotal: 4_900,
      discount: 0,
      credit: 0,
      creditLeft: this.#below(500),
      taxes: [],
      tax: 0,
      total: 4_900,
    };
    const asked = (purchaseGuid: string, chargeGuid: string): NewEvent[] => [
      {
        type: 'PurchaseBegun',
        data: {
          day,
          purchaseGuid,
          begunAt: '2026-01-12T15:00:00.000Z',
          plan,
          quantity: 20,
          collectionMethod: 'CHARGE_AUTOMATICALLY',
          channelPartnerCode: null,
          period,
          figures,
          trialEndsOn: null,
          paymentToken: 'pm_card_visa',
          customer: 'cus_1',
          emailAddress: 'pay@example.com',
          address,
          invoiceGuid: null,
          byCalendar: false,
        },
      },
      {
        type: 'ChargeRequested',
        data: { day, chargeGuid, purchaseGuid, requestedAt: '2026-01-12T15:00:00.000Z', cents: 4_900, currency: 'CAD' },
      },
    ];
    const [refusedCharge, paidCharge] = [this.#guid(), this.#guid()];
    return [
      ...asked(declined, refusedCharge),
      { type: 'ChargeFailed', data: { day, chargeGuid: refusedCharge, declineCode: 'insufficient_funds' } },
      {
        type: 'PurchaseFailed',
        data: { day, purchaseGuid: declined, because: 'DECLINED', declineCode: 'insufficient_funds' },
      },
      ...asked(bought, paidCharge),
      { type: 'ChargeSucceeded', data: { day, chargeGuid: paidCharge, reference: 'pi_1' } },
      {
        type: 'PaymentMethodSet',
        data: { day, brand: 'visa', last4Digits: '4242', expiresOn: null, paymentToken: 'pm_1', customer: 'cus_1' },
      },
      { type: 'PeriodBegun', data: { day, ...period } },
      {
        type: 'InvoiceIssued',
        data: {
          day,
          invoiceGuid,
          number: '0000000000c0-1',
          dueOn: day,
          currency: 'CAD',
          productName: 'Essentials',
          billingInterval: 'MONTH',
          quantity: 20,
          period,
          figures,
          seller: { name: 'Plimsoll Demo Ltd.', lines: [] },
          address,
        },
      },
      {
        type: 'InvoicePaid',
        data: {
          day,
          invoiceGuid,
          chargeGuid: paidCharge,
          paymentReference: null,
          toBalance: 0,
          brand: 'visa',
          last4Digits: '4242',
        },
      },
      { type: 'PurchaseCompleted', data: { day, purchaseGuid: bought, invoiceGuid } },
      ...(this.#random() < 0.5
        ? []
        : [
            { type: 'QuantityChanged' as const, data: { day, quantity: 21 + this.#below(20) } },
            { type: 'RenewalQuantityRequested' as const, data: { day, quantity: 1 + this.#below(20) } },
            { type: 'SubscriptionCancelled' as const, data: { day, accessUntil: '2026-02-12' } },
            ...(this.#random() < 0.5 ? [{ type: 'SubscriptionRestored' as const, data: { day } }] : []),
          ]),
      ...this.#byTheDays(invoiceGuid),
    ];
  }

  /** What depends on dates: a trial that ends, an unpaid period, a partly refunded invoice, and a cancellation. */
  #byTheDays(paid: string): NewEvent[] {
    const [invoiceGuid, refundGuid, failed, creditNoteGuid, from, to] = [
      this.#guid(),
      this.#guid(),
      this.#guid(),
      this.#guid(),
      '2026-02-12',
      '2026-03-12',
    ];
    const figures = {
      lines: [{ kind: 'PRICE' as const, from, to, cents: 4_900 }],
      subtotal: 4_900,
      discount: 0,
      credit: this.#below(50),
      creditLeft: 0,
      taxes: [],
      tax: 0,
      total: 4_900,
    };
    const content = {
      currency: 'CAD' as const,
      productName: 'Essentials',
      billingInterval: 'MONTH' as const,
      quantity: 20,
      period: { from, to, first: '2026-01-12' },
      figures,
      seller: { name: 'Plimsoll Demo Ltd.', lines: [] },
      address: null,
    };
    const requested = (guid: string): NewEvent => ({
      type: 'RefundRequested',
      data: {
        day: from,
        refundGuid: guid,
        invoiceGuid: paid,
        reference: 'pi_1',
        cents: 1_000,
        requestedAt: '2026-02-12T15:00:00.000Z',
        reason: 'Not used',
      },
    });
    return [
      { type: 'TrialEnded', data: { day: '2026-02-01' } },
      { type: 'MembersCounted', data: { day: from, members: this.#below(30) } },
      { type: 'BillingReminderSent', data: { day: from, reminder: 'YEARLY_RENEWAL', about: to } },
      { type: 'BillingClockMoved', data: { day: from, days: 1 + this.#below(20) } },
      requested(failed),
      { type: 'RefundFailed', data: { day: from, refundGuid: failed, code: 'expired_or_canceled_card' } },
      requested(refundGuid),
      { type: 'RefundCompleted', data: { day: from, refundGuid, reference: 're_1', creditNoteGuid } },
      {
        type: 'CreditNoteIssued',
        data: {
          day: from,
          creditNoteGuid,
          number: '0000000000c0-C1',
          invoiceGuid: paid,
          ...content,
          figures: { ...figures, total: 1_000 },
          reason: 'Not used',
        },
      },
      { type: 'PeriodBegun', data: { day: from, ...content.period } },
      { type: 'InvoiceIssued', data: { day: from, invoiceGuid, number: '0000000000c0-2', dueOn: from, ...content } },
      { type: 'GraceBegun', data: { day: from, until: '2026-02-26', invoiceGuid, declineCode: 'insufficient_funds' } },
      ...(this.#random() < 0.5
        ? []
        : [
            { type: 'GraceEnded' as const, data: { day: '2026-02-26' } },
            { type: 'InvoiceVoided' as const, data: { day: '2026-03-28', invoiceGuid, balanceBack: 0 } },
            { type: 'SubscriptionEnded' as const, data: { day: '2026-03-28', reason: 'UNPAID' as const } },
          ]),
    ];
  }

  /** API keys. */
  #keys(): TestEvent[] {
    const [active, gone] = [this.#guid(), this.#guid()];
    const made = (keyGuid: string, types: string[] | null) =>
      this.#event(keyGuid, {
        type: 'ApiKeyCreated',
        data: {
          keyGuid,
          name: 'Warehouse',
          scopes: ['FEED'],
          level: 'FACTS',
          includeSensitive: false,
          types,
          expiresOn: this.#day(),
        },
      });
    return [
      made(active, null),
      made(gone, ['plimsoll.incident.reported.v1']),
      this.#event(gone, { type: 'ApiKeyRevoked', data: {} }),
    ];
  }

  /** Personal and shared views of the list, and an export. */
  #views(): TestEvent[] {
    const [own, shared, gone] = [this.#guid(), this.#guid(), this.#guid()];
    const ownerGuid = this.#one(this.#people);
    const made = (viewGuid: string, scope: 'PERSONAL' | 'ORGANIZATION') =>
      this.#event(viewGuid, {
        type: 'SavedViewCreated',
        data: {
          viewGuid,
          ownerGuid,
          name: 'Still open',
          scope,
          filter: { state: ['REPORTED', 'RETURNED'], worksiteGuid: [this.#one(this.#worksites)] },
          sortBy: 'RISK',
          sortDirection: 'DESCENDING',
        },
      });
    return [
      made(own, 'PERSONAL'),
      this.#event(own, { type: 'SavedViewChanged', data: { ownerGuid, filter: { text: 'sling' }, sortBy: 'NUMBER' } }),
      made(shared, 'ORGANIZATION'),
      this.#event(shared, { type: 'SavedViewChanged', data: { ownerGuid, name: 'Everything open' } }),
      made(gone, 'PERSONAL'),
      this.#event(gone, { type: 'SavedViewRemoved', data: {} }),
      this.#event(this.#guid(), {
        type: 'IncidentsExported',
        data: {
          userGuid: ownerGuid,
          format: 'CSV',
          filter: { text: 'sling' },
          sortBy: 'NUMBER',
          sortDirection: 'ASCENDING',
          eventCount: 3,
        },
      }),
    ];
  }

  /** Webhook endpoints. */
  #webhooks(): TestEvent[] {
    const [active, gone] = [this.#guid(), this.#guid()];
    const made = (webhookGuid: string, types: string[] | null) =>
      this.#event(webhookGuid, {
        type: 'WebhookCreated',
        data: {
          webhookGuid,
          name: 'Warehouse',
          url: 'https://hooks.example.com/plimsoll',
          level: 'FACTS',
          includeSensitive: false,
          types,
          isEnabled: true,
          secretGuid: this.#guid(),
        },
      });
    return [
      made(active, null),
      this.#event(active, {
        type: 'WebhookChanged',
        data: { name: 'Yard', types: ['plimsoll.incident.approved.v1'], isEnabled: false },
      }),
      this.#event(active, { type: 'WebhookSecretRotated', data: { secretGuid: this.#guid() } }),
      this.#event(active, { type: 'WebhookDisabled', data: { because: 'FAILING' } }),
      this.#event(active, { type: 'WebhookChanged', data: { isEnabled: true } }),
      made(gone, ['plimsoll.incident.reported.v1']),
      this.#event(gone, { type: 'WebhookDisabled', data: { because: 'GONE' } }),
      this.#event(gone, { type: 'WebhookRemoved', data: {} }),
    ];
  }

  /** The export to Kafka: configured while off, started, paused and resumed. */
  #kafka(): TestEvent[] {
    const [stream, startFrom] = [this.#guid(), this.#random() < 0.5 ? ('NOW' as const) : ('BEGINNING' as const)];
    return [false, true, false, true].map((isEnabled, index) =>
      this.#event(stream, {
        type: 'KafkaExportSet',
        data: { isEnabled, level: index < 2 ? 'FACTS' : 'PERSONS', includeSensitive: index === 3, startFrom },
      }),
    );
  }

  /** Exported audit bundles, and events about the log itself. */
  #bundles(): TestEvent[] {
    const [bundleGuid, readable] = [this.#guid(), this.#guid()];
    return [
      this.#event(readable, {
        type: 'AuditBundleMade',
        data: {
          bundleGuid: readable,
          firstPosition: 1,
          lastPosition: 12,
          personalData: 'WITH_KEYS',
          includeSensitive: true,
        },
      }),
      this.#event(bundleGuid, {
        type: 'AuditBundleMade',
        data: { bundleGuid, firstPosition: 1, lastPosition: 12, personalData: 'NONE', includeSensitive: false },
      }),
      this.#event(this.#guid(), {
        type: 'AccessLogSealed',
        data: { day: '2026-03-16', accesses: 1 + this.#below(90), digest: '3b'.repeat(32) },
      }),
      this.#event(this.#guid(), {
        type: 'CheckpointSigned',
        data: {
          position: 1,
          hash: '0f'.repeat(32),
          time: '2026-03-17T00:00:04.000Z',
          keyId: '3f'.repeat(8),
          signature: `${'A'.repeat(86)}==`,
        },
      }),
    ];
  }

  /** A completed erasure, a cancelled one, and legal holds. */
  #erasures(): TestEvent[] {
    const [done, cancelled, waiting, stream, placed, active] = [
      this.#guid(),
      this.#guid(),
      this.#guid(),
      this.#guid(),
      this.#guid(),
      this.#guid(),
    ];
    const by = this.#one(this.#people);
    const asked = (erasureGuid: string, subject = done) =>
      this.#event(subject, {
        type: 'ErasureRequested',
        data: {
          erasureGuid,
          kind: 'MEMBER',
          guid: by,
          incidentGuid: null,
          requestedBy: by,
          reason: 'As asked',
          dueAt: '2026-03-20T13:40:00.000Z',
        },
      });
    const held = (holdGuid: string, guid: string | null) =>
      this.#event(stream, {
        type: 'LegalHoldPlaced',
        data: { holdGuid, kind: guid ? 'PERSON' : 'ORGANIZATION', guid, placedBy: by, reason: 'A claim' },
      });
    return [
      asked(cancelled),
      this.#event(done, { type: 'ErasureCancelled', data: { erasureGuid: cancelled } }),
      asked(done),
      this.#event(done, { type: 'PersonErased', data: { kind: 'MEMBER', guid: by, incidentGuid: null } }),
      this.#event(this.#guid(), { type: 'InvitationErased', data: { invitationGuid: this.#guid() } }),
      this.#event(this.#guid(), { type: 'FileNameErased', data: { attachmentGuid: this.#guid() } }),
      this.#event(done, { type: 'ErasureCompleted', data: { erasureGuid: done } }),
      asked(waiting, waiting),
      held(placed, null),
      held(active, by),
      this.#event(stream, {
        type: 'LegalHoldReleased',
        data: { holdGuid: placed, releasedBy: by, reason: 'Settled' },
      }),
    ];
  }

  /** External auditors: an active grant, and one that was locked and revoked. */
  #auditors(): TestEvent[] {
    const [active, gone] = [this.#guid(), this.#guid()];
    const made = (grantGuid: string, worksiteGuids: string[] | null) =>
      this.#event(grantGuid, {
        type: 'AuditorGranted',
        data: {
          grantGuid,
          name: 'Ida Berg',
          emailAddress: 'ida.berg@audit.example',
          firm: null,
          purpose: 'Yearly audit',
          from: '2026-01-01',
          to: this.#day(),
          formGuids: null,
          worksiteGuids,
          eventIds: null,
          includeSensitive: this.#random() < 0.5,
          withNames: false,
          expiresAt: '2026-06-01T00:00:00.000Z',
        },
      });
    return [
      made(active, [this.#one(this.#worksites)]),
      made(gone, null),
      this.#event(gone, { type: 'AuditorLocked', data: {} }),
      this.#event(gone, { type: 'AuditorRevoked', data: {} }),
    ];
  }

  /** A person's changes to their own account. */
  #accountChanges(userGuid: string, index: number): TestEvent[] {
    const [second, third] = [`Second.${index}@example.com`, `third.${index}@example.com`];
    const events: NewEvent[] = [
      { type: 'UserRenamed', data: { userGuid, name: `Renamed ${index}` } },
      { type: 'UsernameChanged', data: { userGuid, username: `Person-${index}` } },
      { type: 'EmailAddressAdded', data: { userGuid, emailAddress: second } },
      { type: 'EmailAddressAdded', data: { userGuid, emailAddress: third } },
      { type: 'PrimaryEmailAddressChanged', data: { userGuid, emailAddress: second } },
      { type: 'EmailAddressRemoved', data: { userGuid, emailAddress: third } },
      { type: 'ProfilePhotoChanged', data: { userGuid } },
    ];
    return events.map((event) => ({ ...this.#event(userGuid, event), tenant: INSTALLATION_TENANT }));
  }

  /** The next event. */
  next(): TestEvent {
    const roll = this.#random();
    if (roll < 0.03) {
      const year = 2000 + this.#below(90);
      return this.#event(this.#streamOf(`${year}`), {
        type: 'LoadLinesSet',
        data: { year, trif: this.#below(500) / 100, ltif: null, mvif: 1.5, setByGuid: null, reason: null },
      });
    }
    if (roll < 0.035) return this.#callList();
    if (roll < 0.045) return this.#alarmSettings();
    if (roll < 0.06) {
      const month = `${2000 + this.#below(40)}-${String(1 + this.#below(12)).padStart(2, '0')}`;
      return this.#event(this.#streamOf(month), {
        type: 'MonthlyMetricsRecorded',
        data: {
          yearMonth: month,
          employeeHours: this.#below(10_000),
          contractorHours: 0.25,
          employeeKms: 10,
          contractorKms: 0,
          employeeCount: 5,
          contractorCount: 0,
          notes: this.#random() < 0.5 ? null : 'As counted',
        },
      });
    }
    if (roll < 0.14 && this.#incidents.length > 0) return this.#action();
    if (roll < 0.17 && this.#incidents.length > 0) return this.#alarm();
    const open = this.#incidents.length > 0 && roll < 0.85 ? this.#one(this.#incidents) : undefined;
    const event = open && this.#step(open);
    if (!open || !event) return this.#report();
    open.revision += 1;
    return this.#event(open.stream, event);
  }

  #callList(): TestEvent {
    const members = Array.from({ length: this.#below(4) }, () => this.#one(this.#people));
    const [target, targetGuid] = this.#one([
      ['ORGANIZATION', null],
      ['WORKSITE', this.#one(this.#worksites)],
      ['REPORTING_GROUP', this.#one(this.#groups)],
    ] as const);
    return this.#event(this.#streamOf(`call-list ${target} ${targetGuid}`), {
      type: 'CallListSet',
      data: { target, targetGuid, members: [...new Set(members)] },
    });
  }

  #alarmSettings(): TestEvent {
    return this.#event(this.#streamOf('alarm-settings'), {
      type: 'AlarmSettingsSet',
      data: {
        rules: [{ code: 'DEATH', isEnabled: true, level: 'ALARM', atOnce: 'EVERYONE' }],
        ownRules: [],
        nextAfterMinutes: 5 + this.#below(20),
        everyoneAfterMinutes: 30 + this.#below(60),
        firstSteps: this.#random() < 0.5 ? null : 'Call the gate.',
      },
    });
  }

  /** Raises an alarm about an incident, or goes on with one that there is. */
  #alarm(): TestEvent {
    const eventId = this.#one(this.#incidents).stream;
    const stream = this.#streamOf(`alarm ${eventId}`);
    const before = this.#alarms.get(stream);
    const level = before ? before.level : this.#one(['ALARM', 'NOTICE'] as const);
    const about = {
      eventId,
      isDrill: false,
      isSensitive: this.#random() < 0.5,
      worksiteGuid: null,
      reportingGroupGuid: null,
      rules: [{ code: 'DEATH', ruleGuid: null, name: 'Someone died', level }],
    };
    const person = this.#one(this.#people);
    const recipients = [person, this.#one(this.#people)].filter((guid, index, all) => all.indexOf(guid) === index);
    const nextStepAt = level === 'ALARM' ? '2026-03-17T13:55:00.000Z' : null;
    const roll = this.#random();
    if (!before || roll < 0.2) {
      const round = before ? before.round + 1 : 1;
      this.#alarms.set(stream, { round, level });
      return this.#event(stream, {
        type: 'AlarmRaised',
        data: { ...about, level, round, step: 0, to: 'FIRST', recipients, nextStepAt },
      });
    }
    const going = { ...about, level, round: before.round, step: 1 };
    if (roll < 0.6)
      return this.#event(stream, {
        type: 'AlarmEscalated',
        data: { ...going, to: 'EVERYONE', recipients, nextStepAt, heldByGuid: null },
      });
    return roll < 0.8
      ? this.#event(stream, {
          type: 'AlarmAcknowledged',
          data: { ...going, byGuid: person, via: 'SESSION', isTakenOver: false },
        })
      : this.#event(stream, { type: 'AlarmCalledOff', data: { ...going, byGuid: person, reason: 'Nobody was hurt.' } });
  }

  #action(): TestEvent {
    const task = this.#tasks.length > 0 && this.#random() < 0.7 ? this.#one(this.#tasks) : undefined;
    if (!task) {
      const made = { stream: this.#guid(), eventId: this.#one(this.#incidents).stream, state: 'OPEN' as const };
      this.#tasks.push(made);
      return this.#event(made.stream, {
        type: 'TaskCreated',
        data: {
          eventId: made.eventId,
          description: 'Guard the "bend", {soon}',
          dueDate: this.#day(),
          responsibleGuid: this.#one(this.#people),
          verifierGuid: this.#one(this.#people),
          priority: this.#one(['LOW', 'MEDIUM', 'HIGH'] as const),
          controlType: this.#one(['ENGINEERING', 'PPE', null] as const),
          rootCause: this.#random() < 0.5 ? null : 'Haste',
        },
      });
    }
    const { eventId } = task;
    if (task.state === 'OPEN') {
      if (this.#random() < 0.2) return { ...this.#event(task.stream, this.#file(eventId, task.stream)), on: 'task' };
      if (this.#random() < 0.3)
        return this.#event(task.stream, {
          type: 'TaskChanged',
          data: { eventId, responsibleGuid: this.#one(this.#people), dueDate: this.#day() },
        });
      task.state = this.#random() < 0.8 ? 'COMPLETED' : 'CANCELLED';
      return this.#event(
        task.stream,
        task.state === 'COMPLETED'
          ? { type: 'TaskCompleted', data: { eventId, comment: null, verifyBy: this.#day() } }
          : { type: 'TaskCancelled', data: { eventId, reason: 'Not needed' } },
      );
    }
    if (task.state === 'COMPLETED' && this.#random() < 0.6) {
      task.state = this.#random() < 0.5 ? 'VERIFIED' : 'OPEN';
      return this.#event(
        task.stream,
        task.state === 'VERIFIED'
          ? { type: 'TaskVerified', data: { eventId, comment: 'It holds' } }
          : { type: 'TaskFoundNotEffective', data: { eventId, comment: 'Loose', dueDate: this.#day() } },
      );
    }
    task.state = 'OPEN';
    return this.#event(task.stream, {
      type: 'TaskReopened',
      data: { eventId, reason: 'Again', dueDate: this.#day(), recurrenceEventId: null },
    });
  }

  #file(eventId: string, taskGuid: string | null): EventOf<typeof attachmentAdded> {
    const sha256 = 'ab'.repeat(32);
    return {
      type: 'AttachmentAdded',
      data: {
        attachmentGuid: this.#guid(),
        fileGuid: this.#guid(),
        name: 'After.jpg',
        contentType: 'image/jpeg',
        size: 1 + this.#below(1_000),
        sha256,
        receivedSha256: sha256,
        isDamaged: false,
        eventId,
        taskGuid,
        questionGuid: null,
        personGuids: [],
      },
    };
  }

  #report(): TestEvent {
    const form = this.#one(builtInForms);
    const reporter = this.#one(this.#people);
    const stream = this.#guid();
    this.#incidents.push({
      stream,
      reporter,
      workflow: form.eventWorkflow,
      state: form.eventWorkflow === 'NONE' ? 'CLOSED' : 'REPORTED',
      reviewer: '',
      approver: '',
      revision: 1,
    });
    const { formGuid, version, name, isSensitive, isLeading, trifContributor, ltifContributor, mvifContributor } = form;
    return this.#event(stream, {
      type: 'IncidentReported',
      data: {
        reporterGuid: reporter,
        enteredByGuid: this.#one(this.#people),
        form: {
          formGuid,
          version,
          name,
          workflow: form.eventWorkflow,
          isSensitive,
          isLeading,
          trifContributor,
          ltifContributor,
          mvifContributor,
        },
        isQuick: this.#random() < 0.1,
        isUrgent: this.#random() < 0.05,
        ...this.#facts(form.groups),
      },
    });
  }

  #facts(groups: (typeof builtInForms)[number]['groups']): IncidentFacts {
    const isOther = this.#random() < 0.3;
    return {
      occurrenceDate: this.#day(),
      occurrenceTime: this.#random() < 0.5 ? null : '07:45',
      timeZone: 'America/Edmonton',
      reportingGroupGuid: this.#random() < 0.5 ? null : this.#one(this.#groups),
      worksiteGuid: isOther ? null : this.#one(this.#worksites),
      regionGuid: isOther ? this.#one(regions).guid : null,
      location: isOther ? 'Kilometre 12, "the bend" \\ north' : null,
      description: `A ${this.#one(['chain', 'hose', 'ladder'])} slipped, {twice}. Nobody knew why.`,
      immediateActions: this.#random() < 0.5 ? null : 'Taped off, NULL',
      injuredPersons:
        this.#random() < 0.5
          ? []
          : [
              {
                injuredPersonGuid: this.#guid(),
                name: 'Ann Ekström',
                userAccountGuid: null,
                personType: this.#one(['EMPLOYEE', 'CONTRACTOR', 'VISITOR'] as const),
                classification: this.#one(['FIRST_AID', 'LOST_TIME', null] as const),
                nature: null,
                bodyPart: null,
                source: null,
                event: null,
                treatment: null,
                daysAway: 2,
                daysRestricted: null,
              },
            ],
      relatedPersons:
        this.#random() < 0.8
          ? []
          : [{ relatedPersonGuid: this.#guid(), name: 'Bo', emailAddress: null, role: 'Witness' }],
      components: groups.map(({ groupGuid, questions }) => ({
        groupGuid,
        answers: questions.slice(0, 1).map(({ questionGuid }) => ({ questionGuid, value: true })),
      })),
    };
  }

  #step(open: Open): IncidentEvent | undefined {
    if (open.state === 'DELETED') {
      if (this.#random() < 0.5) return undefined;
      open.state = open.before!;
      return { type: 'IncidentRestored', data: {} };
    }
    if (open.state === 'APPROVED') {
      if (this.#random() < 0.7) return undefined;
      open.state = 'REPORTED';
      return { type: 'IncidentReopened', data: { reason: 'Something came up.' } };
    }
    const roll = this.#random();
    if (roll < 0.1) {
      open.before = open.state;
      open.state = 'DELETED';
      return { type: 'IncidentDeleted', data: {} };
    }
    if (roll < 0.12)
      return {
        type: 'AttachmentsAwaited',
        data: {
          awaited: [
            { attachmentGuid: this.#guid(), name: 'Before.jpg', size: 1 + this.#below(1_000), questionGuid: null },
          ],
        },
      };
    if (roll < 0.15) return this.#file(open.stream, null);
    if (roll < 0.35 || open.state === 'CLOSED') return { type: 'IncidentAmended', data: this.#amendment() };
    return this.#forward(open, roll);
  }

  #amendment(): Partial<IncidentFacts> {
    const { occurrenceDate, description, location, injuredPersons, worksiteGuid, regionGuid, reportingGroupGuid } =
      this.#facts([]);
    return this.#one([
      { occurrenceDate },
      { reportingGroupGuid },
      { description },
      { location, worksiteGuid, regionGuid },
      { injuredPersons },
      { immediateActions: null, occurrenceTime: '23:10' },
    ]);
  }

  #forward(open: Open, roll: number): IncidentEvent | undefined {
    switch (open.state) {
      case 'REPORTED':
      case 'RETURNED':
        open.state = 'REVIEW_REQUESTED';
        open.reviewer = this.#one(this.#people);
        return {
          type: 'ReviewRequested',
          data:
            roll < 0.7
              ? { reviewerGuid: open.reviewer, isByCallList: false, routedTo: null }
              : {
                  reviewerGuid: open.reviewer,
                  isByCallList: true,
                  routedTo: { because: 'WORKSITE', targetGuid: this.#one(this.#worksites) },
                },
        };
      case 'REVIEW_REQUESTED':
        if (roll < 0.5) {
          open.state = 'RETURNED';
          return { type: 'IncidentReturned', data: { to: 'REPORTER', comment: 'Where exactly?' } };
        }
        if (roll < 0.6)
          return {
            type: 'ReviewRequested',
            data: { reviewerGuid: this.#one(this.#people), isByCallList: false, routedTo: null },
          };
        open.state = 'REVIEWED';
        return {
          type: 'IncidentReviewed',
          data: {
            severity: this.#below(6),
            likelihood: this.#below(6),
            comment: roll < 0.8 ? null : 'Seen.',
            answer: roll < 0.9 ? null : 'A guard was fitted.',
          },
        };
      case 'REVIEWED':
        if (open.workflow !== 'REVIEW_AND_APPROVAL') return undefined;
        open.state = 'APPROVAL_REQUESTED';
        return { type: 'ApprovalRequested', data: { approverGuid: this.#one(this.#people) } };
      case 'APPROVAL_REQUESTED':
        if (roll < 0.5) {
          open.state = 'REVIEW_REQUESTED';
          return { type: 'IncidentReturned', data: { to: 'REVIEWER', comment: 'Rate it again.' } };
        }
        if (roll < 0.6) return { type: 'ApprovalRequested', data: { approverGuid: this.#one(this.#people) } };
        open.state = 'APPROVED';
        return {
          type: 'IncidentApproved',
          data: {
            approvedRevision: open.revision,
            comment: null,
            answer: roll < 0.8 ? null : 'Thank you.',
            signature: { signerGuid: this.#one(this.#people), name: 'A. K.', drawing: roll < 0.8 ? null : 'M1 1L9 9' },
          },
        };
      default:
        return undefined;
    }
  }

  /** Events of the same year or month share a stream. */
  #streamOf(period: string): string {
    const known = this.#periods.get(period) ?? this.#guid();
    this.#periods.set(period, known);
    return known;
  }

  #event(stream: string, event: TestEvent['event']): TestEvent {
    return {
      tenant: this.tenant,
      stream,
      event,
      by: this.#people.length > 0 ? this.#one(this.#people) : this.tenant,
      at: `${this.#day()}T${String(this.#below(24)).padStart(2, '0')}:05:00.000Z`,
    };
  }

  #day(): string {
    return `2026-${String(1 + this.#below(9)).padStart(2, '0')}-${String(1 + this.#below(28)).padStart(2, '0')}`;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!;
  }

  #guid(): string {
    const hex = Array.from({ length: 32 }, () => this.#below(16).toString(16)).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
