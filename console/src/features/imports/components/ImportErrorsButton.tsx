import { IconDownload } from '@tabler/icons-react';
import { showAlert } from '../../../lib/format/alerts.ts';
import { requestBytes } from '../../../lib/api/http.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { saveFile } from '../../../lib/api/save-file.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Button } from '../../../ui/inputs/Button.tsx';

/** Downloads the omitted rows with their errors. The corrected file can be imported again. */
export function ErrorsButton({ importGuid }: { importGuid: string }) {
  const { organization } = useStarted();
  async function fetchIt() {
    try {
      saveFile(
        await requestBytes('getImportFaults', { params: { orgGuid: organization.guid, importGuid } }),
        'faults.csv',
      );
    } catch (error) {
      showAlert({ type: 'error', title: 'The faults were not downloaded', subtitle: errorText(error) });
    }
  }
  return (
    <Button leading={<IconDownload size={20} aria-hidden />} onClick={() => void fetchIt()}>
      Download faults
    </Button>
  );
}
