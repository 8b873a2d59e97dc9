import { defineContext } from '../kernel/context.ts';
import { importErrors } from './errors.ts';
import { checkedImport, importError, incidentImport, uploadedImport } from './requests.ts';
import { importRoutes } from './routes.ts';

export const importsContext = defineContext({
  name: 'imports',
  routes: importRoutes,
  errors: importErrors,
  answers: {
    UploadedImport: uploadedImport,
    CheckedImport: checkedImport,
    ImportFault: importError,
    IncidentImport: incidentImport,
  },
});
