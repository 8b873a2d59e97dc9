import { allPermissions, standardPermissions } from '@plimsoll/contracts/permissions';
import type { Module } from '@plimsoll/contracts/organizations/features';
import { linksFor } from '../shell/navigation.ts';
import { actionsFor, eventEntriesFor, pagesFor } from './entries.ts';

const both = new Set<Module>(['dashboard', 'events']);
const names = (entries: readonly { name: string }[]) => entries.map(({ name }) => name);
const addresses = (entries: ReturnType<typeof pagesFor>) => entries.flatMap(({ does }) => ('to' in does ? [does.to] : []));
const member = { modules: both, memberships: [], organization: { guid: 'here' } };
const forms = [{ formGuid: 'form-1', name: 'Near miss' }, { formGuid: 'form-2', name: 'Injury' }];

describe('the pages that are offered', () => {
  it('are all that the navigation leads to', () => {
    for (const modules of [both, new Set<Module>(['events']), new Set<Module>(['dashboard'])]) {
      expect(addresses(pagesFor({ modules, permissions: standardPermissions }))).toEqual(expect.arrayContaining(linksFor(modules).map(({ to }) => to)));
    }
  });

  it('are none of a module that is switched off', () => {
    expect(addresses(pagesFor({ modules: new Set(), permissions: allPermissions })).filter((to) => /^\/(dashboard|events)/.test(to))).toEqual([]);
  });

  it('have the monthly figures for those alone who may enter them', () => {
    expect(names(pagesFor({ modules: both, permissions: allPermissions }))).toContain('Reporting Metrics');
    expect(names(pagesFor({ modules: both, permissions: standardPermissions }))).not.toContain('Reporting Metrics');
  });
});

describe('the actions that are offered', () => {
  it('report by each form, where there are events', () => {
    expect(names(actionsFor(member, forms, 'auto'))).toEqual(expect.arrayContaining(['Report an event', 'Report a near miss', 'Report an injury']));
    expect(names(actionsFor({ ...member, modules: new Set(['dashboard']) }, forms, 'auto')).filter((name) => name.startsWith('Report'))).toEqual([]);
  });

  it('change to colours that are not there already', () => {
    expect(names(actionsFor(member, [], 'dark')).filter((name) => name.startsWith('Use'))).toEqual(['Use light colours', 'Use the system’s colours']);
  });

  it('lead to the other organizations of the person', () => {
    const memberships = [{ organizationGuid: 'here', organizationName: 'Northline' }, { organizationGuid: 'there', organizationName: 'Southline' }] as Parameters<typeof actionsFor>[0]['memberships'];
    expect(names(actionsFor({ ...member, memberships }, [], 'auto')).filter((name) => name.startsWith('Switch'))).toEqual(['Switch to Southline']);
  });

  it('change or delete the open event only where that is allowed', () => {
    const event = { eventId: 'e', number: 1149 };
    expect(names(eventEntriesFor({ ...event, allowedCommands: ['amend', 'delete'] }))).toEqual(['Edit event 1149', 'History of event 1149', 'Delete event 1149…']);
    expect(names(eventEntriesFor({ ...event, allowedCommands: ['restore'] }))).toEqual(['History of event 1149']);
  });
});
