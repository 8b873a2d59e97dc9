import type { ExportFormat } from '@plimsoll/contracts/incidents/list-requests';
import { showAlert } from '../../../lib/format/alerts.ts';
import { requestBytes } from '../../../lib/api/http.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { saveFile } from '../../../lib/api/save-file.ts';
import type { ListQuestion } from '../api.ts';

/** Downloads the whole list as a file named after the day. */
export async function downloadList(
  organizationGuid: string,
  { filter, sortBy, sortDirection }: ListQuestion,
  format: ExportFormat,
  day: string,
): Promise<void> {
  try {
    saveFile(
      await requestBytes(
        'exportIncidents',
        { query: { organizationGuid }, body: { format, filter, sortBy, sortDirection } },
        { key: newGuid() },
      ),
      `events-${day}.${format.toLowerCase()}`,
    );
  } catch (error) {
    showAlert({ type: 'error', title: 'The list was not exported', subtitle: errorText(error) });
  }
}
