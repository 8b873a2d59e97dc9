/** A test that fails if a promise is broken: its file, and its name as written there. */
export interface Proof {
  readonly file: string;
  readonly test: string;
}

/** A text that promises something, with `{}` for its variables, and the tests that prove it. */
export interface Promised {
  readonly text: string;
  readonly provedBy: readonly Proof[];
}

const incidentsE2e = 'services/api/src/incidents/incidents.e2e.spec.ts';
const incidentsUnit = 'services/api/src/incidents/incidents.unit.spec.ts';
const whoIsAskedE2e = 'services/api/src/routing/who-is-asked.e2e.spec.ts';
const whoIsAskedUnit = 'contracts/src/routing/who-is-asked.unit.spec.ts';
const eventPage = 'console/src/features/incidents/pages/event.unit.spec.tsx';

const readableAfterwards: readonly Proof[] = [
  {
    file: incidentsE2e,
    test: 'reads as it was then, also when it was approved, reopened and changed since; nothing can be done with it',
  },
  { file: eventPage, test: 'can be read from the page of an event that has been reopened and changed since' },
];
const restorable: readonly Proof[] = [
  { file: incidentsUnit, test: 'comes back on the thirtieth day, and not a moment later' },
  { file: incidentsUnit, test: 'comes back by %s' },
];

/**
 * Every promise in the product's own texts. Those in the specification's words are listed in `specification-texts.txt`.
 */
