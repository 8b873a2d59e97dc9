import { useEffect, useEffectEvent, useState } from 'react';

/**
 * What a dynamic import brings, for the content of a menu that few people open; null until it is there. If it cannot be
 * loaded, it is tried again when the menu is opened the next time.
 */
export function useLoaded<Part>(load: () => Promise<Part>): Part | null {
  const [part, setPart] = useState<{ loaded: Part } | null>(null);
  const ask = useEffectEvent(load);
  useEffect(() => {
    let isHere = true;
    ask().then(
      (loaded) => isHere && setPart({ loaded }),
      () => undefined,
    );
    return () => void (isHere = false);
  }, []);
  return part && part.loaded;
}
