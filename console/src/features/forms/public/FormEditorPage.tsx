import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { KeptForm } from '@plimsoll/contracts/forms/form';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { formsPaths } from '../paths.ts';
import { formDraftQuery } from './form-drafts.ts';
import { useStarted } from '../../../lib/session/startup.ts';

/** Props of a page on a form, with a link to the other page. */
interface FormEditorPageProps {
  /** Label of the last breadcrumb. */
  step: string;
  titleOf?: (name: string) => string;
  describes?: boolean;
  other: { label: string; to: (formGuid: string) => string; onlyWhereChanged?: boolean };
  children: (form: KeptForm) => ReactNode;
}

/** Frame of the pages that edit and preview a form. */
export function FormEditorPage({
  step,
  titleOf = (name) => name,
  describes = false,
  other,
  children,
}: FormEditorPageProps) {
  const { organization } = useStarted();
  const { formGuid } = useParams();
  const query = useQuery(formDraftQuery(organization.guid, formGuid!));
  const name = query.data?.name ?? 'Form';
  const leadsOn = !other.onlyWhereChanged || query.data?.allowedCommands.includes('change');
  return (
    <>
      <PageHeader
        crumbs={[
          { label: 'Forms', to: formsPaths.forms() },
          { label: name, to: formsPaths.form(formGuid!) },
          { label: step },
        ]}
        title={titleOf(name)}
        meta={describes ? query.data?.description : undefined}
        actions={leadsOn && <ButtonLink to={other.to(formGuid!)}>{other.label}</ButtonLink>}
      />
      <QueryView query={query} home={formsPaths.forms()}>
        {children}
      </QueryView>
    </>
  );
}
