import { defineContext } from '../kernel/context.ts';
import { checkedImport, importFault, incidentImport, uploadedImport } from './requests.ts';
import { importRoutes } from './routes.ts';

export const importsContext = defineContext({
  name: 'imports',
  routes: importRoutes,
  answers: {
    UploadedImport: uploadedImport,
    CheckedImport: checkedImport,
    ImportFault: importFault,
    IncidentImport: incidentImport,
  },
});
