import { screen, type Declared, type Gate } from '../../lib/url/screen.ts';
import { formsPattern } from './paths.ts';

const gate: readonly Gate[] = [{ module: 'events' }, { permission: 'CREATE_AND_MANAGE_EVENT_FORMS' }];

export const routes: readonly Declared[] = [
  screen({
    path: [formsPattern.forms, formsPattern.builtInForms],
    gate,
    page: () => import('./pages/forms.route.tsx'),
  }),
  screen({
    path: formsPattern.form,
    gate,
    page: () => import('./pages/form.route.tsx'),
  }),
  screen({
    path: formsPattern.editForm,
    gate,
    page: () => import('./pages/edit-form.route.tsx'),
  }),
];
