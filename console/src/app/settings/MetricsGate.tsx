import { permissionGate } from '../permission-gate.tsx';

/** Hours and distances are entered by those who may. */
export const MetricsGate = permissionGate('VIEW_AND_SET_MONTHLY_METRICS');
