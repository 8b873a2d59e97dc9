import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/url/paths.ts';
import { Wordmark } from '../../../ui/layout/Mark.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { pageCss, Wrap } from '../../../ui/layout/Section.tsx';
import { LegalLinks } from './LegalLinks.tsx';
import css from './PublicPage.module.css';

/** Page without an organization, with the product's name and the legal links. */
export function PublicPage({
  title,
  meta,
  narrow,
  children,
}: {
  title: string;
  meta?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <header className={css.bar}>
        <Wrap className={css.inner}>
          <Link className={css.logo} to={paths.root()} aria-label="Plimsoll, home">
            <Wordmark height={24} />
          </Link>
        </Wrap>
      </header>
      <main id="main" className={`${pageCss.wrap} ${pageCss.main}`}>
        <div className={narrow ? css.narrow : css.prose}>
          <PageHeader title={title} meta={meta} />
          {children}
        </div>
      </main>
      <footer className={css.foot}>
        <Wrap className={css.footInner}>
          <LegalLinks />
        </Wrap>
      </footer>
    </>
  );
}
