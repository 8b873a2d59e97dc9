import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { incidentExportStream } from '@plimsoll/contracts/incidents/streams';
import { existence } from '../../commands/decider.ts';
import { type Export, exportIncidents } from './export-incidents.rule.ts';

const incidentExportDecider = existence(incidentExportStream);

export const ExportIncidents = defineCommand({
  name: 'ExportIncidents',
  useCase: (_, guid: string, taken: Export) =>
    singleStream({
      own: incidentExportDecider.of(guid),
      decide: () => exportIncidents(taken),
      expectedState: 'NEW',
    }),
});
