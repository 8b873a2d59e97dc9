import type { Module } from '@plimsoll/contracts/organizations/features';

/**
 * Whether intrac is the only module of an organization; its page is then the home page (specification 1, section 4).
 */
export const isIntracAlone = (modules: ReadonlySet<Module>): boolean => modules.size === 1 && modules.has('intrac');
