import { defineContext } from '../context.ts';
import { organizationReactors } from './reactors.ts';

export const organizations = defineContext({ name: 'organizations', reactors: organizationReactors });
