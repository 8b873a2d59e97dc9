import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { MailboxItem } from '@plimsoll/contracts/mail/mailbox';
import { mailPaths } from '../paths.ts';
import { formatInstant, viewersTime } from '../../../lib/format/time.ts';
import { BarePage } from '../../../ui/layout/BarePage.tsx';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { EmptyState, FilteredState } from '../../../ui/feedback/States.tsx';
import { useWide } from '../../../ui/layout/useWide.ts';
import { mailboxQuery } from '../api.ts';
import css from './Mailbox.module.css';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Identifies a mail in the URL. Mails to the same address at the same time share it. */
const nameOf = ({ to, sentAt }: MailboxItem): string => `${sentAt} ${to}`;

/** Development mailbox: mails that were not sent, since no mail server is configured. */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const to = search.get('to');
  const query = useQuery(mailboxQuery(to));
  return (
    <BarePage>
      <PageHeader
        title="Mailbox"
        meta="No mail server is set, so mails stay on this machine. The newest come first and appear here by themselves."
      />
      {to && (
        <p className={css.filter}>
          Mails to {to} <Link to={mailPaths.mailbox()}>Show all mails</Link>
        </p>
      )}
      <QueryView query={query}>
        {({ items }) =>
          items.length > 0 ? (
            <Mails items={items} open={search.get('mail')} to={to} />
          ) : to ? (
            <FilteredState
              title={`No mails to ${to}`}
              text="Mails are kept for a week."
              onClear={() => setSearch({})}
            />
          ) : (
            <EmptyState
              title="No mails yet"
              text="Ask somebody to review an event, and the mail to them appears here."
            />
          )
        }
      </QueryView>
    </BarePage>
  );
}

function Mails({ items, open, to }: { items: readonly MailboxItem[]; open: string | null; to: string | null }) {
  const isWide = useWide(1024);
  const chosen = items.find((item) => nameOf(item) === open);
  const shown = chosen ?? (isWide ? items[0]! : undefined);
  const filter: Record<string, string> = to ? { to } : {};
  return (
    <div className={css.both}>
      {(isWide || !shown) && (
        <ul className={css.list} aria-label="Mails">
          {items.map((item) => (
            <li key={nameOf(item)}>
              <Link
                className={css.mail}
                to={mailPaths.mailbox({ ...filter, mail: nameOf(item) })}
                aria-current={item === shown ? 'true' : undefined}
                preventScrollReset
              >
                <b>{item.subject}</b>
                <span>to {item.to}</span>
                <time dateTime={item.sentAt} title={viewersTime(item.sentAt)}>
                  {formatInstant(item.sentAt, zone)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {shown && <OpenMail item={shown} back={isWide ? undefined : mailPaths.mailbox(filter)} />}
    </div>
  );
}

/** A mail in a sandboxed frame: scripts do not run and links are inert, so the mail's link is shown next to it. */
function OpenMail({
  item: { subject, to, sentAt, html, link },
  back,
}: {
  item: MailboxItem;
  back: string | undefined;
}) {
  return (
    <div>
      {back && (
        <Link className={css.back} to={back}>
          <IconArrowLeft size={20} aria-hidden />
          All mails
        </Link>
      )}
      <Section title={subject}>
        <p className={css.about}>
          to {to}, {formatInstant(sentAt, zone)}
        </p>
        <ButtonLink variant="primary" to={insideOf(link)} trailing={<IconArrowRight size={20} aria-hidden />}>
          Open the link
        </ButtonLink>
        <iframe className={css.mailFrame} title={`The mail “${subject}”`} sandbox="" srcDoc={html} />
      </Section>
    </div>
  );
}

/** Path of a mail's link on this host: the mail may name another public URL of the product. */
function insideOf(link: string): string {
  const { pathname, search, hash } = new URL(link);
  return pathname + search + hash;
}
