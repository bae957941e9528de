import { render, renderHook, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { earlyClicks, noticeIds, useAwakeDocument } from './early-clicks.ts';

/** Events that reached the elements after their scripts had loaded. */
const answered = vi.fn<(name: string) => void>();
const answering = (name: string) => (event: { preventDefault: () => void }) => {
  event.preventDefault();
  answered(name);
};

function Screen({ more = true }: { more?: boolean }) {
  return (
    <>
      <button type="button" onClick={answering('Add')}>
        <svg data-testid="icon" />
        Add
      </button>
      <a href="/shipping" onClick={answering('Shipping')}>
        Shipping
      </a>
      <a href="https://elsewhere.test/" onClick={answering('Elsewhere')}>
        Elsewhere
      </a>
      <table>
        <tbody>
          <tr onClick={answering('row')}>
            <td>A row</td>
          </tr>
        </tbody>
      </table>
      {more ? (
        <button type="button" onClick={answering('Short-lived')}>
          Short-lived
        </button>
      ) : null}
    </>
  );
}

const awake = () => renderHook(useAwakeDocument);

beforeEach(() => {
  // biome-ignore lint/security/noGlobalEval: the head runs it as a script
  window.eval(earlyClicks);
});

afterEach(() => {
  awake();
  answered.mockClear();
});

describe('a click before the scripts', () => {
  it.each([
    ['on a button', () => screen.getByText('Add'), 'Add'],
    ["on a button's picture", () => screen.getByTestId('icon'), 'Add'],
    ['on a link', () => screen.getByText('Shipping'), 'Shipping'],
    ['on a row', () => screen.getByText('A row'), 'row'],
  ])('%s is made again once they are there', async (_where, find, name) => {
    render(<Screen />);
    await userEvent.click(find());
    expect(answered).not.toHaveBeenCalled();
    awake();
    expect(answered.mock.calls).toEqual([[name]]);
    await userEvent.click(find());
    expect(answered).toHaveBeenCalledTimes(2);
  });

  it('is made again once, however often it was tried', async () => {
    render(<Screen />);
    await userEvent.tripleClick(screen.getByText('Add'));
    awake();
    awake();
    expect(answered.mock.calls).toEqual([['Add']]);
  });

  it('gives way to a later one elsewhere', async () => {
    render(<Screen />);
    await userEvent.click(screen.getByText('Add'));
    await userEvent.click(screen.getByText('Shipping'));
    awake();
    expect(answered.mock.calls).toEqual([['Shipping']]);
  });

  it('is forgotten with its element', async () => {
    const { rerender } = render(<Screen />);
    await userEvent.click(screen.getByText('Short-lived'));
    rerender(<Screen more={false} />);
    awake();
    expect(answered).not.toHaveBeenCalled();
  });

  it('on a link out of the app works at once', async () => {
    render(<Screen />);
    await userEvent.click(screen.getByText('Elsewhere'));
    expect(answered.mock.calls).toEqual([['Elsewhere']]);
    awake();
    expect(answered).toHaveBeenCalledTimes(1);
  });

  it('that opens another window is left to the browser', async () => {
    render(<Screen />);
    const user = userEvent.setup();
    await user.keyboard('{Control>}');
    await user.click(screen.getByText('Shipping'));
    expect(answered.mock.calls).toEqual([['Shipping']]);
  });
});

describe('a document whose scripts do not come', () => {
  const notices = () => (
    <>
      <p id={noticeIds.offline} hidden>
        Offline
      </p>
      <p id={noticeIds.notLoaded} hidden>
        Not loaded
      </p>
    </>
  );
  const shown = () => [...document.querySelectorAll('p:not([hidden])')].map((p) => p.textContent);
  const failScript = (type: string) => {
    const script = document.createElement('script');
    script.type = type;
    document.body.append(script);
    script.dispatchEvent(new Event('error'));
    script.remove();
  };

  afterEach(() => {
    window.history.replaceState(null, '', '/');
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('says so once a click has waited for long, until they are there', async () => {
    vi.useFakeTimers();
    render(<Screen />);
    render(notices());
    screen.getByText('Add').click();
    vi.advanceTimersByTime(7_999);
    expect(shown()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual(['Not loaded']);
    awake();
    expect(shown()).toEqual([]);
    expect(answered.mock.calls).toEqual([['Add']]);
  });

  it.each([
    ['that it is offline', false, 'Offline'],
    ['that it did not load, after it was loaded again', true, 'Not loaded'],
  ])('says %s', (_, onLine, text) => {
    window.history.replaceState(null, '', '/?reloaded=1');
    // Only the head of this address listens.
    awake();
    // biome-ignore lint/security/noGlobalEval: the head runs it as a script
    window.eval(earlyClicks);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    render(notices());
    failScript('text/javascript');
    expect(shown()).toEqual([]);
    failScript('module');
    expect(shown()).toEqual([text]);
  });
});
