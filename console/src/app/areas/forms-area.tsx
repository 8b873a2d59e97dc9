import type { RouteObject } from 'react-router';
import { formsPattern } from '../../features/forms/paths.ts';
import { EventsGate } from '../gates.tsx';
import { permissionGate } from '../permission-gate.tsx';
import { screensOf, type Screens } from './screen.ts';

const screen = screensOf(
  import.meta.glob([
    '../../features/forms/pages/*.route.tsx',
    '../../features/incidents/pages/preview-form.route.tsx',
  ]) as Screens,
);

/** /events/manage-forms and all below it. */
export const routes: RouteObject[] = [
  {
    Component: EventsGate,
    children: [
      {
        Component: permissionGate('CREATE_AND_MANAGE_EVENT_FORMS'),
        children: [
          screen(formsPattern.forms, 'forms/forms'),
          screen(formsPattern.builtInForms, 'forms/forms'),
          screen(formsPattern.form, 'forms/form'),
          screen(formsPattern.editForm, 'forms/edit-form'),
          screen(formsPattern.previewForm, 'incidents/preview-form'),
        ],
      },
    ],
  },
];