export const promises: readonly Promised[] = [
  {
    text: 'You can sign for yourself only',
    provedBy: [
      {
        file: 'services/api/src/incidents/report-incident.unit.spec.ts',
        test: 'is the person who answers, by their own name: nobody signs as another member',
      },
    ],
  },
  {
    text: 'Add worksites so people can pick a place and you can filter by it.',
    provedBy: [
      {
        file: 'console/src/features/incidents/pages/report-event.unit.spec.tsx',
        test: 'has the only worksite chosen already; with several none is',
      },
      {
        file: 'console/src/features/incidents/list/list-address.unit.spec.ts',
        test: 'becomes the API’s filter without unset fields, with the page as an offset',
      },
    ],
  },
  {
    text: 'It stays on this device until you save or remove it.',
    provedBy: [
      {
        file: 'console/test/journeys/real-files.spec.ts',
        test: 'a file that the server refuses stays on the device, also over a reload, until the person saves or removes it; then its event waits for it no longer',
      },
    ],
  },
  {
    text: 'Approving locks the event. What was approved stays readable.',
    provedBy: [
      {
        file: 'console/test/journeys/workflow.spec.ts',
        test: 'an approved event is locked until an administrator reopens it, saying why',
      },
      ...readableAfterwards,
    ],
  },
  {
    text: 'No mail server is set, so mails stay on this machine. The newest come first and appear here by themselves.',
    provedBy: [
      {
        file: 'services/reactors/src/mail/asked-mails.int.spec.ts',
        test: 'without a mail server mails are in the mailbox, the newest first, and are found by address',
      },
      { file: 'console/src/features/mail/pages/mailbox.unit.spec.tsx', test: 'shows a new mail without a reload' },
    ],
  },
  {
    text: 'Counts, rates and the proof of the log stay. Other systems are asked to erase their copies.{}',
    provedBy: [
      {
        file: 'tools/test/privacy/killed-erasure.hardening.e2e.spec.ts',
        test: 'a person is erased while others report: killed at each step it comes to its end, and no name is left in the dump, the feed, the files or a bundle',
      },
    ],
  },
  { text: 'Reopening unlocks the event. What was approved stays readable.', provedBy: readableAfterwards },
  {
    text: 'It goes back to Reported and needs a new review and approval. Revision {}, as it was approved, stays readable.',
    provedBy: readableAfterwards,
  },
  {
    text: '{}. It leaves the list and the charts. Within 30 days, you can restore it.',
    provedBy: [
      {
        file: 'console/test/journeys/workflow.spec.ts',
        test: 'a deleted event leaves the list, and comes back as it was when it is restored',
      },
      ...restorable,
    ],
  },
  { text: 'Delete an event; it can be restored for 30 days', provedBy: restorable },
  {
    text: 'It can be restored until {}.',
    provedBy: [...restorable, { file: eventPage, test: 'of a deleted event include restoring it' }],
  },
  {
    text: 'It can no longer be restored.',
    provedBy: [
      ...restorable,
      {
        file: eventPage,
        test: 'do not include restoring an event that was deleted too long ago, and the page says so',
      },
    ],
  },
  {
    text: '{} What you typed stays; where you have both changed something, you choose when you save.',
    provedBy: [
      {
        file: 'console/test/journeys/news.spec.ts',
        test: 'what is typed into an event stays when others change it, and the page says so',
      },
      {
        file: 'console/test/journeys/workflow.spec.ts',
        test: 'a stale save shows who changed what, and both versions of what both have changed',
      },
    ],
  },
  {
    text: 'Close this? What you typed stays here as a draft.',
    provedBy: [
      {
        file: 'console/src/features/incidents/dialogs/dialog-drafts.unit.spec.tsx',
        test: 'is stored encrypted from the first key on, and is restored after the dialog and the page were closed',
      },
    ],
  },
  {
    text: 'This event changed since you opened it. {} What you typed stays here.',
    provedBy: [
      {
        file: eventPage,
        test: 'applies to the revision that was seen; after a conflict it shows who changed the event, and keeps the comment',
      },
    ],
  },
  {
    text: 'A reviewer at once',
    provedBy: [{ file: whoIsAskedE2e, test: 'REVIEWER_AT_ONCE off; Kim, near miss at Yard: no one' }],
  },
  {
    text: 'Each report goes to the first person on a call list who can review it',
    provedBy: [
      { file: whoIsAskedUnit, test: 'people without the right to review, or without sight of injuries, are not asked' },
    ],
  },
  {
    text: 'Reports ask no one by themselves. An admin can switch that on in {}.',
    provedBy: [{ file: whoIsAskedE2e, test: 'REVIEWER_AT_ONCE off; Kim, near miss at Yard: no one' }],
  },
  {
    text: 'Reports from this worksite go to the first person here who can review them.',
    provedBy: [
      { file: whoIsAskedUnit, test: 'people without the right to review, or without sight of injuries, are not asked' },
    ],
  },
  {
    text: 'Nobody on this list can review reports.',
    provedBy: [
      {
        file: whoIsAskedE2e,
        test: 'shows who is on it with their rights, keeps who left, and tells which lists ask no one',
      },
    ],
  },
  {
    text: 'Nobody on this list can see injuries, so they go to {}.',
    provedBy: [
      {
        file: whoIsAskedE2e,
        test: 'shows who is on it with their rights, keeps who left, and tells which lists ask no one',
      },
    ],
  },
  {
    text: 'A death always raises an alarm',
    provedBy: [{ file: 'services/api/src/alarms/alarm-table.e2e.spec.ts', test: '%s is refused at the field' }],
  },
  {
    text: 'A rule can depend on a yes or no, a choice, or a whole number',
    provedBy: [{ file: 'services/api/src/alarms/alarm-table.e2e.spec.ts', test: '%s is refused at the field' }],
  },
  {
    text: '3. Give first aid and stay with anyone who is hurt.',
    provedBy: [
      {
        file: 'services/api/src/alarms/alarm-table.e2e.spec.ts',
        test: 'begin as they are shipped, for every member to read',
      },
    ],
  },
  {
    text: 'Always on',
    provedBy: [{ file: 'services/api/src/alarms/alarm-table.e2e.spec.ts', test: '%s is refused at the field' }],
  },
  {
    text: 'Nobody is alerted any more. Everyone who sees the event can read your reason.',
    provedBy: [
      {
        file: 'services/api/src/alarms/alarm-table.e2e.spec.ts',
        test: 'its events stand in the history of the event, by position, with what it names and why it was called off',
      },
    ],
  },
  {
    text: 'You can send {} test alarms a day. Send the next one tomorrow.',
    provedBy: [
      {
        file: 'services/api/src/alarms/alarm-table.e2e.spec.ts',
        test: 'goes to the first person, is seen by those who were told and by admins, and three a day are enough',
      },
    ],
  },
  {
    text: 'Who is alerted at once',
    provedBy: [
      {
        file: 'services/api/src/alarms/alarm-rules.unit.spec.ts',
        test: 'raises an alarm, at once to the first person or, by the rule, to everyone',
      },
    ],
  },
  {
    text: 'New reports no longer meet it. Alarms that it raised stay as they are.',
    provedBy: [
      {
        file: 'services/api/src/alarms/alarm-table.e2e.spec.ts',
        test: 'an own rule raises an alarm, and names who is alerted by its level',
      },
    ],
  },
  {
    text: 'Alarm: {} at once',
    provedBy: [
      {
        file: 'services/api/src/alarms/alarm-rules.unit.spec.ts',
        test: 'raises an alarm, at once to the first person or, by the rule, to everyone',
      },
    ],
  },
  {
    text: 'This alerts people at once: {}.',
    provedBy: [
      {
        file: 'services/api/src/alarms/alarm-rules.unit.spec.ts',
        test: 'raises an alarm, at once to the first person or, by the rule, to everyone',
      },
    ],
  },
];
