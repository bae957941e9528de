import { z } from 'zod';
import { globalIdSchema } from '#contract/global-id.ts';
import { operation } from '../../platform/admin-graphql.ts';
import { userErrorsSchema } from '../../platform/user-errors.ts';

const targetSchema = z.object({
  url: z.url(),
  resourceUrl: z.url(),
  parameters: z.array(z.object({ name: z.string(), value: z.string() })),
});

export type UploadTarget = z.infer<typeof targetSchema>;

type StageInput = {
  filename: string;
  mimeType: string;
  resource: 'IMAGE';
  httpMethod: 'POST';
  fileSize: string;
};

export const stageUpload = operation<{ input: StageInput[] }>('write_files')(
  `mutation StagePicture($input: [StagedUploadInput!]!) {
    stagedUploadsCreate(input: $input) {
      stagedTargets { url resourceUrl parameters { name value } }
      userErrors { field message }
    }
  }`,
  z.object({
    stagedUploadsCreate: z.object({
      stagedTargets: z.array(targetSchema).nullable(),
      userErrors: userErrorsSchema,
    }),
  }),
);

const fileSchema = z.object({ id: globalIdSchema });

export const createFile = operation<{
  files: Array<{ originalSource: string; contentType: 'IMAGE'; alt: string }>;
}>('write_files')(
  `mutation CreatePicture($files: [FileCreateInput!]!) {
    fileCreate(files: $files) { files { id } userErrors { field message code } }
  }`,
  z.object({
    fileCreate: z.object({
      files: z.array(fileSchema).nullable(),
      userErrors: userErrorsSchema,
    }),
  }),
);

export const readFile = operation<{ id: string }>('write_files')(
  `query PictureStatus($id: ID!) {
    node(id: $id) {
      ... on MediaImage { fileStatus fileErrors { code message } image { url } }
    }
  }`,
  z.object({
    node: z
      .object({
        fileStatus: z.enum(['UPLOADED', 'PROCESSING', 'READY', 'FAILED']),
        fileErrors: z.array(z.object({ code: z.string(), message: z.string() })),
        image: z.object({ url: z.url() }).nullable(),
      })
      .nullable(),
  }),
);

export const deleteFile = operation<{ fileIds: string[] }>('write_files')(
  `mutation DeletePicture($fileIds: [ID!]!) {
    fileDelete(fileIds: $fileIds) { deletedFileIds userErrors { field message code } }
  }`,
  z.object({ fileDelete: z.object({ userErrors: userErrorsSchema }) }),
);
