import { Section } from '../../ui/Section.tsx';
import { PublicPage } from './PublicPage.tsx';

/** What people who use it may count on, and what is asked of them. */
export function Component() {
  return (
    <PublicPage title="Terms of Service" meta="What you may count on, and what is asked of you.">
      <Section title="What you may count on">
        <p>What has been acknowledged is kept, in order, with who and when. Nobody can change it without leaving a trace, and the chain of records can be checked by anyone who holds a copy.</p>
        <p>Your organization can take its records with it at any time.</p>
      </Section>
      <Section title="What is asked of you">
        <p>Report what you saw, as it was. Keep your password to yourself. Handle what you read about others as you would want your own record handled.</p>
        <p>In an emergency, get help first. Plimsoll does not call anybody for you.</p>
      </Section>
      <Section title="Figures">
        <p>Rates and limits follow from what has been reported and entered. Each figure shows the sum it comes from; whether it meets a rule that applies to you is for your organization to judge.</p>
      </Section>
    </PublicPage>
  );
}
