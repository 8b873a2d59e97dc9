import { defineReadContext } from '../platform/read-context.ts';
import { invoiceList } from './invoice-list/project.ts';
import { subscription } from './subscription/project.ts';

export const billing = defineReadContext({
  readModels: [subscription, invoiceList],
  queries: [() => import('./invoice-list/query.ts'), () => import('./subscription/query.ts')],
});
