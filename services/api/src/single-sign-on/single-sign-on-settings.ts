import { Inject, Injectable } from '@nestjs/common';
import { ownOrigins } from '../identity/sign-in/same-origin.ts';
import { OrganizationsCache, type SignsIn } from '../platform/cache/organizations-cache.ts';
import { SETTINGS, type Settings } from '../platform/process/settings.ts';

/** Page of the console to which a test returns. */
export const SSO_SETTINGS_PAGE = '/settings/organization/sign-in';

/** SAML addresses of an organization. */
export interface SsoAddresses {
  readonly entityId: string;
  readonly acsUrl: string;
  readonly signInUrl: string;
}

/** Single sign-on settings of organizations, cached for at most a second. */
@Injectable()
export class SingleSignOnSettings {
  constructor(
    private readonly organizations: OrganizationsCache,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Null for an unknown organization. */
  async of(organizationGuid: string): Promise<SignsIn | null> {
    return (await this.organizations.of(organizationGuid))?.signsIn ?? null;
  }

  /** Facts for the refusal of a password session; undefined if the organization does not require single sign-on. */
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

  /** @param port on which the request arrived. */
  addressesOf(organizationGuid: string, port: number | undefined): SsoAddresses {
    const base = `${this.origin(port)}/api/saml/${organizationGuid}`;
    return { entityId: `${base}/metadata`, acsUrl: `${base}/acs`, signInUrl: `${base}/sign-in` };
  }

  origin(port: number | undefined): string {
    return ownOrigins(this.settings, port)[0]!;
  }
}
