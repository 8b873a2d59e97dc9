import type { Meta, StoryObj } from '@storybook/react-vite';
import { useRef, useState } from 'react';
import { Button } from '../inputs/Button.tsx';
import { AnchorTo } from './AnchorTo.tsx';

const meta = { component: AnchorTo } satisfies Meta;
export default meta;

/** Renders nothing: what takes a child to be placed beside gets the element that is on the page already. */
function Anchored() {
  const button = useRef<HTMLButtonElement>(null);
  const [words, setWords] = useState('');
  return (
    <>
      <Button ref={button}>Export</Button>
      <AnchorTo element={button} ref={(element) => setWords(element?.textContent ?? '')} />
      <p>A panel would be placed beside the button “{words}”.</p>
    </>
  );
}

export const BesideAButton: StoryObj = { render: () => <Anchored /> };
