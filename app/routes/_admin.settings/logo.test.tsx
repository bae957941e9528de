import { useNavigate } from '@remix-run/react';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { settingsTag } from '#contract/settings-tag.ts';
import { answerFetch } from '../../testing/answer-fetch.ts';
import { exampleVendor } from '../../testing/example-vendor.ts';
import { prepareScreenTests } from '../../testing/prepare-screen-tests.tsx';
import { showScreen } from '../../testing/screen-in-test.tsx';
import { choosePicture } from './choose-picture.ts';
import { LogoSetting } from './LogoSetting.tsx';

beforeAll(prepareScreenTests);
const onSaved = vi.fn();
const onFailed = vi.fn();
afterEach(() => {
  vi.unstubAllGlobals();
  onSaved.mockClear();
  onFailed.mockClear();
});

const gif = Uint8Array.from(atob('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs='), (sign) =>
  sign.charCodeAt(0),
);
const logo = new File([gif], 'our logo.gif', { type: 'image/gif' });
const json = (body: unknown, status = 200) => Response.json(body, { status });
const vendorWith = (img_url: string | null) => ({ ...exampleVendor, img_url });
const unsaved = expect.objectContaining({ name: 'Logo' });
const photo = 'https://cdn.example/logo.gif';

let saved: string | null = null;
function Shown() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <LogoSetting imageUrl={saved} onSaved={onSaved} onFailed={onFailed} />
    </>
  );
}
type User = ReturnType<typeof show>['user'];

function show(imageUrl: string | null = null) {
  saved = imageUrl;
  return showScreen([{ path: '/settings', Component: Shown }], { initialEntries: ['/settings'] });
}

async function openModal(imageUrl: string | null = null) {
  const shown = show(imageUrl);
  await shown.user.click(
    screen.getByRole('button', { name: imageUrl === null ? 'Upload logo' : 'Change logo' }),
  );
  await screen.findByRole('dialog', { name: 'Logo' });
  return shown;
}

function choose(...files: File[]) {
  const input = document.querySelector('input[type="file"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no file input.');
  fireEvent.change(input, { target: { files } });
}

const update = () => screen.getByRole('button', { name: 'Update' });
const isOff = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';

