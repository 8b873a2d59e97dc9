import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { requestBytes } from '../../../lib/api/http.ts';
import { useOpenEvent, useRailWithin } from '../public/open-event.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { saveFile } from '../../../lib/api/save-file.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { CheckboxField } from '../../../ui/inputs/ChoiceField.tsx';
import { FieldGroup, FieldStack } from '../../../ui/inputs/FormField.tsx';
import { Section } from '../../../ui/layout/Section.tsx';

const parts = [
  { part: 'photos', label: 'Photos' },
  { part: 'tasks', label: 'Corrective actions' },
  { part: 'history', label: 'History' },
] as const;
type Part = (typeof parts)[number]['part'];

/** Exports an incident as a PDF, with optional parts; of a past revision if the URL names one. */
export function Component() {
  const { organization } = useStarted();
  const { eventId, number } = useOpenEvent();
  const rail = useRailWithin();
  const [search] = useSearchParams();
  const revision = /^[1-9]\d{0,8}$/.exec(search.get('revision') ?? '')?.[0];
  const [chosenParts, setChosenParts] = useState<ReadonlySet<Part>>(new Set(['photos']));
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const toggle = (part: Part, on: boolean) =>
    setChosenParts(
      new Set(parts.map((each) => each.part).filter((each) => (each === part ? on : chosenParts.has(each)))),
    );
  const exportPdf = async () => {
    setBusy(true);
    setError(null);
    try {
      const flags = Object.fromEntries([...chosenParts].map((part) => [part, 'true' as const]));
      saveFile(
        await requestBytes('exportIncident', {
          params: { eventId },
          query: { organizationGuid: organization.guid, ...flags, ...(revision && { revision }) },
        }),
        `event-${number}.pdf`,
      );
    } catch (refused) {
      setError(refused);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {rail}
      <Section title={revision ? `PDF of event ${number} as revision ${revision} left it` : `PDF of event ${number}`}>
        {error !== null && (
          <Banner tone="danger" live>
            {errorText(error)}
          </Banner>
        )}
        <p>
          It has the report with its answers and the names of its attachments. Each page bears the number, the revision
          and the seal.
        </p>
        <FieldStack>
          <FieldGroup label="Add" id="export-parts">
            {parts.map(({ part, label }) => (
              <CheckboxField
                key={part}
                label={label}
                checked={chosenParts.has(part)}
                onChange={({ target }) => toggle(part, target.checked)}
              />
            ))}
          </FieldGroup>
        </FieldStack>
        <p>
          <Button
            variant="primary"
            disabled={isBusy}
            leading={<IconFileTypePdf size={20} aria-hidden />}
            onClick={() => void exportPdf()}
          >
            {isBusy ? 'The PDF is being made' : 'Download the PDF'}
          </Button>
        </p>
      </Section>
    </>
  );
}
