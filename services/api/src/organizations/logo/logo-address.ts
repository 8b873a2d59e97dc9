/** Address of an organization's logo; null if there is none. */
export const logoAddress = (organizationGuid: string, v: string | undefined): string | null =>
  v === undefined ? null : `/api/orgs/${organizationGuid}/logo?v=${v}`;
