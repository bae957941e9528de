import { json, type LoaderFunctionArgs } from '@remix-run/node';
import {
  Banner,
  BlockStack,
  Box,
  Button,
  Card,
  DropZone,
  InlineError,
  InlineStack,
  List,
  Page,
  Text,
} from '@shopify/polaris';
import { useState } from 'react';
import { importFileTexts, maximumImportBytes } from '#contract/subscriber-import-names.ts';
import { authenticateMerchant } from '../../auth/authenticate.server.ts';
import { useDoubleClickGuard } from '../../forms/use-double-click-guard.ts';
import { useFilesThatMiss } from '../../forms/use-files-that-miss.ts';
import { useListAddress } from '../../list/last-address.ts';
import { bulkRequests } from '../../recurring-orders/bulk-requests.ts';
import { useDownload } from '../../requests/use-download.ts';
import { useNavigateWhileShown } from '../../requests/use-navigate-while-shown.ts';
import { useResourceRequest } from '../../requests/use-resource.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  await authenticateMerchant(request);
  return json({});
}

const errorId = 'ImportFileError';

/** Whether a file can be sent at all. The API looks into it, whatever its name says. */
function refusalOf(files: readonly File[]): string | undefined {
  const [file] = files;
  if (file === undefined) return importFileTexts.missing;
  if (files.length > 1) return importFileTexts.onlyOne;
  if (file.size === 0) return importFileTexts.empty;
  return file.size > maximumImportBytes ? importFileTexts.tooLarge : undefined;
}

/** Brings subscribers of another app, which are checked and previewed next; beyond the specification. */
export default function ImportPage() {
  const [file, setFile] = useState<File>();
  const [refusal, setRefusal] = useState<string>();
  // Another file isn't refused yet.
  const state = `${file?.name} ${file?.lastModified}`;
  const { ask, isAsking, failure } = useResourceRequest({ state });
  const navigate = useNavigateWhileShown();
  const isClickable = useDoubleClickGuard(true);
  const template = useDownload('/resources/customers/import/template');
  useFilesThatMiss();

  function choose(files: File[]) {
    const refused = refusalOf(files);
    setRefusal(refused);
    setFile(refused === undefined ? files[0] : undefined);
  }

  async function check() {
    if (isAsking) return;
    if (file === undefined) return setRefusal(refusal ?? importFileTexts.missing);
    const outcome = await ask(bulkRequests.importFile(file));
    if (outcome.failure === undefined) navigate(`/customers/changes/${outcome.answer.id}`);
    else if (outcome.failure.status === 0) {
      // Most browsers send no file that was saved anew since it was chosen.
      await file
        .slice(0, 1)
        .arrayBuffer()
        .catch(() => {
          setFile(undefined);
          setRefusal(importFileTexts.changed);
        });
    }
  }

  return (
    <Page
      title="Import subscribers"
      backAction={{ content: 'Subscribers', url: useListAddress('/customers') }}
      secondaryActions={[{ content: 'Earlier imports', url: '/customers/changes' }]}
    >
      <BlockStack gap="400">
        {failure === undefined ? null : (
          <Banner tone={failure.status === 422 ? 'warning' : 'critical'} title={failure.message} />
        )}
        {template.failure === undefined ? null : (
          <Banner tone="critical" title={template.failure} />
        )}
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              What the file needs
            </Text>
            <Text as="p">
              A CSV file with one subscription in each line, and the template’s headings in the
              first.
            </Text>
            <List>
              <List.Item>
                Customers must be in your store, and are found by their email address. Products are
                found by the variant’s number in Shopify.
              </List.Item>
              <List.Item>
                Without a payment method, a subscription waits until your customer has added one.
              </List.Item>
              <List.Item>
                Give each its reference in the other app. You can send the file again at any time:
                what was imported isn’t imported twice.
              </List.Item>
            </List>
            <InlineStack>
              <Button loading={template.isLoading} onClick={() => void template.start()}>
                Download template
              </Button>
            </InlineStack>
          </BlockStack>
        </Card>
        <Card>
          <BlockStack gap="400">
            <DropZone label="File" allowMultiple={false} disabled={isAsking} onDrop={choose}>
              <DropZone.FileUpload
                actionTitle={file === undefined ? 'Choose file' : 'Choose another file'}
                actionHint="CSV in UTF-8, at most 5 MB and 10,000 lines"
              />
            </DropZone>
            <div role="status">
              {file === undefined ? null : (
                <Text as="p" breakWord>
                  {file.name}
                </Text>
              )}
            </div>
            <div role="alert">
              {refusal === undefined ? null : <InlineError message={refusal} fieldID={errorId} />}
            </div>
            <InlineStack gap="200" blockAlign="center">
              <Button
                variant="primary"
                loading={isAsking}
                disabled={!isClickable}
                onClick={() => void check()}
              >
                Check file
              </Button>
              <Text as="span" tone="subdued">
                Nothing is imported yet.
              </Text>
            </InlineStack>
          </BlockStack>
        </Card>
        <Box paddingBlockEnd="400" />
      </BlockStack>
    </Page>
  );
}
