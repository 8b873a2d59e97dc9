import { IconTableImport } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { errorText } from '../../../lib/api/problem.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { CHOOSE_TABLE } from '../labels.ts';
import { sendTable, type SentTable } from '../send-table.ts';
import css from './Import.module.css';
import { TemplateDownload } from './TemplateDownload.tsx';

/** First step of an import: choosing a file on the device. */
export function ChooseTable({ onSent }: { onSent: (sent: SentTable) => void }) {
  const { organization } = useStarted();
  const field = useRef<HTMLInputElement>(null);
  const [part, setPart] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  async function send(file: File) {
    setError(null);
    setPart(0);
    try {
      onSent(await sendTable(organization.guid, file, {}, setPart));
    } catch (refused) {
      setError(errorText(refused));
    } finally {
      setPart(null);
    }
  }
  return (
    <>
      <Section title={CHOOSE_TABLE}>
        <p>
          A .csv or .xlsx file with one event a row and the names of its columns in the first, up to 25 MB and 50,000
          rows.
        </p>
        {error && (
          <Banner tone="danger" live>
            {error}
          </Banner>
        )}
        <div className={css.buttons}>
          <Button
            variant="primary"
            aria-busy={part !== null || undefined}
            leading={<IconTableImport size={20} aria-hidden />}
            onClick={() => part === null && field.current?.click()}
          >
            Choose a file…
          </Button>
          <input
            ref={field}
            type="file"
            hidden
            accept=".csv,.xlsx"
            aria-label="Table of events"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void send(file);
              // Choosing the same file again must fire a change event, too.
              target.value = '';
            }}
          />
          {part !== null && <progress max={1} value={part} aria-label="How much of it is sent" />}
        </div>
      </Section>
      <TemplateDownload />
    </>
  );
}
