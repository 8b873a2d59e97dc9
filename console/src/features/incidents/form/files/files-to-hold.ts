import { createContext } from 'react';

/**
 * Where chosen files go: with a report, which announces them, or to an existing incident, before the change is sent.
 * Null if nothing is sent.
 */
export const FilesToHold = createContext<'REPORT' | 'EVENT' | null>(null);
