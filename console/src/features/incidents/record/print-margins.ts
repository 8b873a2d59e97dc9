import { useEffect } from 'react';

/** Adds a footer to every printed page, with a text and the page number. */
export function usePrintMargins(words: string): void {
  useEffect(() => {
    const margins = document.createElement('style');
    margins.textContent = `@page{@bottom-left{content:${JSON.stringify(words)};font-size:9pt}@bottom-right{content:counter(page) " of " counter(pages);font-size:9pt}}`;
    const add = () => document.head.append(margins);
    const remove = () => margins.remove();
    addEventListener('beforeprint', add);
    addEventListener('afterprint', remove);
    return () => {
      remove();
      removeEventListener('beforeprint', add);
      removeEventListener('afterprint', remove);
    };
  }, [words]);
}
