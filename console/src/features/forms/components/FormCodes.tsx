import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { KeptForm } from '@plimsoll/contracts/forms/form';
import { incidentsPaths } from '../../incidents/paths.ts';
import { saveFile } from '../../../lib/api/save-file.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { SelectField } from '../../../ui/inputs/SelectField.tsx';
import css from './FormCodes.module.css';

const QrCode = lazy(async () => ({ default: (await import('../../../ui/data/QrCode.tsx')).QrCode }));

/** QR code for each worksite, to be printed and put up there. Scanning it opens the report form for that worksite. */
export function FormCodes({ form: { formGuid, name } }: { form: Pick<KeptForm, 'formGuid' | 'name'> }) {
  const { organization, features } = useStarted();
  const worksites = features.has('WORKSITES') ? organization.worksites.filter(({ status }) => status === 'ACTIVE') : [];
  const [worksiteGuid, setWorksiteGuid] = useState<string | null>(worksites[0]?.guid ?? null);
  const figure = useRef<HTMLElement>(null);
  const place = worksites.find(({ guid }) => guid === worksiteGuid)?.name;
  const words = place ? `${name}, ${place}` : name;
  const address = `${location.origin}${incidentsPaths.reportEvent({ formGuid, ...(worksiteGuid && { worksiteGuid }), organizationGuid: organization.guid })}`;
  const save = () => {
    const drawn = figure.current?.querySelector('svg');
    if (drawn)
      saveFile(new Blob([new XMLSerializer().serializeToString(drawn)], { type: 'image/svg+xml' }), `${words}.svg`);
  };
  return (
    <Section title="Code to scan">
      <div className={css.codes}>
        <div>
          <p>Whoever scans it with a phone reports by this form{place && ', with the worksite filled in'}.</p>
          {worksites.length > 0 && (
            <SelectField
              label="For which worksite?"
              placeholder="No worksite filled in"
              options={worksites.map(({ guid, name: called }) => ({ value: guid, label: called }))}
              value={worksiteGuid}
              onChange={setWorksiteGuid}
            />
          )}
          <Button leading={<IconDownload size={20} aria-hidden />} onClick={save}>
            Save the picture
          </Button>
        </div>
        <figure ref={figure}>
          <Suspense fallback={<div className={css.code} />}>
            <QrCode text={address} label={`Code for ${words}`} className={css.code!} />
          </Suspense>
          <figcaption>{words}</figcaption>
        </figure>
      </div>
    </Section>
  );
}
