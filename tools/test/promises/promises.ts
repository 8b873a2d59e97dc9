/** A test that fails if a promise is broken: its file, and its name as written there. */
interface Proof {
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
const eventPage = 'console/src/features/incidents/pages/event.unit.spec.tsx';
const signOut = 'console/test/journeys/sign-out.spec.ts';

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
    text: 'Counts, rates and the proof of the log stay. Other systems are told to erase their copies.{}',
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
    text: 'Sensitive events, such as injuries, are shown only to those who reported or entered them, those who review or approve them, administrators, and those to whom your organization has given that right. Other organizations never see them.',
    provedBy: [
      {
        file: incidentsE2e,
        test: 'has a sensitive one for its own people, admins and holders of SEE_INJURY_DATA alone',
      },
      {
        file: 'contracts/src/incidents/visibility.unit.spec.ts',
        test: 'does not learn of sensitive ones without the right to injury data',
      },
      {
        file: 'services/api/src/incidents/workflow/workflow-table.e2e.spec.ts',
        test: 'another organization’s incidents are not there',
      },
    ],
  },
  {
    text: 'This browser keeps your choice of colours and drafts of what you type. Drafts are sealed with a key that only your sign-in brings, so that nobody else can read them here, and are removed 30 days after their last change.',
    provedBy: [
      {
        file: signOut,
        test: 'a draft can be read by its person alone: signing out locks it, and their next sign-in opens it',
      },
      {
        file: signOut,
        test: 'drafts that lie open are sealed at the first start, and go 30 days after their last change',
      },
    ],
  },
  {
    text: 'What has been acknowledged is kept in order, with who did it and when. Changing an event adds a record and leaves the earlier ones as they were. Each record is sealed to the one before it, so whoever runs this installation can check that none was altered before the last signed checkpoint.',
    provedBy: [
      {
        file: 'services/event-store/src/postgres/postgres-event-store.int.spec.ts',
        test: 'no role that logs in may alter the log, and without a tenant nothing can be read',
      },
      {
        file: 'services/event-store/src/chain/verify.unit.spec.ts',
        test: 'names the position of any one altered column',
      },
      {
        file: 'services/launcher/src/checkpoints/checkpoints.int.spec.ts',
        test: 'a changed date with the chain rewritten from there, and a cut tail with its head, are found by checkpoints of table and file alike',
      },
    ],
  },
];
