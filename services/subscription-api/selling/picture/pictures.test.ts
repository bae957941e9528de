import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiPrefix } from '#contract/endpoints.ts';
import { pictureSchema } from '#contract/picture.ts';
import { maximumPictureBytes, pictureTexts } from '#contract/picture-type.ts';
import { approveVendor } from '../../shop/vendor.ts';
import { vendorTable } from '../../store/schema.ts';
import { gif, jpeg, png, webp } from '../../testing/example-pictures.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../../testing/service-in-test.ts';
import { usualDatabase } from '../../testing/temporary-database.ts';
import { isOwnPicture } from './store.ts';

const path = '/upload/picture';

describe.each(usualDatabase)('POST /upload/picture on %s', (kind) => {
  const service = serviceForSuite(kind);
  beforeEach(async () => {
    service.platform.control.reset();
    const vendor = { shop: firstCrack, status: 'active', simpleSubscription: true } as const;
    await approveVendor(service.database, vendor);
  });

  const formOf = (...files: Array<[content: BlobPart, name: string, type?: string]>) => {
    const form = new FormData();
    for (const [content, name, type = ''] of files) {
      form.append('file', new File([content], name, { type }));
    }
    return form;
  };
  const upload = (body: FormData, milliseconds = 10_000, more: Record<string, string> = {}) => {
    const headers = { 'X-Remaining-Milliseconds': `${milliseconds}`, ...more };
    return service.call(firstCrack, 'POST', path, { body, headers });
  };
  const filesOf = async (shop: string) =>
    z
      .object({ files: z.object({ nodes: z.array(z.object({ fileStatus: z.string() })) }) })
      .parse(await service.admin(shop, '{ files(first: 50) { nodes { fileStatus } } }')).files
      .nodes;

  it.each([
    ['PNG', png(), 'png'],
    ['JPEG', jpeg, 'jpg'],
    ['GIF', gif, 'gif'],
    ['WebP', webp, 'webp'],
  ])('stores a %s in the shop’s files, whatever it is called', async (_, content, extension) => {
    const answer = await upload(formOf([content, '../../virus.exe', 'application/x-msdownload']));
    const { photo } = bodyOf(answer, pictureSchema, 201);
    const { adminUrl } = service.platform;
    expect(photo).toMatch(
      new RegExp(`^${adminUrl}/files/first-crack/\\d+/logo-[\\da-f-]{36}\\.${extension}$`),
    );
    expect(await filesOf(firstCrack)).toEqual([{ fileStatus: 'READY' }]);
    expect(await filesOf(roastAndRitual)).toEqual([]);
    expect(await isOwnPicture(service.database, firstCrack, photo)).toBe(true);
    expect(await isOwnPicture(service.database, roastAndRitual, photo)).toBe(false);
    expect(await isOwnPicture(service.database, firstCrack, `${photo}?x`)).toBe(false);
  });

  it.each<[string, FormData, string, number]>([
    [
      'an SVG with a script',
      formOf([
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        'a.svg',
        'image/svg+xml',
      ]),
      pictureTexts.otherKind,
      422,
    ],
    [
      'a renamed executable',
      formOf([new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4]), 'logo.png', 'image/png']),
      pictureTexts.notAnImage,
      422,
    ],
    [
      'a text that begins as an image',
      formOf(['GIF8', 'a.gif', 'image/gif']),
      pictureTexts.notAnImage,
      422,
    ],
    ['an empty file', formOf(['', 'a.png', 'image/png']), pictureTexts.empty, 422],
    ['two files', formOf([png(), 'a.png'], [png(), 'b.png']), pictureTexts.onlyOne, 422],
    ['no file', new FormData(), pictureTexts.missing, 422],
    [
      'a byte too many',
      formOf([padded(maximumPictureBytes + 1), 'a.png', 'image/png']),
      'The image is 5.1 MB. It can be at most 5 MB.',
      422,
    ],
    ['30 MB', formOf([padded(30 << 20), 'a.png', 'image/png']), pictureTexts.tooLarge, 413],
  ])('refuses %s', async (_, form, message, status) => {
    service.operations();
    expect(await upload(form)).toMatchObject({ status, body: { message } });
    expect(service.operations()).toEqual([]);
  });

  it('stops reading an upload that doesn’t say how large it is', async () => {
    let sent = 0;
    const piece = new Uint8Array(64 * 1024);
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += piece.length;
        if (sent > 30 << 20) controller.close();
        else controller.enqueue(piece);
      },
    });
    const answer = await service.request(`${apiPrefix}${path}`, {
      method: 'POST',
      body,
      headers: {
        Authorization: `Bearer ${await service.platform.sessionToken(firstCrack)}`,
        'Content-Type': 'multipart/form-data; boundary=x',
      },
      duplex: 'half',
    });
    expect(answer).toMatchObject({ status: 413, body: { message: pictureTexts.tooLarge } });
    expect(sent).toBeLessThan(8 << 20);
  });

  it('takes an image of the largest size', async () => {
    bodyOf(await upload(formOf([padded(maximumPictureBytes), 'a.png'])), pictureSchema, 201);
  });

  it('answers what the platform finds wrong with an image, and leaves nothing of it', async () => {
    const answer = await upload(formOf([png(10_000), 'a.png']));
    const message = 'Image exceeds 20 megapixel limit.';
    expect(answer).toMatchObject({ status: 422, body: { fieldErrors: { file: [message] } } });
    await service.settled();
    expect(await filesOf(firstCrack)).toEqual([]);
  });

  it('looks again where one look at the file fails', async () => {
    const fault = { kind: 'status', status: 500, operation: 'PictureStatus', times: 2 } as const;
    service.platform.control.addFault(fault);
    bodyOf(await upload(formOf([png(), 'a.png'])), pictureSchema, 201);
    expect(await filesOf(firstCrack)).toHaveLength(1);
  });

  it('does not wait for ever until the platform is ready, and leaves nothing', async () => {
    await service.platform.control.act(firstCrack, 'file-processing', { milliseconds: 1e9 });
    const started = performance.now();
    const answer = await upload(formOf([png(), 'a.png']), 2_000);
    expect(answer).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('still processing') },
    });
    expect(performance.now() - started).toBeLessThan(3_000);
    await service.settled();
    expect(await filesOf(firstCrack)).toEqual([]);
  });

  it.each([
    ['says where to upload', { kind: 'status', status: 500, operation: 'StagePicture' }],
    ['takes the upload', { kind: 'status', status: 403, operation: 'staged_upload' }],
    ['answers the upload', { kind: 'disconnect', operation: 'staged_upload' }],
    ['makes the file', { kind: 'status', status: 500, operation: 'CreatePicture' }],
    ['tells of the file', { kind: 'status', status: 500, operation: 'PictureStatus', times: 99 }],
  ] as const)('fails where the platform no longer %s, and can be tried again', async (_, fault) => {
    service.platform.control.addFault(fault);
    expect(await upload(formOf([png(), 'a.png']), 2_000)).toMatchObject({ status: 502 });
    service.platform.control.clearFaults();
    bodyOf(await upload(formOf([png(), 'a.png'])), pictureSchema, 201);
  });

  it('makes one file with a key, however often its form is sent', async () => {
    const send = (content = png()) =>
      upload(formOf([content, 'a.png']), 10_000, { 'Idempotency-Key': 'picture-1' });
    const answers = [...(await Promise.all([send(), send()])), await send()];
    const photos = answers.map((answer) => bodyOf(answer, pictureSchema, 201).photo);
    expect(new Set(photos).size).toBe(1);
    expect(await send(png(3))).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('already submitted this with different values') },
    });
    expect(await filesOf(firstCrack)).toHaveLength(1);
  });

  it('leaves one file where an earlier attempt with its key came to nothing', async () => {
    const send = (milliseconds: number) =>
      upload(formOf([png(), 'a.png']), milliseconds, { 'Idempotency-Key': 'picture-2' });
    const lost = { kind: 'status', status: 500, operation: 'PictureStatus', times: 99 } as const;
    service.platform.control.addFault(lost);
    service.platform.control.addFault({ kind: 'status', status: 500, operation: 'DeletePicture' });
    expect((await send(2_000)).status).toBe(502);
    await service.settled();
    expect(await filesOf(firstCrack)).toHaveLength(1);
    service.platform.control.clearFaults();
    const { photo } = bodyOf(await send(10_000), pictureSchema, 201);
    expect(await filesOf(firstCrack)).toEqual([{ fileStatus: 'READY' }]);
    expect(await isOwnPicture(service.database, firstCrack, photo)).toBe(true);
  });

  it('is for approved vendors with a session only', async () => {
    await service.database.delete(vendorTable);
    expect(await upload(formOf([png(), 'a.png']))).toMatchObject({ status: 403 });
    const init = { method: 'POST', body: formOf([png(), 'a.png']) };
    expect(await service.request(`${apiPrefix}${path}`, init)).toMatchObject({ status: 401 });
    expect(await filesOf(firstCrack)).toEqual([]);
  });

  it('takes a multipart form only', async () => {
    expect(await service.call(firstCrack, 'POST', path, { body: {} })).toMatchObject({
      status: 415,
    });
  });
});

function padded(bytes: number): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(bytes);
  content.set(png());
  return content;
}
