import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invoice } from '@plimsoll/contracts/billing/answers';
import { cardLabel } from '@plimsoll/contracts/billing/card-label';
import { invoiceTexts } from '@plimsoll/contracts/billing/invoice-texts';
import { requestBytes } from '../../../lib/api/http.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { saveFile } from '../../../lib/api/save-file.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatDay } from '../../../lib/format/time.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Dialog } from '../../../ui/feedback/Dialog.tsx';
import { KeyValues } from '../../../ui/data/KeyValues.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { invoicesQuery } from '../api.ts';
import { formatMoney, invoiceStatus, NO_INVOICE, planLabel } from '../labels.ts';
import { countryName } from '../pay/provinces.ts';
import { QuoteLines } from '../pay/QuoteLines.tsx';
import css from '../Billing.module.css';

/** Number of invoices shown at first. The API returns at most MAX_INVOICES. */
export const FIRST_INVOICES = 10;
const MAX_INVOICES = 100;

/** Invoices, newest first, each with its lines. */
export function Invoices() {
  const { organization } = useStarted();
  const [limit, setLimit] = useState(FIRST_INVOICES);
  const [opened, setOpened] = useState<Invoice | null>(null);
  const query = useQuery(invoicesQuery(organization.guid, limit));
  return (
    <Section title="Invoices">
      <QueryView query={query} skeleton={<Skeleton widths={['92%', '92%']} />}>
        {({ items, totalCount }) => (
          <>
            {items.length === 0 && <p className={css.note}>{NO_INVOICE}</p>}
            {items.length > 0 && (
              <RowList label="Invoices">
                {items.map((invoice) => (
                  <Row
                    key={invoice.invoiceGuid}
                    title={`${formatMoney(invoice.total, invoice.currency)}`}
                    badge={
                      <Badge tone={invoice.kind === 'CREDIT_NOTE' ? 'plain' : toneOf[invoice.status]}>
                        {invoice.kind === 'CREDIT_NOTE' ? invoiceTexts.CREDIT_NOTE : invoiceStatus(invoice)}
                      </Badge>
                    }
                    under={`${formatDay(invoice.issuedOn)} · ${invoice.number} · ${planLabel(invoice.productName, invoice.billingInterval)}`}
                    actions={
                      <Button
                        variant="quiet"
                        aria-label={`Show ${calledInvoice(invoice)}`}
                        onClick={() => setOpened(invoice)}
                      >
                        Show
                      </Button>
                    }
                  />
                ))}
              </RowList>
            )}
            {totalCount > items.length && limit < MAX_INVOICES && (
              <Button variant="quiet" flush onClick={() => setLimit(MAX_INVOICES)}>
                Show earlier invoices
              </Button>
            )}
          </>
        )}
      </QueryView>
      {opened && <InvoiceDialog invoice={opened} onClose={() => setOpened(null)} />}
    </Section>
  );
}

const toneOf = { PAID: 'good', OPEN: 'asks', VOID: 'plain' } as const;

const calledInvoice = ({ kind, number }: Invoice): string =>
  `${kind === 'CREDIT_NOTE' ? 'credit note' : 'invoice'} ${number}`;

function InvoiceDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const {
    kind,
    number,
    issuedOn,
    dueOn,
    seller,
    address,
    taxes,
    refunded,
    currency,
    productName,
    billingInterval,
    paidWith,
  } = invoice;
  const isCreditNote = kind === 'CREDIT_NOTE';
  const registered = taxes.flatMap(({ name, registrationNumber }) =>
    registrationNumber ? [{ term: `${name} registration`, value: registrationNumber }] : [],
  );
  return (
    <Dialog opened onClose={onClose} title={`${invoiceTexts[kind]} ${number}`}>
      <KeyValues
        layout="rows"
        items={[
          { term: 'Status', value: isCreditNote ? 'Refunded' : invoiceStatus(invoice) },
          ...(paidWith ? [{ term: invoiceTexts.paidWith, value: cardLabel(paidWith) }] : []),
          { term: 'Issued', value: formatDay(issuedOn) },
          ...(isCreditNote ? [] : [{ term: 'Due', value: formatDay(dueOn) }]),
          { term: 'From', value: [seller.name, ...seller.lines].join(', ') },
          ...(address
            ? [
                {
                  term: 'To',
                  value: [
                    address.mailingAddress,
                    address.city,
                    `${address.province} ${address.postalCode}`,
                    countryName(address.country),
                  ].join(', '),
                },
              ]
            : []),
          ...registered,
          ...(refunded > 0 ? [{ term: 'Refunded', value: formatMoney(refunded, currency) }] : []),
        ]}
      />
      <div className={css.lines}>
        <QuoteLines of={invoice} name={planLabel(productName, billingInterval)} />
      </div>
      <DownloadButton invoice={invoice} />
    </Dialog>
  );
}

/** Downloads the invoice as a document. */
function DownloadButton({ invoice: { invoiceGuid, number } }: { invoice: Invoice }) {
  const { organization } = useStarted();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  async function download() {
    setBusy(true);
    setError(null);
    try {
      saveFile(
        await requestBytes('getInvoiceDocument', { params: { orgGuid: organization.guid, invoiceGuid } }),
        `${number}.pdf`,
      );
    } catch (refused) {
      setError(refused);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      {error !== null && (
        <Banner tone="danger" live>
          {errorText(error)}
        </Banner>
      )}
      <div className={css.actions}>
        <SubmitButton busy={isBusy} onClick={() => void download()}>
          Download as PDF
        </SubmitButton>
      </div>
    </>
  );
}
