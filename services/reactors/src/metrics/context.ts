import { defineContext } from '../context.ts';
import { metricsMails } from './mails.ts';
import { metricsReactors } from './reactors.ts';
import { endedMonths } from './schedules.ts';

export const metrics = defineContext({
  name: 'metrics',
  reactors: metricsReactors,
  mails: metricsMails,
  schedules: [endedMonths],
});
