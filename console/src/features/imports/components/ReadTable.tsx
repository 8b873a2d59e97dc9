import { useState } from 'react';
import { columnLabel } from '@plimsoll/contracts/imports/fields';
import { encodingNamed } from '@plimsoll/contracts/imports/text-encodings';
import { errorText } from '../../../lib/api/problem.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { SelectField } from '../../../ui/inputs/SelectField.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { CHOOSE_TABLE, encodingLabels } from '../labels.ts';
import { sendTable, visibleSheets, type Reading, type SentTable } from '../send-table.ts';
import { FirstRows } from './FirstRows.tsx';
import css from './Import.module.css';

/** Asks which sheet is meant and how the text is encoded, where the file leaves it open, and shows its first rows. */
export function ReadTable({
  table,
  onRead,
  onDone,
  onBack,
}: {
  table: SentTable;
  onRead: (read: SentTable) => void;
  onDone: () => void;
  onBack: () => void;
}) {
  const { organization } = useStarted();
  const { file, reading, sent } = table;
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const sheets = visibleSheets(sent);
  const asksSheet = sheets.length > 1;
  const asksEncoding = sent.encodings.length > 1;
  const isAnswered = (!asksSheet || reading.sheet !== undefined) && (!asksEncoding || reading.encoding !== undefined);
  async function read(change: Reading) {
    setError(null);
    setReading(true);
    try {
      onRead(await sendTable(organization.guid, file, { ...reading, ...change }));
    } catch (refused) {
      setError(errorText(refused));
    } finally {
      setReading(false);
    }
  }
  return (
    <Section title={CHOOSE_TABLE}>
      {error && (
        <Banner tone="danger" live>
          {error}
        </Banner>
      )}
      <div className={css.fields}>
        {asksSheet && (
          <SelectField
            label="Sheet"
            hint={`${file.name} has several sheets`}
            placeholder="Choose a sheet"
            disabled={isReading}
            value={reading.sheet === undefined ? null : String(reading.sheet)}
            onChange={(value) => value !== null && void read({ sheet: Number(value) })}
            options={sheets.map(({ index, name }) => ({ value: String(index), label: name }))}
          />
        )}
        {asksEncoding && (
          <SelectField
            label="Text encoding"
            hint="Choose the one in which the rows below are readable"
            placeholder="Choose an encoding"
            disabled={isReading}
            value={reading.encoding ?? null}
            onChange={(value) => value !== null && void read({ encoding: value })}
            options={sent.encodings.map((value) => {
              const known = encodingNamed(value);
              return { value, label: known ? encodingLabels[known] : value };
            })}
          />
        )}
      </div>
      <FirstRows
        caption={`First rows of ${file.name}`}
        columns={sent.columns.map((_, index) => columnLabel(sent.columns, index))}
        rows={sent.sample}
      />
      <div className={css.buttons}>
        <Button
          variant="primary"
          disabled={!isAnswered}
          aria-busy={isReading || undefined}
          onClick={() => !isReading && onDone()}
        >
          Continue
        </Button>
        <Button onClick={onBack}>Another file</Button>
      </div>
    </Section>
  );
}