async function confirmRemoval(user: User) {
  await user.click(screen.getByRole('button', { name: 'Remove logo' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove your logo?' });
  const confirm = within(dialog).getByRole('button', { name: 'Remove logo' });
  await waitFor(() => expect(isOff(confirm)).toBe(false));
  await user.click(confirm);
}

describe('the logo', () => {
  it('is previewed, uploaded, and then saved by its address', async () => {
    const requests = answerFetch({
      'POST /resources/settings/picture': () => json({ photo }),
      'POST /resources/settings/update': () => json(vendorWith(photo)),
    });
    const { user, dispatched } = await openModal();
    expect(isOff(update())).toBe(true);
    choose(logo);
    const preview = await screen.findByRole('img', { name: 'Your new logo' });
    expect(preview.getAttribute('src')).toMatch(/^data:image\/gif;base64,/);
    screen.getByText('our logo.gif');
    expect(requests).toEqual([]);
    await user.click(update());
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith('Logo', vendorWith(photo)));
    const [upload, save] = requests;
    expect(upload?.body instanceof FormData && upload.body.get('file')).toBeInstanceOf(File);
    const ifMatch = settingsTag({ img_url: null });
    expect(save).toEqual({
      asked: 'POST /resources/settings/update',
      body: { img_url: photo },
      ifMatch,
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(dispatched).toContain('APP::TOAST::SHOW'));
  });

  it('is refused where it is no image, before anything is sent, and can be chosen anew', async () => {
    const requests = answerFetch({});
    await openModal();
    choose(new File(['MZ'], 'logo.png', { type: 'image/png' }));
    await screen.findByText('File type must be an image');
    expect(isOff(update())).toBe(true);
    choose(logo, logo);
    await screen.findByText('Only one image can be uploaded');
    choose(logo);
    fireEvent.error(await screen.findByRole('img', { name: 'Your new logo' }));
    await screen.findByText('This image is damaged. Please choose another one.');
    expect(isOff(update())).toBe(true);
    expect(requests).toEqual([]);
  });

  it('is the one that was chosen last, however long an earlier one is read', async () => {
    answerFetch({});
    await openModal();
    const slow = new File([gif], 'slow.gif');
    let read = () => {};
    slow.slice = () => {
      const head = new Blob([gif]);
      head.arrayBuffer = () =>
        new Promise((resolve) => {
          read = () => resolve(gif.buffer);
        });
      return head;
    };
    choose(slow);
    choose(logo);
    await screen.findByText('our logo.gif');
    await act(async () => read());
    await screen.findByText('our logo.gif');
    expect(screen.queryByText('slow.gif')).toBeNull();
  });

  it.each([
    ['nobody can tell what came of it', 502, 1],
    ['it was refused', 400, 2],
    ['another tab changed the logo meanwhile', 409, 1],
  ])('gives way to the error page where saving fails, and is there again: %s', async (...row) => {
    const [, status, uploads] = row;
    let answer = () => json({ message: 'No room' }, status);
    const requests = answerFetch({
      'POST /resources/settings/picture': () => json({ photo }),
      'POST /resources/settings/update': () => answer(),
    });
    const { user } = await openModal();
    choose(logo);
    await screen.findByRole('img', { name: 'Your new logo' });
    await user.click(update());
    const failure = expect.objectContaining({ message: 'No room' });
    await waitFor(() => expect(onFailed).toHaveBeenCalledWith([unsaved], failure));
    expect(screen.queryByRole('dialog')).toBeNull();
    answer = () => json(vendorWith(photo));
    await user.click(screen.getByRole('button', { name: 'Upload logo' }));
    await screen.findByRole('img', { name: 'Your new logo' });
    await user.click(update());
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith('Logo', vendorWith(photo)));
    const asked = requests.map((request) => request.asked);
    expect(asked.filter((each) => each === 'POST /resources/settings/picture')).toHaveLength(
      uploads,
    );
    expect(new Set(requests.flatMap(({ key }) => key ?? [])).size).toBe(uploads);
  });

  it('is uploaded by the same name again where the answer was lost, also by a dialog that is opened again', async () => {
    const answers = [502, 502, 503, 502].map((status) => json({ message: 'No answer' }, status));
    const requests = answerFetch({
      'POST /resources/settings/picture': () => answers.shift() ?? json({ photo }),
      'POST /resources/settings/update': () => json(vendorWith(photo)),
    });
    const { user } = await openModal();
    const upload = async (file: File) => {
      choose(file);
      await screen.findByText(file.name);
      await user.click(update());
    };
    const openAgain = async () => {
      await screen.findByText('No answer');
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await user.click(screen.getByRole('button', { name: 'Upload logo' }));
    };
    await upload(logo);
    await screen.findByText('No answer');
    await user.click(update());
    await openAgain();
    await upload(new File([gif], 'the same.gif', { type: 'image/gif' }));
    await openAgain();
    await upload(new File([gif, gif], 'another.gif'));
    await openAgain();
    await upload(logo);
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith('Logo', vendorWith(photo)));
    const [first, ...keys] = requests.flatMap(({ key }) => key ?? []);
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(keys.map((key) => key === first)).toEqual([true, true, false, true]);
  });

  it.each([
    ['by Cancel', async (user: User) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['by Back', async (user: User) => user.click(screen.getByText('Back'))],
  ])('is let go of while it is uploaded, and nothing is saved: %s', async (_, leave) => {
    let finish = (_: Response) => {};
    const requests = answerFetch({
      'POST /resources/settings/picture': () =>
        new Promise<Response>((resolve) => {
          finish = resolve;
        }),
    });
    const { user } = await openModal();
    choose(logo);
    await screen.findByRole('img', { name: 'Your new logo' });
    await user.click(update());
    await screen.findByText('Saving the image to your store’s files');
    await leave(user);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await act(async () => finish(json({ photo })));
    expect(requests.map(({ asked }) => asked)).toEqual(['POST /resources/settings/picture']);
    expect(onSaved).not.toHaveBeenCalled();
  });

  it('leads out of the dialog where the upload must be granted first', async () => {
    const updateUrl = 'https://a.example/grant';
    answerFetch({
      'POST /resources/settings/picture': () => json({ message: 'Grant it', updateUrl }, 401),
    });
    const { user } = await openModal();
    choose(logo);
    await screen.findByRole('img', { name: 'Your new logo' });
    await user.click(update());
    const failure = expect.objectContaining({ updateUrl });
    await waitFor(() => expect(onFailed).toHaveBeenCalledWith([unsaved], failure));
  });

  it('stays in the dialog where the upload fails, and is forgotten once that is closed', async () => {
    answerFetch({ 'POST /resources/settings/picture': () => json({ message: 'No room' }, 422) });
    const { user } = await openModal();
    choose(logo);
    await screen.findByRole('img', { name: 'Your new logo' });
    await user.click(update());
    await screen.findByText('No room');
    screen.getByRole('img', { name: 'Your new logo' });
    expect(isOff(update())).toBe(false);
    expect(onSaved).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Upload logo' }));
    await waitFor(() => expect(isOff(update())).toBe(true));
    expect(screen.queryByRole('img', { name: 'Your new logo' })).toBeNull();
  });

  it('is said to be missing where its file is gone', async () => {
    answerFetch({});
    show(photo);
    fireEvent.error(screen.getByRole('img', { name: 'Your logo' }));
    await screen.findByText(/^We can’t show this image\./);
    expect(screen.queryByRole('img', { name: 'Your logo' })).toBeNull();
  });

  it('is taken away after a question', async () => {
    const requests = answerFetch({
      'POST /resources/settings/update': () => json(vendorWith(null)),
    });
    const { user } = show(photo);
    screen.getByRole('img', { name: 'Your logo' });
    await confirmRemoval(user);
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith('Logo', vendorWith(null)));
    const ifMatch = settingsTag({ img_url: photo });
    expect(requests).toEqual([
      { asked: 'POST /resources/settings/update', body: { img_url: null }, ifMatch },
    ]);
  });

  it('stays where taking it away fails', async () => {
    answerFetch({ 'POST /resources/settings/update': () => json({ message: 'Not now' }, 502) });
    const { user } = show(photo);
    await confirmRemoval(user);
    const failure = expect.objectContaining({ message: 'Not now' });
    await waitFor(() => expect(onFailed).toHaveBeenCalledWith([unsaved], failure));
  });
});

it.each<[string, File[], string]>([
  ['nothing', [], 'Please choose an image'],
  ['an empty file', [new File([], 'a.png')], 'The file is empty'],
  [
    'an SVG',
    [new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg', { type: 'image/svg+xml' })],
    'Please choose a PNG, JPEG, GIF or WebP image.',
  ],
  [
    '30 MB of an image',
    [new File([gif, new Uint8Array(30 << 20)], 'a.gif')],
    'The image is 30.1 MB. It can be at most 5 MB.',
  ],
  [
    '30 MB that call themselves an image',
    [new File([new Uint8Array(30 << 20)], 'a.tiff', { type: 'image/tiff' })],
    'The image is 30 MB. It can be at most 5 MB.',
  ],
  [
    '30 MB of something else',
    [new File([new Uint8Array(30 << 20)], 'a.pdf', { type: 'application/pdf' })],
    'File type must be an image',
  ],
  ['two images', [logo, logo], 'Only one image can be uploaded'],
])('%s is refused in words', async (_, files, refusal) => {
  expect(await choosePicture(files)).toEqual({ refusal });
});
