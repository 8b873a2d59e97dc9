import { useState } from 'react';
import css from './CollapsibleText.module.css';

const SHORT = 140;

/** Long text, cut at a word until the reader expands it. */
export function CollapsibleText({ words }: { words: string }) {
  const [all, setAll] = useState(false);
  if (words.length <= SHORT + 40 || all) return words;
  return (
    <>
      {words.slice(0, words.lastIndexOf(' ', SHORT) + 1 || SHORT).trimEnd()}…{' '}
      <button type="button" className={css.more} onClick={() => setAll(true)}>
        Show all
      </button>
    </>
  );
}
