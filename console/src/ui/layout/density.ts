import { useState } from 'react';
import type { Density } from '../data/DataTable.tsx';

const key = 'plimsoll-density';

function remembered(): Density {
  try {
    return localStorage.getItem(key) === 'compact' ? 'compact' : 'comfortable';
  } catch {
    return 'comfortable';
  }
}

/** The row height of lists, as the user chose it on this device. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState(remembered);
  return [
    density,
    (chosen) => {
      setDensity(chosen);
      try {
        localStorage.setItem(key, chosen);
      } catch {
        // Without storage the choice lasts until the page is closed.
      }
    },
  ];
}
