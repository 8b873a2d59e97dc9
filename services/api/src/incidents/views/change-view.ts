import { QueryBus } from '@nestjs/cqrs';
import type { ChangeViewRequest } from '@plimsoll/contracts/incidents/saved-views';
import { defineCommand } from '../../commands/define-command.ts';
import { LimitedRecords } from '../../commands/limited-records.ts';
import { limitedViews } from './limited-views.ts';
import { changeView } from './change-view.rule.ts';

export const ChangeView = defineCommand({
  name: 'ChangeView',
  needs: [LimitedRecords, QueryBus],
  handle: (limited, queries) => (store, envelope, viewGuid: string, input: ChangeViewRequest) =>
    limited.execute(store, envelope, {
      ...limitedViews(envelope, viewGuid, limited, queries),
      decide: (stored, existing) => changeView(input, stored, existing, envelope.actor),
    }),
});
