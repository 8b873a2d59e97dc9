import { IconArrowLeft, IconArrowRight, IconPackageExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ReplayedRecord } from '@plimsoll/contracts/audit/records';
import { summaryOf } from '@plimsoll/contracts/audit/changes';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { AddressField } from '../../../lib/url/address-fields.ts';
import { instant } from '../../../lib/forms/instant-field.ts';
import { CopyButton } from '../../../components/CopyButton.tsx';
import { formatInstant, viewersTime } from '../../../lib/format/time.ts';
import { useUrlState } from '../../../lib/url/url-state.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { HistoryList } from '../../../ui/data/HistoryList.tsx';
import { KeyValues } from '../../../ui/data/KeyValues.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import { labelQuery, recordQuery } from '../api.ts';
import { inGroupsOfFour, kindName } from '../labels.ts';
import css from './Audit.module.css';
import { Facts } from './Facts.tsx';

type Revision = ReplayedRecord['events'][number];

const position: AddressField<number | undefined> = ([given]) =>
  /^[1-9]\d{0,14}$/.test(given ?? '') ? Number(given) : undefined;
const fields = { asOf: instant, position };

/** Targets of a replay's links: the organization's own pages, or those of an auditor. */
export interface ReplayPlaces {
  readonly record: (position: number) => string;
  /** Page that shows the record at a revision as users read it; null if it has no such page. */
  readonly page: ((revision: number) => string) | null;
  readonly bundle: (upTo: string) => string;
}

interface ReplayProps {
  organization: { readonly guid: string; readonly timeZone: string };
  kind: StreamKind;
  guid: string;
  crumb: { readonly label: string; readonly to: string };
  actions: ReactNode;
  places: ReplayPlaces;
}

/** Replays a record from the log step by step, with the hash of each step. */
export function Replay({ organization, kind, guid, crumb, actions, places }: ReplayProps) {
  const [{ asOf, position: givenPosition }] = useUrlState(fields);
  const whole = useQuery(recordQuery(organization.guid, kind, guid));
  const isNow = !asOf && (givenPosition === undefined || givenPosition === whole.data?.position);
  const past = useQuery({
    ...recordQuery(
      organization.guid,
      kind,
      guid,
      givenPosition === undefined ? { ...(asOf && { asOf }) } : { asOfPosition: givenPosition },
    ),
    enabled: !isNow && whole.data !== undefined,
  });
  const label = useQuery(labelQuery(organization.guid, guid)).data?.items[0]?.record.label;
  const title = label ?? kindName(kind);
  return (
    <>
      <PageHeader
        crumbs={[crumb, { label: title }]}
        title={title}
        meta={`${kindName(kind)}, replayed from the log. That you looked is written down.`}
        actions={actions}
      />
      <QueryView query={whole} home={crumb.to} skeleton={<Skeleton />}>
        {(all) => (
          <QueryView query={isNow ? whole : past} home={crumb.to}>
            {(then) => <Replayed all={all} then={then} asOf={asOf} timeZone={organization.timeZone} places={places} />}
          </QueryView>
        )}
      </QueryView>
    </>
  );
}

function Replayed({
  all,
  then,
  asOf,
  timeZone,
  places,
}: {
  all: ReplayedRecord;
  then: ReplayedRecord;
  asOf: string | undefined;
  timeZone: string;
  places: ReplayPlaces;
}) {
  const { events } = all;
  const place = events.findIndex(({ position: each }) => each === then.position);
  const [earlier, shown, later] = [events[place - 1], events[place]!, events[place + 1]];
  const to = (event: Revision) => places.record(event.position);
  const when = (moment: string) => (
    <span title={viewersTime(moment)}>{formatInstant(moment, timeZone, { withZone: true })}</span>
  );
  return (
    <Stack>
      <Section
        title={`Revision ${then.revision} of ${all.revision}`}
        action={
          <span className={css.muted}>
            {asOf
              ? `As of ${formatInstant(asOf, timeZone, { withZone: true })}`
              : later
                ? 'As it was then'
                : 'As it is now'}
          </span>
        }
      >
        <KeyValues
          items={[
            { term: 'What happened', value: summaryOf(shown.type) },
            { term: 'By', value: shown.actor.name },
            { term: 'Happened', value: when(shown.at) },
            { term: 'Recorded', value: when(shown.recordedAt) },
            { term: 'Position in the log', value: shown.position.toLocaleString('en-CA') },
          ]}
        />
        <nav className={css.pagination} aria-label="Revisions, step by step">
          {earlier && (
            <ButtonLink to={to(earlier)} preventScrollReset leading={<IconArrowLeft size={20} aria-hidden />}>
              Revision {earlier.revision}
            </ButtonLink>
          )}
          {later && (
            <ButtonLink to={to(later)} preventScrollReset trailing={<IconArrowRight size={20} aria-hidden />}>
              Revision {later.revision}
            </ButtonLink>
          )}
          {places.page && <ButtonLink to={places.page(shown.revision)}>As people read it</ButtonLink>}
        </nav>
      </Section>
      <Proof event={shown} bundle={places.bundle(shown.recordedAt)} />
      <Section title={`What revision ${shown.revision} said`}>
        <Facts of={shown.data as object} zone={timeZone} />
      </Section>
      <Section title="All revisions">
        <HistoryList
          entries={events.toReversed().map((event) => ({
            key: event.position,
            revision: event.revision,
            at: event.recordedAt,
            when: when(event.recordedAt),
            seal: event.hash.slice(0, 8),
            selected: event === shown,
            what: (
              <>
                <Link className={css.step} to={to(event)}>
                  {summaryOf(event.type)}
                </Link>{' '}
                by <b>{event.actor.name}</b>
              </>
            ),
          }))}
        />
      </Section>
      <Section title="What the record came to by it">
        {then.state === null ? (
          <div className={css.notice}>
            <Banner>
              An event of this record is of a form that this version does not read. Its place and its hash stand all the
              same.
            </Banner>
          </div>
        ) : (
          <Facts of={then.state as object} zone={timeZone} />
        )}
      </Section>
    </Stack>
  );
}

/** Shell command that prints the line of the event in a bundle. */
const lineOf = ({ position: at }: Revision): string => `unzip -p BUNDLE.zip events.ndjson | grep '"position":${at},'`;

function Proof({ event, bundle }: { event: Revision; bundle: string }) {
  return (
    <Section title="How to prove it">
      <div className={css.explanation}>
        <p>
          This hash is made from the event and from the hash of the one before it in the organization’s log. Whoever
          changes one of them changes every hash from there on.
        </p>
        <code className={css.digest} aria-label="Hash">
          {inGroupsOfFour(event.hash)}
        </code>
        <CopyButton text={event.hash} what="Hash" />
        <p>
          A bundle is verified without us. Make one that reaches this position, verify it, and compare this hash with
          the one in its line of the same position:
        </p>
        <code className={css.digest}>{lineOf(event)}</code>
        <ButtonLink to={bundle} leading={<IconPackageExport size={20} aria-hidden />}>
          Make a bundle up to here…
        </ButtonLink>
      </div>
    </Section>
  );
}
