import { useState } from 'react';

interface FrozenData<Data> {
  shown: Data | undefined;
  /** Whether newer data than what is shown is available. */
  isBehind: boolean;
  catchUp: () => void;
}

/**
 * Freezes shown data once it has loaded (`isSettled`), until the reader asks for the newer data with `catchUp`.
 * @param contentsOf what of the data counts as a change, as a text; by default all of it.
 */
export function useFrozenData<Data>(
  newest: Data | undefined,
  isSettled: boolean,
  contentsOf?: (data: Data) => string,
): FrozenData<Data> {
  const [shown, setShown] = useState(newest);
  const [hasLoaded, setLoaded] = useState(false);
  if (!hasLoaded && shown !== newest) setShown(newest);
  if (!hasLoaded && isSettled && newest !== undefined) setLoaded(true);
  return {
    shown: hasLoaded ? shown : newest,
    isBehind:
      hasLoaded && shown !== newest && !(contentsOf && shown && newest && contentsOf(shown) === contentsOf(newest)),
    catchUp: () => setShown(newest),
  };
}
