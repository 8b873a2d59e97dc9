import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindSingleSignOn } from '@plimsoll/projections/organization-settings/query';
import { BriefCache } from '../brief-cache.ts';
import { ownOrigins } from '../identity/same-origin.ts';
import type { Provider } from '../organizations/organization.ts';
import { SETTINGS, type Settings } from '../settings.ts';

/** How an organization signs in at this moment. */
export interface SignsIn {
  readonly organizationName: string;
  readonly active: Provider | null;
  readonly pending: Provider | null;
}

/** Where things are of an organization's single sign-on, for browsers and its provider. */
export interface SsoAddresses {
  readonly entityId: string;
  readonly acsUrl: string;
  readonly signInUrl: string;
}

/** How organizations sign in, remembered for less than a second: what is switched is so everywhere within one. */
@Injectable()
export class SingleSignOnNow {
  readonly #known: BriefCache<SignsIn | null>;

  constructor(
    queries: QueryBus,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.#known = new BriefCache<SignsIn | null>((tenant) => queries.execute(new FindSingleSignOn(tenant)), { max: 5_000 });
  }

  /** Null when the organization is not there (yet). */
  of(organizationGuid: string): Promise<SignsIn | null> {
    return this.#known.of(organizationGuid);
  }

  forget(organizationGuid: string): void {
    this.#known.forget(organizationGuid);
  }

  /** What whoever needs a session of the provider is told; undefined where passwords open the organization. */
  async demandedOf(organizationGuid: string, port: number | undefined): Promise<{ organizationGuid: string; organizationName: string; signInUrl: string } | undefined> {
    const now = await this.of(organizationGuid);
    return now?.active ? { organizationGuid, organizationName: now.organizationName, signInUrl: this.addressesOf(organizationGuid, port).signInUrl } : undefined;
  }

  /** @param port that the request came in by. */
  addressesOf(organizationGuid: string, port: number | undefined): SsoAddresses {
    const base = `${this.origin(port)}/api/saml/${organizationGuid}`;
    return { entityId: `${base}/metadata`, acsUrl: `${base}/acs`, signInUrl: `${base}/sign-in` };
  }

  origin(port: number | undefined): string {
    return ownOrigins(this.settings, port)[0]!;
  }
}
