import type { Promised, Proof } from './promises.ts';

const privacy = 'services/api/src/privacy/privacy.e2e.spec.ts';
const erasing = 'services/api/src/privacy/erase-person.e2e.spec.ts';
const staff = 'services/api/src/staff/staff.e2e.spec.ts';
const auditors = 'services/api/src/auditors/auditors.e2e.spec.ts';
const sealing = 'services/event-store/src/crypto/sealing.unit.spec.ts';
const killedErasure: Proof = {
  file: 'tools/test/privacy/killed-erasure.hardening.e2e.spec.ts',
  test: 'a person is erased while others report: killed at each step it comes to its end, and no name is left in the dump, the feed, the files or a bundle',
};

/** Pages whose every sentence is proved, whatever words it has. */
export const legalPages = ['terms', 'privacy'].map((name) => `console/src/features/identity/pages/${name}.route.tsx`);

/**
 * Sentences of legal pages that claim nothing about the product: headings, who decides and answers for records, and what
 * people are asked.
 */
export const notClaims: readonly string[] = [
  'Terms of Service',
  'What you get, and what we ask of you.',
  'What you get',
  'What we ask of you',
  'Report what you saw, as it was. Keep your password to yourself. Handle what you read about other people as you want your own record to be handled.',
  'In an emergency, get help first. Plimsoll does not call anyone for you.',
  'Privacy Policy',
  'What Plimsoll stores about people, who reads it, and how it is erased.',
  'Whose records these are',
  'Your organization decides what people report in Plimsoll and who reads it. It answers for the records, and we store them on its behalf. Ask an administrator of your organization about a record, a copy or an erasure.',
  'What is stored',
  'Who reads it',
  'Copies and erasure',
  'On this device',
];

