import { AppProvider } from '@shopify/polaris';
import english from '@shopify/polaris/locales/en.json';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ClockMenu } from './clock-menu.tsx';

// jsdom has no layout or scrolling, and Polaris opens a popover only at a button that has a layout.
vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
Element.prototype.scrollTo = () => {};

const begin = '2031-01-31T12:00:00.000Z';
let now: string;
let moves: unknown[];
let answer: (() => Response | Promise<Response>) | undefined;

beforeEach(() => {
  now = begin;
  moves = [];
  answer = undefined;
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    if (init.method === 'POST') {
      moves.push(JSON.parse(String(init.body)));
      if (answer) return answer();
      now = '2031-02-28T12:00:00.000Z';
    }
    return Response.json({ now });
  });
});
afterEach(() => vi.unstubAllGlobals());

async function open() {
  render(
    <AppProvider i18n={english}>
      <ClockMenu />
    </AppProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Clock: .*2031/ }));
  return await screen.findByRole('button', { name: '1 month' });
}

it('moves to the last day of a shorter month, says so, and keeps the focus on the button', async () => {
  const month = await open();
  // Polaris moves the focus into the popover a moment after opening it.
  const hour = screen.getByRole('button', { name: '1 hour' });
  await waitFor(() => expect(document.activeElement).toBe(hour));
  month.focus();
  fireEvent.click(month);
  await screen.findByText('The clock has moved.');
  expect(moves).toEqual([{ to: '2031-02-28T12:00:00.000Z' }]);
  expect(document.activeElement).toBe(month);
  expect(screen.getByText(/^It’s .*28/)).toBeTruthy();
});

it('moves once for two presses, and says why it could not', async () => {
  const month = await open();
  let release = (_: Response) => {};
  answer = () => new Promise((resolve) => (release = resolve));
  fireEvent.click(month);
  await screen.findByText('The clock is moving.');
  fireEvent.click(month);
  expect(moves).toHaveLength(1);
  release(Response.json({ message: 'The app does not answer.' }, { status: 400 }));
  await screen.findByText('The clock couldn’t be moved');
  expect(screen.getByText('The app does not answer.')).toBeTruthy();
});

it('asks for a date before it moves to one', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Move the clock' }));
  await screen.findByText('Choose a date and time');
  expect(moves).toEqual([]);
});
