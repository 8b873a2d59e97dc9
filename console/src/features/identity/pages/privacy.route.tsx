import { Section } from '../../../ui/layout/Section.tsx';
import { PublicPage } from '../components/PublicPage.tsx';

/** Privacy policy: which personal data is stored, why, and who can read it. */
export function Component() {
  return (
    <PublicPage title="Privacy Policy" meta="What Plimsoll stores about people, who reads it, and how it is erased.">
      <Section title="Whose records these are">
        <p>
          Your organization decides what people report in Plimsoll and who reads it. It answers for the records, and we
          store them on its behalf. Ask an administrator of your organization about a record, a copy or an erasure.
        </p>
      </Section>
      <Section title="What is stored">
        <p>
          Your name, username, email addresses and photo; the events you report or handle, with their files; who was
          hurt, as it was reported; and for each change, who made it and when. If a partner’s or campaign’s link led you
          here, its codes are stored with your sign-up.
        </p>
        <p>
          Names, addresses and free text are encrypted in the log, with separate keys for each person and each event.
          The body part, nature and classification of an injury and its days away or restricted are not encrypted: your
          organization’s totals and rates depend on them. They are stored with an identifier and without a name.
        </p>
        <p>Card numbers go to the payment provider only. We do not store them.</p>
      </Section>
      <Section title="Who reads it">
        <p>
          Sensitive events, such as injuries, are shown to the people who reported or entered them, review or approve
          them, to administrators, and to people with that permission. Other organizations do not see your records.
        </p>
        <p>
          Administrators may give an external auditor access for 90 days at most, to the events they choose. An auditor
          sees sensitive events and names of injured people only if the administrator says so. Each request of an
          auditor is recorded.
        </p>
        <p>
          Our staff may read an organization’s records for four hours, giving a reason. They change nothing. Each of
          their requests is recorded, and administrators get an email and see what was read.
        </p>
        <p>
          Administrators may connect other systems by API key, webhook or Kafka. These receive the events that your
          organization chose for them, and sensitive events only if it says so.
        </p>
        <p>
          The operator of this installation may add an analytics script and a support chat from other companies. The
          analytics script then loads with each page and learns which pages you open; the chat loads when you open it.
          Without them, nothing from other companies follows what you do here.
        </p>
      </Section>
      <Section title="Copies and erasure">
        <p>
          Administrators see what is stored about a person and erase it. This destroys the person’s keys and files, so
          nobody reads them any more, and tells connected systems to erase their copies. Counts and rates stay.
        </p>
        <p>
          A legal hold prevents an erasure until it is released. An erasure does not reach copies outside Plimsoll:
          exports, bundles handed out with keys, backups, and for up to a week the encrypted events on devices.
        </p>
      </Section>
      <Section title="On this device">
        <p>
          This browser stores your choice of colours, drafts of what you type, reports and files that wait to be sent,
          and the last 50 events that you opened, for a week. Drafts and events are encrypted with a key that only your
          sign-in brings. Drafts are removed 30 days after their last change.
        </p>
        <p>
          Your sign-in is kept in memory and in a cookie that scripts do not read. A second cookie says that you signed
          in on this device before, so failed attempts of others do not keep you out. A third says that you signed up in
          this browser.
        </p>
      </Section>
    </PublicPage>
  );
}
