import { Section } from '../../ui/Section.tsx';
import { PublicPage } from './PublicPage.tsx';

/** What is kept about people, and why. */
export function Component() {
  return (
    <PublicPage title="Privacy Policy" meta="What Plimsoll keeps about people, and why.">
      <Section title="Whose records these are">
        <p>
          Your organization decides what is reported in Plimsoll and who may read it. It answers for the records; we keep them on its behalf. Questions about a
          record go to an administrator of your organization.
        </p>
      </Section>
      <Section title="What is kept">
        <p>Your name and e-mail address; the events you report or handle; who was hurt, where the law asks for it; and for each change, who made it and when.</p>
        <p>Names, addresses and free text are sealed in the log, with a key for each person. When a person is erased the key goes, and what it sealed cannot be read again.</p>
        <p>
          The body part, the nature and the classification of an injury and its days away or restricted are not sealed. They stand in the log beside a number that
          says nothing by itself, and stay after an erasure: the totals and rates of your organization rest on them.
        </p>
      </Section>
      <Section title="Who can read it">
        <p>
          Sensitive events, such as injuries, are shown only to those who reported them, those who review or approve them, and those whom your organization has
          given that right. Other organizations never see them.
        </p>
      </Section>
      <Section title="On this device">
        <p>Drafts of reports and your choice of colours stay in this browser. Drafts are sealed with a key that only your sign-in brings, so that nobody else can read them here, and go 30 days after their last change.</p>
        <p>Your sign-in is kept in memory and in a cookie that scripts cannot read; a second one says that you have signed in on this device before, so that failed tries of others do not keep you out. Nothing tracks you.</p>
      </Section>
    </PublicPage>
  );
}
