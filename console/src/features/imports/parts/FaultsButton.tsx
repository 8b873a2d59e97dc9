import { IconDownload } from '@tabler/icons-react';
import { showAlert } from '../../../lib/alerts.ts';
import { requestBytes } from '../../../lib/http.ts';
import { faultText } from '../../../lib/problem.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useStarted } from '../../../lib/startup.ts';
import { Button } from '../../../ui/Button.tsx';

/** Fetches the rows that are left out, each with what is wrong: mended, that file is sent again. */
export function FaultsButton({ importGuid }: { importGuid: string }) {
  const { organization } = useStarted();
  async function fetchIt() {
    try {
      saveFile(
        await requestBytes('getImportFaults', { params: { orgGuid: organization.guid, importGuid } }),
        'faults.csv',
      );
    } catch (fault) {
      showAlert({ type: 'error', title: 'The faults were not downloaded', subtitle: faultText(fault) });
    }
  }
  return (
    <Button leading={<IconDownload size={20} aria-hidden />} onClick={() => void fetchIt()}>
      Download faults
    </Button>
  );
}
