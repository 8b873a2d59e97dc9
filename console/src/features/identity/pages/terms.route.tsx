import { Section } from '../../../ui/layout/Section.tsx';
import { PublicPage } from '../components/PublicPage.tsx';

/** Terms of service. */
export function Component() {
  return (
    <PublicPage title="Terms of Service" meta="What you get, and what we ask of you.">
      <Section title="What you get">
        <p>
          What Plimsoll acknowledged is stored in order, with who did it and when. Changing an event adds a record and
          leaves the earlier ones as they were. Each record is linked to the one before it by a hash, so the
          organization that runs this installation can check that none was altered before the last signed checkpoint.
        </p>
        <p>
          Your records are yours to take along. People export the lists they see as CSV or XLSX and each event as a PDF.
          Administrators export the whole log as a signed bundle, which anyone can verify without us.
        </p>
        <p>Reading, exporting and leaving work without a paid plan.</p>
      </Section>
      <Section title="What we ask of you">
        <p>
          Report what you saw, as it was. Keep your password to yourself. Handle what you read about other people as you
          want your own record to be handled.
        </p>
        <p>In an emergency, get help first. Plimsoll does not call anyone for you.</p>
      </Section>
      <Section title="Figures">
        <p>
          Rates follow from what people reported and entered. Each rate over 12 months is shown with the cases and the
          hours or kilometres it comes from. Your organization judges whether it meets a rule that applies to it.
        </p>
      </Section>
    </PublicPage>
  );
}
