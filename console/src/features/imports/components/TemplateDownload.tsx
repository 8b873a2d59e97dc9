import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formsQuery } from '../../../lib/api/form-queries.ts';
import { requestBytes } from '../../../lib/api/http.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { saveFile } from '../../../lib/api/save-file.ts';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { SelectField } from '../../../ui/inputs/SelectField.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import css from './Import.module.css';

/** Downloads an empty table for a form, whose columns are matched without help. */
export function TemplateDownload() {
  const { organization } = useStarted();
  const forms = useQuery(formsQuery(organization.guid));
  const [formGuid, setFormGuid] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  async function download(format: 'XLSX' | 'CSV') {
    if (formGuid === null) return setError('Choose the form of the template');
    const params = { orgGuid: organization.guid, formGuid };
    try {
      saveFile(
        await requestBytes('getImportTemplate', { params, query: { format } }),
        `template.${format.toLowerCase()}`,
      );
    } catch (refused) {
      showAlert({ type: 'error', title: 'The template was not downloaded', subtitle: errorText(refused) });
    }
  }
  return (
    <Section title="Start from a template">
      <p>Download an empty table with a column for each field and question, and fill it in.</p>
      <div className={css.fields}>
        <SelectField
          label="Form of the template"
          value={formGuid}
          error={error}
          onChange={(value) => {
            setFormGuid(value);
            setError(null);
          }}
          options={(forms.data?.items ?? []).map(({ formGuid: value, name }) => ({ value, label: name }))}
        />
      </div>
      <div className={css.buttons}>
        {(['XLSX', 'CSV'] as const).map((format) => (
          <Button key={format} leading={<IconDownload size={20} aria-hidden />} onClick={() => void download(format)}>
            Download {format}
          </Button>
        ))}
      </div>
    </Section>
  );
}
