import type { IncidentState } from '@plimsoll/contracts/incidents/vocabulary';
import type { IncidentCommand } from '@plimsoll/contracts/incidents/policy';
import { allPermissions, standardPermissions, type Permission } from '@plimsoll/contracts/permissions/permissions';
import type { Module } from '@plimsoll/contracts/organizations/features';
import { linksFor } from '../shell/navigation.ts';
import { actionsFor, eventEntriesFor, pagesFor } from './entries.ts';

const both = new Set<Module>(['dashboard', 'events']);
const none = new Set<string>();
const names = (entries: readonly { name: string }[]) => entries.map(({ name }) => name);
const addresses = (entries: ReturnType<typeof pagesFor>) =>
  entries.flatMap(({ action }) => ('to' in action ? [action.to] : []));
const member = { modules: both, memberships: [], organization: { guid: 'here' } };
const forms = [
  { formGuid: 'form-1', name: 'Near miss' },
  { formGuid: 'form-2', name: 'Injury' },
];

describe('the pages of the palette', () => {
  it('include all links of the navigation', () => {
    for (const modules of [both, new Set<Module>(['events']), new Set<Module>(['dashboard'])]) {
      expect(addresses(pagesFor({ modules, permissions: standardPermissions, features: none }))).toEqual(
        expect.arrayContaining(linksFor(modules).map(({ to }) => to)),
      );
    }
  });

  it('exclude modules that are switched off', () => {
    expect(
      addresses(pagesFor({ modules: new Set(), permissions: allPermissions, features: none })).filter((to) =>
        /^\/(dashboard|events)/.test(to),
      ),
    ).toEqual([]);
  });

  it('include the monthly figures only for users who may enter them', () => {
    expect(names(pagesFor({ modules: both, permissions: allPermissions, features: none }))).toContain(
      'Reporting Metrics',
    );
    expect(names(pagesFor({ modules: both, permissions: standardPermissions, features: none }))).not.toContain(
      'Reporting Metrics',
    );
  });
});

describe('the settings of the palette', () => {
  it('include worksites and reporting groups for users who may manage them, if the feature is on', () => {
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

describe('the actions of the palette', () => {
  it('include a report for each form, if the events module is on', () => {
    expect(names(actionsFor(member, forms, 'auto'))).toEqual(
      expect.arrayContaining(['Report an event', 'Report a near miss', 'Report an injury']),
    );
    expect(
      names(actionsFor({ ...member, modules: new Set(['dashboard']) }, forms, 'auto')).filter((name) =>
        name.startsWith('Report'),
      ),
    ).toEqual([]);
  });

  it('offer the colour schemes that are not active', () => {
    expect(names(actionsFor(member, [], 'dark')).filter((name) => name.startsWith('Use'))).toEqual([
      'Use light colours',
      'Use the system’s colours',
    ]);
  });

  it("switch to the user's other organizations", () => {
    const memberships = [
      { organizationGuid: 'here', organizationName: 'Northline' },
      { organizationGuid: 'there', organizationName: 'Southline' },
    ] as Parameters<typeof actionsFor>[0]['memberships'];
    expect(
      names(actionsFor({ ...member, memberships }, [], 'auto')).filter((name) => name.startsWith('Switch')),
    ).toEqual(['Switch to Southline']);
  });

  it('include exactly the allowed commands of the open event, in the order of its page', () => {
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

  it('exclude commands with a dialog while the event is being edited', () => {
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
