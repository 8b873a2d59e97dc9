import type { IncidentCommand, IncidentState } from '@plimsoll/contracts/incidents/vocabulary';
import { allPermissions, standardPermissions, type Permission } from '@plimsoll/contracts/permissions/permissions';
import type { Module } from '@plimsoll/contracts/organizations/features';
import { linksFor } from '../shell/navigation.ts';
import { actionsFor, eventEntriesFor, pagesFor } from './entries.ts';

const both = new Set<Module>(['dashboard', 'events']);
const none = new Set<string>();
const names = (entries: readonly { name: string }[]) => entries.map(({ name }) => name);
const addresses = (entries: ReturnType<typeof pagesFor>) =>
  entries.flatMap(({ does }) => ('to' in does ? [does.to] : []));
const member = { modules: both, memberships: [], organization: { guid: 'here' } };
const forms = [
  { formGuid: 'form-1', name: 'Near miss' },
  { formGuid: 'form-2', name: 'Injury' },
];

describe('the pages that are offered', () => {
  it('are all that the navigation leads to', () => {
    for (const modules of [both, new Set<Module>(['events']), new Set<Module>(['dashboard'])]) {
      expect(addresses(pagesFor({ modules, permissions: standardPermissions, features: none }))).toEqual(
        expect.arrayContaining(linksFor(modules).map(({ to }) => to)),
      );
    }
  });

  it('are none of a module that is switched off', () => {
    expect(
      addresses(pagesFor({ modules: new Set(), permissions: allPermissions, features: none })).filter((to) =>
        /^\/(dashboard|events)/.test(to),
      ),
    ).toEqual([]);
  });

  it('have the monthly figures for those alone who may enter them', () => {
    expect(names(pagesFor({ modules: both, permissions: allPermissions, features: none }))).toContain(
      'Reporting Metrics',
    );
    expect(names(pagesFor({ modules: both, permissions: standardPermissions, features: none }))).not.toContain(
      'Reporting Metrics',
    );
  });
});

describe('the settings that are offered', () => {
  it('have worksites and reporting groups for those who may keep them, where they are switched on', () => {
    const pages = ['Reporting Groups', 'Worksites'];
    const offered = (permissions: ReadonlySet<Permission>, ...features: string[]) =>
      names(pagesFor({ modules: both, permissions, features: new Set(features) })).filter((name) =>
        pages.includes(name),
      );
    expect(offered(allPermissions, 'REPORTING_GROUPS', 'WORKSITES')).toEqual(pages);
    expect(offered(allPermissions, 'WORKSITES')).toEqual(['Worksites']);
    expect(offered(allPermissions)).toEqual([]);
    expect(offered(standardPermissions, 'REPORTING_GROUPS', 'WORKSITES')).toEqual([]);
  });
});

describe('the actions that are offered', () => {
  it('report by each form, where there are events', () => {
    expect(names(actionsFor(member, forms, 'auto'))).toEqual(
      expect.arrayContaining(['Report an event', 'Report a near miss', 'Report an injury']),
    );
    expect(
      names(actionsFor({ ...member, modules: new Set(['dashboard']) }, forms, 'auto')).filter((name) =>
        name.startsWith('Report'),
      ),
    ).toEqual([]);
  });

  it('change to colours that are not there already', () => {
    expect(names(actionsFor(member, [], 'dark')).filter((name) => name.startsWith('Use'))).toEqual([
      'Use light colours',
      'Use the system’s colours',
    ]);
  });

  it('lead to the other organizations of the person', () => {
    const memberships = [
      { organizationGuid: 'here', organizationName: 'Northline' },
      { organizationGuid: 'there', organizationName: 'Southline' },
    ] as Parameters<typeof actionsFor>[0]['memberships'];
    expect(
      names(actionsFor({ ...member, memberships }, [], 'auto')).filter((name) => name.startsWith('Switch')),
    ).toEqual(['Switch to Southline']);
  });

  it('are, for the open event, every command that is allowed, as its page has them, and no other', () => {
    const event = { eventId: 'e', number: 1149 };
    const offered = (state: IncidentState, allowedCommands: IncidentCommand[], isPageOpen = true) =>
      names(eventEntriesFor({ ...event, state, allowedCommands }, isPageOpen));
    expect(offered('REPORTED', ['amend', 'request-review', 'delete'])).toEqual([
      'Send event 1149 for review…',
      'Edit event 1149',
      'Delete event 1149…',
      'Attachments of event 1149',
      'History of event 1149',
    ]);
    expect(offered('REVIEW_REQUESTED', ['amend', 'request-review', 'review', 'return'])).toEqual([
      'Review event 1149…',
      'Return event 1149…',
      'Reassign event 1149…',
      'Edit event 1149',
      'Attachments of event 1149',
      'History of event 1149',
    ]);
    expect(offered('REVIEWED', ['review', 'request-approval'])).toEqual([
      'Send event 1149 for approval…',
      'Change the rating of event 1149…',
      'Attachments of event 1149',
      'History of event 1149',
    ]);
    expect(offered('APPROVAL_REQUESTED', ['request-approval', 'approve'])).toEqual([
      'Approve event 1149…',
      'Reassign event 1149…',
      'Attachments of event 1149',
      'History of event 1149',
    ]);
    expect(offered('APPROVED', ['reopen'])).toEqual([
      'Reopen event 1149…',
      'Attachments of event 1149',
      'History of event 1149',
    ]);
    expect(offered('REPORTED', ['restore'])).toEqual([
      'Restore event 1149',
      'Attachments of event 1149',
      'History of event 1149',
    ]);
    expect(offered('APPROVED', [])).toEqual(['Attachments of event 1149', 'History of event 1149']);
  });

  it('are, while the event is being changed, those alone that have an address: the dialogs are those of its page', () => {
    expect(
      names(
        eventEntriesFor(
          { eventId: 'e', number: 1149, state: 'REPORTED', allowedCommands: ['amend', 'request-review', 'delete'] },
          false,
        ),
      ),
    ).toEqual(['Edit event 1149', 'Delete event 1149…', 'Attachments of event 1149', 'History of event 1149']);
  });
});
