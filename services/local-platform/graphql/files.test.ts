import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createBackend } from '../server/backend.ts';
import { createFiles } from '../server/uploads.ts';
import { executor, storeOf, testPlatform } from '../test-platform.ts';

const targetSchema = z.object({
  stagedUploadsCreate: z.object({
    stagedTargets: z.array(
      z.object({
        url: z.string(),
        resourceUrl: z.string(),
        parameters: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
    ),
  }),
});
const createdSchema = z.object({
  fileCreate: z.object({ files: z.array(z.object({ id: z.string() })) }),
});
const nodeSchema = z.object({
  node: z.object({ fileStatus: z.string(), image: z.object({ url: z.string() }).nullable() }),
});

const gif = Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
const stage = `mutation($input: [StagedUploadInput!]!) { stagedUploadsCreate(input: $input) {
  stagedTargets { url resourceUrl parameters { name value } } userErrors { message } } }`;
const create = `mutation($files: [FileCreateInput!]!) { fileCreate(files: $files) {
  files { id fileStatus } userErrors { field code } } }`;
const look = `query($id: ID!) { node(id: $id) { ... on MediaImage {
  fileStatus fileErrors { code } image { url } } } }`;

async function setUp() {
  const platform = testPlatform();
  const backend = createBackend(platform);
  const execute = executor(platform, ['write_files']);
  const input = [
    { filename: 'logo.gif', mimeType: 'image/gif', resource: 'IMAGE', httpMethod: 'POST' },
  ];
  const staged = targetSchema.parse((await execute(stage, { input })).data);
  const [target] = staged.stagedUploadsCreate.stagedTargets;
  if (target === undefined) throw new Error('There is no target.');
  return {
    platform,
    execute,
    target,
    send: async (content: Uint8Array, change: Record<string, string> = {}) => {
      const form = new FormData();
      for (const { name, value } of target.parameters) form.append(name, change[name] ?? value);
      form.append('file', new Blob([new Uint8Array(content)]), 'logo.gif');
      return await backend.request(target.url, { method: 'POST', body: form });
    },
    make: (originalSource: string) =>
      execute(create, { files: [{ originalSource, contentType: 'IMAGE' }] }),
  };
}

describe('files', () => {
  it('come into the store by a staged upload, and are ready after a while', async () => {
    const { platform, execute, target, send, make } = await setUp();
    expect((await send(gif)).status).toBe(204);
    const [file] = createdSchema.parse((await make(target.resourceUrl)).data).fileCreate.files;
    const id = file?.id;
    const early = await execute(look, { id });
    expect(early.data).toEqual({ node: { fileStatus: 'PROCESSING', image: null, fileErrors: [] } });

    await platform.clock.moveBy({ hours: 1 / 60 });
    const ready = nodeSchema.parse((await executor(platform)(look, { id })).data).node;
    expect(ready.fileStatus).toBe('READY');
    const path = new URL(ready.image?.url ?? '').pathname.replace('/files', '');
    const served = await createFiles(platform).request(path);
    expect(served.headers.get('Content-Type')).toBe('image/gif');
    expect(served.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(Buffer.from(await served.arrayBuffer())).toEqual(gif);

    const deletion = 'mutation($id: ID!) { fileDelete(fileIds: [$id]) { deletedFileIds } }';
    await execute(deletion, { id });
    expect((await createFiles(platform).request(path)).status).toBe(404);
    expect(storeOf(platform).tables.files.size).toBe(0);
  });

  it.each([
    ['another signature', { signature: 'a'.repeat(64) }, 'SignatureDoesNotMatch'],
    ['another type than was signed', { 'Content-Type': 'text/html' }, 'PolicyConditionFailed'],
    ['another key', { key: '00000000-0000-0000-0000-000000000000' }, 'PolicyConditionFailed'],
  ])('are not taken with %s', async (_, change, code) => {
    const { target, send, make } = await setUp();
    const answer = await send(gif, change);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain(code);
    expect((await make(target.resourceUrl)).data).toMatchObject({
      fileCreate: { files: null, userErrors: [{ code: 'INVALID_IMAGE_SOURCE_URL' }] },
    });
  });

  it('are not taken when the target is too old', async () => {
    const { platform, send } = await setUp();
    await platform.clock.moveBy({ hours: 2 });
    expect(await (await send(gif)).text()).toContain('ExpiredToken');
  });

  it('fail where they are no image, and are served to nobody', async () => {
    const { platform, target, send, make } = await setUp();
    await send(Buffer.from('<svg><script>alert(1)</script></svg>'));
    const [file] = createdSchema.parse((await make(target.resourceUrl)).data).fileCreate.files;
    await platform.clock.moveBy({ hours: 1 / 60 });
    expect((await executor(platform)(look, { id: file?.id })).data).toEqual({
      node: {
        fileStatus: 'FAILED',
        fileErrors: [{ code: 'UNSUPPORTED_IMAGE_FILE_TYPE' }],
        image: null,
      },
    });
    const path = `/roast-and-ritual/${file?.id.split('/').at(-1)}/logo.gif`;
    expect((await createFiles(platform).request(path)).status).toBe(404);
  });

  it('take the scope', async () => {
    const answer = await executor(testPlatform(), ['read_files'])(create, { files: [] });
    expect(answer.errors).toMatchObject([{ extensions: { code: 'ACCESS_DENIED' } }]);
  });
});
