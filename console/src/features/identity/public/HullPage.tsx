import type { ReactNode } from 'react';
import { Mark, Wordmark } from '../../../ui/layout/Mark.tsx';
import { useWide } from '../../../ui/layout/useWide.ts';
import { LegalLinks } from '../components/LegalLinks.tsx';
import css from './SignIn.module.css';

/** Page for users who are not signed in: the form next to the product's mark. */
export function HullPage({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  const painted = useWide(768);
  return (
    <main className={css.page} id="main">
      <div className={css.hull}>
        <div className={css.water} />
        <Mark className={css.mark} height={painted ? 360 : 72} />
        <p className={css.words}>
          A mark on the hull.
          <br />A limit in plain sight.
        </p>
      </div>
      <div className={css.side}>
        <div className={css.logo}>
          <Wordmark height={30} />
        </div>
        <div className={css.form}>
          <h1 tabIndex={-1}>{title}</h1>
          <p className={css.lead}>{lead}</p>
          {children}
        </div>
        <p className={css.foot}>
          <LegalLinks />
        </p>
      </div>
    </main>
  );
}