/** Every claim of the legal pages and the plans, with the tests that fail if it is not true. */
export const legalClaims: readonly Promised[] = [
  {
    text: 'What Plimsoll acknowledged is stored in order, with who did it and when. Changing an event adds a record and leaves the earlier ones as they were. Each record is linked to the one before it by a hash, so the organization that runs this installation can check that none was altered before the last signed checkpoint.',
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
  {
    text: 'Your records are yours to take along. People export the lists they see as CSV or XLSX and each event as a PDF. Administrators export the whole log as a signed bundle, which anyone can verify without us.',
    provedBy: [
      {
        file: 'services/api/src/incidents/list/incident-lists.e2e.spec.ts',
        test: 'is filtered and sorted as the list, and has what its reader may see: no sensitive incidents of others without the permission',
      },
      {
        file: 'tools/test/frozen/earlier-bundle.unit.spec.ts',
        test: 'so does the page that verifies without us: $name',
      },
      {
        file: 'services/api/src/attachments/incident-document.e2e.spec.ts',
        test: 'an event is a document with all that its report says, its photos, and number, revision and seal on each page',
      },
    ],
  },
  {
    text: 'Reading, exporting and leaving work without a paid plan.',
    provedBy: [
      {
        file: 'services/api/src/billing/subscription-gate.e2e.spec.ts',
        test: 'reporting, exporting, leaving, security, the own account and all reads are never refused',
      },
    ],
  },
  {
    text: 'Rates follow from what people reported and entered. Each rate over 12 months is shown with the cases and the hours or kilometres it comes from. Your organization judges whether it meets a rule that applies to it.',
    provedBy: [
      {
        file: 'console/src/features/metrics/dashboard/calculation/rate-labels.unit.spec.ts',
        test: 'show the formula: cases times the base over the hours',
      },
    ],
  },
  {
    text: 'Your name, username, email addresses and photo; the events you report or handle, with their files; who was hurt, as it was reported; and for each change, who made it and when. If a partner’s or campaign’s link led you here, its codes are stored with your sign-up.',
    provedBy: [
      {
        file: 'services/api/src/organizations/founding/founding.e2e.spec.ts',
        test: 'is written to two logs under one key, with what had led its founder here, sealed',
      },
    ],
  },
  {
    text: 'Names, addresses and free text are encrypted in the log, with separate keys for each person and each event. The body part, nature and classification of an injury and its days away or restricted are not encrypted: your organization’s totals and rates depend on them. They are stored with an identifier and without a name.',
    provedBy: [
      { file: sealing, test: 'the fields of one person are sealed together, and those of others apart' },
      {
        file: 'contracts/src/kernel/event-contracts.unit.spec.ts',
        test: 'what people write about an incident is marked as personal, in every field',
      },
    ],
  },
  {
    text: 'Card numbers go to the payment provider only. We do not store them.',
    provedBy: [
      {
        file: 'services/api/src/billing/provider/no-card-number.e2e.spec.ts',
        test: 'a card number is refused by every billing route, and leaves no trace in any answer, table or log line; a billing address is only in the read models of its organization, and not in the log',
      },
    ],
  },
  {
    text: 'Sensitive events, such as injuries, are shown to the people who reported or entered them, review or approve them, to administrators, and to people with that permission. Other organizations do not see your records.',
    provedBy: [
      {
        file: 'services/api/src/incidents/incidents.e2e.spec.ts',
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
    text: 'Administrators may give an external auditor access for 90 days at most, to the events they choose. An auditor sees sensitive events and names of injured people only if the administrator says so. Each request of an auditor is recorded.',
    provedBy: [
      {
        file: 'services/api/src/auditors/auditors.unit.spec.ts',
        test: 'a grant holds for 90 days at most, from a moment to come on, for days in their order, and is made once',
      },
      {
        file: auditors,
        test: 'sees of random scopes what a plain filter says, in list, count, page, history, change log, replay and bundle alike',
      },
      {
        file: auditors,
        test: 'opens what auditors may ask and nothing else of all routes, each request written down once',
      },
    ],
  },
  {
    text: 'Our staff may read an organization’s records for four hours, giving a reason. They change nothing. Each of their requests is recorded, and administrators get an email and see what was read.',
    provedBy: [
      {
        file: staff,
        test: 'a member of staff, in a session with a second factor, reads an organization for four hours, giving a reason',
      },
      { file: staff, test: 'a write that staff try is refused like a stranger’s, and the organization sees it' },
      {
        file: 'services/reactors/src/members/membership-mails.int.spec.ts',
        test: 'staff access is mailed once to those who may change the organization, without name or reason',
      },
    ],
  },
  {
    text: 'Administrators may connect other systems by API key, webhook or Kafka. These receive the events that your organization chose for them, and sensitive events only if it says so.',
    provedBy: [
      {
        file: 'tools/test/integration/three-channels.hardening.e2e.spec.ts',
        test: 'without sensitive events not a guid of one goes out on any channel',
      },
    ],
  },
  {
    text: 'The operator of this installation may add an analytics script and a support chat from other companies. The analytics script then loads with each page and learns which pages you open; the chat loads when you open it. Without them, nothing from other companies follows what you do here.',
    provedBy: [
      {
        file: 'services/api/src/http/console-files.e2e.spec.ts',
        test: '%s names the chat, loads what counts visits, and its policy admits where they come from and nothing else',
      },
      {
        file: 'services/launcher/src/configuration.unit.spec.ts',
        test: 'scripts of others come by https, and are none unless they are named',
      },
    ],
  },
  {
    text: 'Administrators see what is stored about a person and erase it. This destroys the person’s keys and files, so nobody reads them any more, and tells connected systems to erase their copies. Counts and rates stay.',
    provedBy: [
      {
        file: privacy,
        test: 'an erasure is asked for by typing the name, once; the reason leaves the name out; cancelled it can be asked for again, and done it cannot',
      },
      {
        file: erasing,
        test: 'a file that shows an erased person is destroyed, bytes and key, on an event and on its action; others stay',
      },
      killedErasure,
    ],
  },
  {
    text: 'A legal hold prevents an erasure until it is released. An erasure does not reach copies outside Plimsoll: exports, bundles handed out with keys, backups, and for up to a week the encrypted events on devices.',
    provedBy: [
      {
        file: privacy,
        test: 'what is held is not erased: the holds are shown, it waits however long it was due, and begins once nothing holds it',
      },
      {
        file: privacy,
        test: 'a preview names the files that show a person and the bundles that were handed out with keys',
      },
    ],
  },
  {
    text: 'This browser stores your choice of colours, drafts of what you type, reports and files that wait to be sent, and the last 50 events that you opened, for a week. Drafts and events are encrypted with a key that only your sign-in brings. Drafts are removed 30 days after their last change.',
    provedBy: [
      {
        file: 'console/test/journeys/sign-out.spec.ts',
        test: 'a draft can be read by its person alone: signing out locks it, and their next sign-in opens it',
      },
      {
        file: 'console/test/journeys/sign-out.spec.ts',
        test: 'drafts that lie open are sealed at the first start, and go 30 days after their last change',
      },
      {
        file: 'console/test/journeys/without-signal.spec.ts',
        test: 'without signal a thin bar says so on every screen, nothing is said to have gone wrong, and events opened before stay readable, marked with their age',
      },
    ],
  },
  {
    text: 'Your sign-in is kept in memory and in a cookie that scripts do not read. A second cookie says that you signed in on this device before, so failed attempts of others do not keep you out. A third says that you signed up in this browser.',
    provedBy: [
      {
        file: 'services/api/src/identity/identity.e2e.spec.ts',
        test: 'keeps the refresh token from scripts and, over plain http, says so by its name',
      },
    ],
  },
];

/** What the plans say of themselves. */
export const planClaims: readonly Promised[] = [
  {
    text: 'Report events from any phone',
    provedBy: [
      {
        file: 'console/test/journeys/quick-report.spec.ts',
        test: 'from the icon to “reported” a near miss takes a phone eight taps at most and one typed sentence; its photo follows, and its review waits for what is open',
      },
    ],
  },
  {
    text: 'Review and approve what was reported',
    provedBy: [
      {
        file: 'console/test/journeys/workflow.spec.ts',
        test: 'an approved event is locked until an administrator reopens it, saying why',
      },
    ],
  },
  {
    text: 'Follow your figures against your load line',
    provedBy: [
      {
        file: 'console/src/features/metrics/pages/dashboard.unit.spec.tsx',
        test: 'explains months above the limit and provisional months, with a link to enter hours',
      },
    ],
  },
  {
    text: 'Everything in Essentials',
    provedBy: [
      {
        file: 'contracts/src/billing/catalogue.unit.spec.ts',
        test: 'a plan that says it has everything of another one has its modules',
      },
    ],
  },
  {
    text: 'Links to your training at intrac and BISTrainer',
    provedBy: [
      {
        file: 'console/test/journeys/organization-settings.spec.ts',
        test: 'with only intrac enabled a user is led to its addresses, and finds Courses alone in the bar',
      },
      {
        file: 'contracts/src/billing/catalogue.unit.spec.ts',
        test: 'only the plan that names intrac and BISTrainer has their modules',
      },
    ],
  },
];
