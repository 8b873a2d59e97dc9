import { QueryBus } from '@nestjs/cqrs';
import type { ViewFacts } from '@plimsoll/contracts/incidents/view-events';
import { defineCommand } from '../../commands/define-command.ts';
import { LimitedRecords } from '../../commands/limited-records.ts';
import { limitedViews } from './limited-views.ts';
import { saveView } from './save-view.rule.ts';

export const SaveView = defineCommand({
  name: 'SaveView',
  needs: [LimitedRecords, QueryBus],
  handle: (limited, queries) => (store, envelope, viewGuid: string, view: ViewFacts) =>
    limited.execute(store, envelope, {
      ...limitedViews(envelope, viewGuid, limited, queries),
      decide: (stored, existing) => saveView(viewGuid, view, existing[view.scope], stored, envelope.actor),
    }),
});
