import { IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { headingOf } from '@plimsoll/contracts/incidents/vocabulary';
import { agoText, momentText } from '../../../lib/forms/drafts.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { discard, sendNow, takeOut } from '../../../lib/offline/outbox.ts';
import { filesOf, type OutboxReport } from '../../../lib/offline/outbox-report.ts';
import { incidentsPaths } from '../paths.ts';
import { paths } from '../../../lib/url/paths.ts';
import { sealedDrafts } from '../../../lib/forms/sealed-drafts.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { ConfirmDialog } from '../../../ui/feedback/Dialog.tsx';
import { KeyValues } from '../../../ui/data/KeyValues.tsx';
import { ArrivedBefore } from '../form/ArrivedBefore.tsx';
import { returnedDraftKey, type ReportDraft } from '../form/report-drafts.ts';
import type { EventFields } from '../form/fields/event-fields.ts';
import css from './Outbox.module.css';

/** Status of an unsent report in one line. */
function ReportStatus({ report: { standing, words, nextAt, tries, arrived, review } }: { report: OutboxReport }) {
  if (standing === 'NEEDS_YOU') return <Banner tone="danger">Needs you. {words}</Banner>;
  if (standing === 'ARRIVED_BEFORE') {
    return (
      <Banner tone="warning">
        <ArrivedBefore />
      </Banner>
    );
  }
  if (standing === 'SIGN_IN') {
    return (
      <Banner
        tone="warning"
        action={
          <ButtonLink size="s" to={paths.signIn(incidentsPaths.outbox())}>
            Sign in
          </ButtonLink>
        }
      >
        It waits until you have signed in again.
      </Banner>
    );
  }
  const next = tries > 0 && nextAt ? `Next try ${momentText(nextAt)}.` : '';
  if (arrived)
    return (
      <Banner>
        Event {arrived.number} has arrived. {review?.name} is still to be asked to review it. {next}
      </Banner>
    );
  return <Banner>{tries === 0 ? 'On its way.' : next || 'It has not been sent.'}</Banner>;
}

/**
 * Turns a report back into a draft. A report that the server rejected gets a new key; one that may have arrived keeps
 * its key.
 */
async function restoreDraft(person: string, report: OutboxReport): Promise<string> {
  const { formGuid } = report.body;
  const isRefused = report.standing === 'NEEDS_YOU';
  const draft: ReportDraft = {
    key: isRefused ? newGuid() : report.key,
    reviewKey: report.review?.key,
    fields: report.fields as EventFields,
    at: isRefused || report.tries === 0 ? undefined : report.body.at,
  };
  const savedAt = new Date().toISOString();
  await sealedDrafts.set(returnedDraftKey(person, report.organizationGuid, formGuid, report.key), {
    value: draft,
    savedAt,
  });
  return incidentsPaths.reportEvent({
    formGuid,
    ...(report.body.isQuick && { quick: 'true' }),
    draft: report.key,
    organizationGuid: report.organizationGuid,
  });
}

/** An unsent report with its commands. */
export function OutboxItem({
  report,
  at,
  onChange,
}: {
  report: OutboxReport;
  at: Date;
  onChange: (address: string) => void;
}) {
  const { user } = useStarted();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const heading = headingOf(report.body.description);
  const files = filesOf(report).length;
  const isOurs = report.arrived === null;
  const during = (work: Promise<unknown>) => {
    setBusy(true);
    void work.finally(() => setBusy(false));
  };
  const change = async () => {
    const address = await takeOut(report.key, (found) => restoreDraft(user.guid, found));
    if (address) onChange(address);
  };
  return (
    <article className={css.item} aria-label={heading}>
      <h3>{heading}</h3>
      <ReportStatus report={report} />
      <KeyValues
        layout="rows"
        items={[
          { term: 'Form', value: report.formName },
          { term: 'Saved', value: agoText(report.savedAt, at) },
          ...(report.triedAt ? [{ term: 'Last try', value: agoText(report.triedAt, at) }] : []),
          ...(files > 0 ? [{ term: 'Files', value: `${files} kept` }] : []),
          { term: 'Number', value: report.arrived?.number ?? 'given when received' },
        ]}
      />
      <div className={css.actions}>
        {report.standing !== 'ARRIVED_BEFORE' && (
          <Button
            leading={<IconRefresh size={20} aria-hidden />}
            aria-busy={busy || undefined}
            disabled={busy}
            onClick={() => during(sendNow(report.key))}
          >
            Send now
          </Button>
        )}
        {isOurs && report.standing !== 'ARRIVED_BEFORE' && (
          <Button leading={<IconPencil size={20} aria-hidden />} disabled={busy} onClick={() => during(change())}>
            Open and change
          </Button>
        )}
        <Button
          variant="danger"
          leading={<IconTrash size={20} aria-hidden />}
          disabled={busy}
          onClick={() => setAsking(true)}
        >
          Discard…
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={isOurs ? 'Discard this report' : 'Stop asking for this review'}
        text={
          isOurs
            ? `“${heading}” has not been sent. It is removed from this device, with its files.`
            : `The event is there. This device no longer asks ${report.review?.name ?? 'anyone'} to review it.`
        }
        danger
        onConfirm={() => {
          setAsking(false);
          during(discard(report.key));
        }}
      />
    </article>
  );
}
