import { Section } from '../../../ui/layout/Section.tsx';
import { PublicPage } from '../components/PublicPage.tsx';

/** Terms of service. */
export function Component() {
  return (
    <PublicPage title="Terms of Service" meta="What you may count on, and what is asked of you.">
      <Section title="What you may count on">
        <p>
          What has been acknowledged is kept in order, with who did it and when. Changing an event adds a record and
          leaves the earlier ones as they were. Each record is sealed to the one before it, so whoever runs this
          installation can check that none was altered before the last signed checkpoint.
        </p>
        <p>This version does not export records yet.</p>
      </Section>
      <Section title="What is asked of you">
        <p>
          Report what you saw, as it was. Keep your password to yourself. Handle what you read about others as you would
          want your own record handled.
        </p>
        <p>In an emergency, get help first. Plimsoll does not call anyone for you.</p>
      </Section>
      <Section title="Figures">
        <p>
          Rates follow from what has been reported and entered. Each rate over 12 months is shown with the cases and the
          hours or kilometres it comes from. Whether it meets a rule that applies to you is for your organization to
          judge.
        </p>
      </Section>
    </PublicPage>
  );
}
