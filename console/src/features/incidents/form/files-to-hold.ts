import { createContext } from 'react';

/** Whether files may be chosen here: in a report, which announces them; a change of an event keeps those that it has. */
export const FilesToHold = createContext(false);
