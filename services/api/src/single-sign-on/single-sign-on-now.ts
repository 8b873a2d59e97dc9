import { Inject, Injectable } from '@nestjs/common';
import { ownOrigins } from '../identity/sign-in/same-origin.ts';
import { OrganizationsCache, type SignsIn } from '../platform/cache/organizations-cache.ts';
import { SETTINGS, type Settings } from '../platform/process/settings.ts';

/** Where things are of an organization's single sign-on, for browsers and its provider. */
export interface SsoAddresses {
  readonly entityId: string;
  readonly acsUrl: string;
  readonly signInUrl: string;
}

/** How organizations sign in: what is switched is so everywhere within a second. */
@Injectable()
export class SingleSignOnNow {
  constructor(
    private readonly organizations: OrganizationsCache,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Null when the organization is not there (yet). */
  async of(organizationGuid: string): Promise<SignsIn | null> {
    return (await this.organizations.of(organizationGuid))?.signsIn ?? null;
  }

  /** What whoever needs a session of the provider is told; undefined where passwords open the organization. */
  async demandedOf(
    organizationGuid: string,
    port: number | undefined,
  ): Promise<{ organizationGuid: string; organizationName: string; signInUrl: string } | undefined> {
    const now = await this.of(organizationGuid);
    return now?.active
      ? {
          organizationGuid,
          organizationName: now.organizationName,
          signInUrl: this.addressesOf(organizationGuid, port).signInUrl,
        }
      : undefined;
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
