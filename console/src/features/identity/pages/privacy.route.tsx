import { Section } from '../../../ui/layout/Section.tsx';
import { PublicPage } from '../components/PublicPage.tsx';

/** Privacy policy: which personal data is stored, and why. */
export function Component() {
  return (
    <PublicPage title="Privacy Policy" meta="What Plimsoll keeps about people, and why.">
      <Section title="Whose records these are">
        <p>
          Your organization decides what is reported in Plimsoll and who may read it. It answers for the records; we
          keep them on its behalf. Questions about a record go to an administrator of your organization.
        </p>
      </Section>
      <Section title="What is kept">
        <p>
          Your name and email address; the events you report or handle; who was hurt, as it was reported; and for each
          change, who made it and when.
        </p>
        <p>
          Names, addresses and free text are sealed in the log, with keys of their own for each person and each event,
          so that destroying a key erases what it sealed. This version has no page yet for requesting that.
        </p>
        <p>
          The body part, the nature and the classification of an injury and its days away or restricted are not sealed.
          They stand in the log beside an identifier that means nothing by itself, and remain when a person’s key is
          destroyed: your organization’s totals and rates depend on them.
        </p>
      </Section>
      <Section title="Who may read it">
        <p>
          Sensitive events, such as injuries, are shown only to those who reported or entered them, those who review or
          approve them, administrators, and those to whom your organization has given that right. Other organizations
          never see them.
        </p>
      </Section>
      <Section title="On this device">
        <p>
          This browser keeps your choice of colours and drafts of what you type. Drafts are sealed with a key that only
          your sign-in brings, so that nobody else can read them here, and are removed 30 days after their last change.
        </p>
        <p>
          Your sign-in is kept in memory and in a cookie that scripts cannot read; a second one says that you have
          signed in on this device before, so that failed attempts by others do not keep you out, and a third one that
          you signed up in this browser. Nothing tracks you.
        </p>
      </Section>
    </PublicPage>
  );
}
