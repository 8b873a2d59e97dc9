import type { Module } from '@plimsoll/contracts/organizations/features';

/** Whether an organization has nothing on but its way to intrac: then that is home (specification 1, section 4). */
export const isIntracAlone = (modules: ReadonlySet<Module>): boolean => modules.size === 1 && modules.has('intrac');
